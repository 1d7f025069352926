/** Events expire some time after their last write, also those from before the start of the server. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { ServerOptions } from "../../src/server/server-options.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { startTestServer } from "./start.ts";

const hourMs = 3_600_000;
const events = "/api/v1/namespaces/default/events";
const eventOf = (name: string, more: object = {}) => ({
  metadata: { name, ...more },
  involvedObject: { kind: "Pod", namespace: "default", name: "web" },
});

async function start(options: Partial<ServerOptions>) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const names = async () =>
    (await server.call("GET", events)).json.items.map((item: { metadata: { name: string } }) => item.metadata.name);
  return { ...server, names };
}

const waitUntil = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

test("an Event expires an hour after its last write, despite finalizers, and watches see the deletion", async () => {
  let now = Date.UTC(2026, 0, 1);
  const server = await start({ nowMs: () => now });
  await server.call("POST", events, eventOf("old", { finalizers: ["example.com/hold"] }));
  await server.call("POST", events, eventOf("counted"));
  now += hourMs - 1;
  await server.call("PATCH", `${events}/counted`, { count: 2 }, { "content-type": "application/merge-patch+json" });
  expect(await server.names()).toEqual(["counted", "old"]);
  now += 1;
  await waitUntil(async () => expect(await server.names()).toEqual(["counted"]));
  const { text } = await server.call("GET", `${events}?watch=true&resourceVersion=1&timeoutSeconds=1`);
  expect(text).toContain('{"type":"DELETED"');
  now += hourMs;
  await waitUntil(async () => expect(await server.names()).toEqual([]));
});

test("an Event that was written before the server started expires at its time", async () => {
  const storage = openMemoryStorage();
  let now = Date.UTC(2026, 0, 1);
  const before = await startTestServer({ storage, nowMs: () => now });
  await before.call("POST", events, eventOf("old"));
  now += hourMs / 2;
  await before.call("POST", "/apis/events.k8s.io/v1/namespaces/default/events", {
    metadata: { name: "new" },
    eventTime: new Date(now).toISOString().replace("Z", "000Z"),
    action: "a",
    reason: "r",
    type: "Normal",
    reportingController: "example.com/c",
    reportingInstance: "i",
    regarding: { kind: "Pod", namespace: "default", name: "web" },
  });
  await before.close();
  now += hourMs / 2;
  const server = await start({ storage, nowMs: () => now });
  await waitUntil(async () => expect(await server.names()).toEqual(["new"]));
});

test("Events with a TTL of 0 do not expire", async () => {
  let now = Date.UTC(2026, 0, 1);
  const server = await start({ nowMs: () => now, eventTtlMs: 0 });
  await server.call("POST", events, eventOf("old"));
  now += 1000 * hourMs;
  expect(await server.names()).toEqual(["old"]);
});
