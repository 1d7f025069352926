/** Changes the AuthenticationConfiguration file of a real kube-apiserver, which reloads it. */
import { createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { openRealServer } from "./real-server.ts";

const { env } = process;

export const authenticationFile = env["PARITY_AUTHENTICATION_CONFIG"];

const pollMs = 200;
/** kube-apiserver checks the file once a minute and gives the issuers of a new configuration a minute. */
const reloadTimeoutMs = 150_000;

/** Resolves once the server has loaded or rejected the configuration. @returns whether it uses the configuration */
export async function configureReal(text: string): Promise<boolean> {
  const real = openRealServer(env["PARITY_KUBECONFIG"] ?? "");
  try {
    const failures = () => real.read("/metrics", "text/plain").then(failuresIn);
    const before = await failures();
    const file = authenticationFile ?? "";
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    const hash = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    for (const endMs = performance.now() + reloadTimeoutMs; performance.now() < endMs; await setTimeout(pollMs)) {
      const metrics = await real.read("/metrics", "text/plain");
      if (metrics.includes(hash)) return true;
      if (failuresIn(metrics) > before) return false;
    }
    throw new Error("kube-apiserver did not read the configuration");
  } finally {
    real.close();
  }
}

const failuresIn = (metrics: string): number =>
  Number(/config_controller_automatic_reloads_total\{.*status="failure"\} (\d+)/.exec(metrics)?.[1] ?? 0);
