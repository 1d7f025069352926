/**
 * The audit webhook of a server process: each event arrives, also those that wait for a batch when the server stops.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { startHookServer } from "../webhook/hook-server.ts";
import { killAll, serve } from "./served.ts";

const requestCount = 30;
const folder = mkdtempSync(join(tmpdir(), "clustervet-audit-webhook-"));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

test("a server that stops sends the events that wait for a batch", { timeout: 120_000 }, async () => {
  const hook = await startHookServer(({ headers }) => (headers.authorization === "Bearer mine" ? {} : { code: 403 }));
  const cluster = {
    server: `https://127.0.0.1:${hook.ports.good}/events`,
    "certificate-authority-data": hook.caBundle,
  };
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "hook", cluster }],
    users: [{ name: "server", user: { token: "mine" } }],
    contexts: [{ name: "hook", context: { cluster: "hook", user: "server" } }],
    "current-context": "hook",
  };
  const policy = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "RequestResponse" }] };
  writeFileSync(join(folder, "hook.yaml"), stringify(kubeconfig));
  writeFileSync(join(folder, "policy.yaml"), stringify(policy));
  const flags = {
    storage: "memory",
    "audit-policy-file": join(folder, "policy.yaml"),
    "audit-webhook-config-file": join(folder, "hook.yaml"),
    "audit-webhook-batch-max-size": "40",
    "audit-webhook-truncate-enabled": "true",
    "audit-webhook-truncate-max-event-size": "20000",
  };
  const server = await serve(folder, { args: Object.entries(flags).map(([name, value]) => `--${name}=${value}`) });
  const ids: string[] = [];
  for (let index = 0; index < requestCount; index++) {
    const id = `request-${index}`;
    ids.push(id);
    const data = { key: "x".repeat(index % 2 === 0 ? 10 : 30_000) };
    const map = { metadata: { name: `map-${index}` }, data };
    expect((await server.call("POST", "/api/v1/namespaces/default/configmaps", map, { "audit-id": id })).code).toBe(
      201,
    );
  }
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  const lists = hook.requests.map(({ review }) => review);
  for (const { kind, apiVersion } of lists) expect([kind, apiVersion]).toEqual(["EventList", "audit.k8s.io/v1"]);
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
  const events: any[] = lists.flatMap(({ items }) => items);
  const stagesOf = (id: string) => events.filter(({ auditID }) => auditID === id).map(({ stage }) => stage);
  for (const id of ids) expect([id, stagesOf(id)]).toEqual([id, ["RequestReceived", "ResponseComplete"]]);
  const complete = events.filter(({ auditID, stage }) => ids.includes(auditID) && stage === "ResponseComplete");
  const isTruncated = ({ annotations, requestObject }: (typeof events)[number]) =>
    annotations["audit.k8s.io/truncated"] === "true" && requestObject === undefined;
  expect(complete.filter(isTruncated)).toHaveLength(requestCount / 2);
  hook.close();
});
