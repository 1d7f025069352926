/**
 * `clustervet envtest run`: runs a command whose tests start clustervet's programs instead of kube-apiserver and etcd.
 *
 * @part server
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { envtestTarget, envtestTargetVariable } from "./envtest-target.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { io } from "./io.ts";
import { refusalReport } from "./refusal-report.ts";
import { readRefusals, refusalsVariable } from "./refusals.ts";
import { isColorful, writeError } from "./terminal.ts";

/** Variables that take precedence over the assets folder in envtest; they are removed from the environment. */
const overridingVariables = ["TEST_ASSET_KUBE_APISERVER", "TEST_ASSET_ETCD", "TEST_ASSET_KUBECTL"];

/** Base of the exit code of a program that a signal ended, as in shells. */
const signalBase = 128;

/**
 * Runs the command. When it has ended, prints on standard error the requests that its servers rejected.
 *
 * @param folder - the folder of the programs
 * @param target - the release that the servers imitate; default: the release in the environment
 * @returns the exit code of the command
 * @throws {UsageError} if the command can't be started, or the release is unknown
 */
export async function runWithAssets(command: readonly string[], folder: string, target?: string): Promise<number> {
  const release = target === undefined ? {} : { [envtestTargetVariable]: envtestTarget(target, "--target") };
  const [program = "", ...args] = command;
  const inherited = Object.entries(process.env).filter(([name]) => !overridingVariables.includes(name));
  const work = mkdtempSync(join(tmpdir(), "clustervet-envtest-"));
  const refusals = join(work, "refusals");
  const env = {
    ...Object.fromEntries(inherited),
    KUBEBUILDER_ASSETS: folder,
    ...release,
    [refusalsVariable]: refusals,
  };
  try {
    const code = await codeOf(spawn(program, args, { stdio: "inherit", env }), program);
    writeError(refusalReport(readRefusals(refusals), isColorful("auto", io().stderr)));
    return code;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function codeOf(child: ChildProcess, program: string): Promise<number> {
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, forward);
  return new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(new UsageError(`${program} cannot be started: ${reasonOf(error)}`)));
    child.once("close", (code, signal) => resolve(code ?? signalBase + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, forward);
  });
}
