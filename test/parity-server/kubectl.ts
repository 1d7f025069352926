/** Runs kubectl against a server. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { findKubectl } from "../server/find-kubectl.ts";
import { adminToken, type TestServer } from "../server/start.ts";

const run = promisify(execFile);
const timeoutMs = 120_000;
const maxOutputBytes = 64 * 1024 * 1024;

/** Runs kubectl and returns its output and errors as one text. */
export type Kubectl = (...args: readonly string[]) => Promise<string>;

/** Returns kubectl for a kubeconfig, with a separate cache that is deleted when the test finishes. */
export function kubectlAt(kubeconfig: string): Kubectl {
  const cache = mkdtempSync(join(tmpdir(), "clustervet-parity-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const options = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${cache}`];
  return async (...args) => {
    try {
      const limits = { timeout: timeoutMs, maxBuffer: maxOutputBytes };
      const { stdout, stderr } = await run(findKubectl() ?? "kubectl", [...options, ...args], limits);
      return stdout + stderr;
    } catch (error) {
      const { stdout = "", stderr = String(error) } = error as { readonly stdout?: string; readonly stderr?: string };
      return stdout + stderr;
    }
  };
}

/** Writes a kubeconfig for a server of this project. */
export function kubeconfigOf({ port, authority }: TestServer): string {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-parity-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "config");
  const name = "own";
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    "certificate-authority-data": Buffer.from(authority).toString("base64"),
  };
  const config = {
    clusters: [{ name, cluster }],
    users: [{ name, user: { token: adminToken } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
  writeFileSync(path, JSON.stringify({ apiVersion: "v1", kind: "Config", ...config }));
  return path;
}
