/**
 * Files that are cheap to write and may be expensive to vet.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const list = (count, item) => Array.from({ length: count }, (_, index) => item(index)).join("");
const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\n";

export const files = [
  { name: "60,000 %TAG directives", text: `${list(60_000, (i) => `%TAG !t${i}! x\n`)}---\n${role}` },
  { name: "100,000 keys twice", text: `${role}${list(100_000, (i) => `k${i}: 1\nk${i}: 1\n`)}` },
  { name: "200,000 unknown fields", text: `${role}${list(200_000, (i) => `f${i}: 1\n`)}` },
  { name: "700,000 documents", text: "---\n".repeat(700_000) },
  { name: "100,000 anchors", text: `${role}${list(100_000, (i) => `f${i}: &a${i} x\n`)}` },
  { name: "a million empty maps", text: `${role}rules: [${"{},".repeat(1_000_000)}{}]\n` },
  {
    name: "a quantity of a million digits",
    text: `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: b, resources: {limits: {cpu: "${"1".repeat(1_000_000)}"}}}\n`,
  },
  {
    name: "120,000 bad labels",
    text: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n${list(120_000, (i) => `    "-${i}": "/"\n`)}`,
  },
  { name: "500,000 levels", text: "- ".repeat(500_000) },
];

/** @returns the duration in milliseconds, and the exit code or the signal that ended the process */
export function vetFile(program, { text }, timeoutMs) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-attack-"));
  const file = join(folder, "file.yaml");
  writeFileSync(file, text);
  const startMs = performance.now();
  const { status, signal } = spawnSync(process.execPath, [program, "lint", file], {
    timeout: 2 * timeoutMs,
    maxBuffer: 2 ** 30,
  });
  const ms = performance.now() - startMs;
  rmSync(folder, { recursive: true, force: true });
  return { ms, end: status ?? signal };
}
