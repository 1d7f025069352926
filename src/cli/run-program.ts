/**
 * Finds programs that render manifests on the PATH, and runs them without network, plugins and other programs.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { failure, type Result, success } from "../text/result.ts";

/** Limits for the run time and the output of a program. */
export const maxProgramMs = 60_000;
export const maxOutputMiB = 64;

export function programOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** A proxy address that refuses connections, so that any download fails at once. */
const deadProxy = "http://127.0.0.1:9";

/**
 * Runs a program with all its configuration folders in `home`.
 *
 * @param timeoutMs - default: `maxProgramMs`
 * @returns its standard output, or its error message, which may have several lines
 */
export function runProgram(
  program: string,
  args: readonly string[],
  home: string,
  timeoutMs = maxProgramMs,
): Result<string> {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: timeoutMs,
    maxBuffer: maxOutputMiB * 1024 * 1024,
    env: { HOME: home, PATH: "", HTTP_PROXY: deadProxy, HTTPS_PROXY: deadProxy, KUBECONFIG: join(home, "none") },
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ETIMEDOUT") return failure(`did not end within ${timeoutMs / 1000} s`);
  if (code === "ENOBUFS") return failure(`printed more than ${maxOutputMiB} MiB`);
  if (status === 0) return success(stdout);
  return failure(
    errorMessageIn(stderr ?? "") ?? error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`),
  );
}

/** Returns the text from `Error: ` to the end, or otherwise the first line that is not a warning. */
function errorMessageIn(stderr: string): string | undefined {
  const errorText = /^error: ([\s\S]*)/im.exec(stderr)?.[1]?.trim();
  return errorText || stderr.split("\n").find((line) => line.trim() !== "" && !/^(?:#|Warning:|WARNING:)/.test(line));
}
