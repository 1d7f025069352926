import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProcess } from "../../cli/run-cli.ts";
import { killAll, serve } from "./served.ts";

let folder: string;
let policy: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-audit-"));
  policy = join(folder, "policy.yaml");
  log = join(folder, "log", "audit.log");
  writeFileSync(policy, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n  verbs: [create]\n");
});
afterEach(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const memory = ["--storage", "memory"];
const refusal = (args: readonly string[]) => {
  const { code, stderr } = runProcess([
    "serve",
    "--data-dir",
    join(folder, "d"),
    "--secure-port",
    "0",
    ...memory,
    ...args,
  ]);
  expect(code).toBe(2);
  return stderr;
};

test("each request that got a response is in the audit log, also when the server is killed", async () => {
  const args = [...memory, "--audit-policy-file", policy, "--audit-log-path", log];
  const server = await serve(join(folder, "data"), { args });
  for (let index = 0; index < 20; index++) {
    const { code } = await server.call("POST", "/api/v1/namespaces", { metadata: { name: `n-${index}` } });
    expect(code).toBe(201);
  }
  await server.kill();
  const events = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const answered = events.filter(({ stage }) => stage === "ResponseComplete").map(({ objectRef }) => objectRef.name);
  // The response to the last request may arrive before its event is written.
  expect(answered.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, index) => `n-${index}`));
  expect(events.filter(({ stage }) => stage === "RequestReceived")).toHaveLength(20);
});

test("the server does not start with a policy that kube-apiserver would refuse", () => {
  writeFileSync(policy, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadat\n");
  expect(refusal(["--audit-policy-file", policy])).toContain(":4:10: error");
  const stderr = refusal(["--audit-policy-file", policy, "--audit-log-path", log]);
  expect(stderr).toContain(":4:10: error");
  expect(stderr).toContain('did you mean "Metadata"?');
  expect(existsSync(log)).toBe(false);
});

test("the server does not start if the audit log cannot be written", () => {
  const stderr = refusal(["--audit-policy-file", policy, "--audit-log-path", folder]);
  expect(stderr).toMatch(/^clustervet: --audit-log-path cannot be written: EISDIR/);
});

test("a policy without an output for its events causes a warning", async () => {
  const server = await serve(join(folder, "data"), { args: [...memory, "--audit-policy-file", policy] });
  expect(server.log().map(({ msg }) => msg)).toContain(
    "no audit events are recorded without --audit-log-path or --audit-webhook-config-file",
  );
});
