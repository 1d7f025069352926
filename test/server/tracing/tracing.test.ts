/** The spans of requests that a collector gets, and the trace headers that webhooks get. */
import { expect, onTestFinished, test } from "vitest";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import type { EndedSpan } from "../../../src/server/tracing/span.ts";
import { maxWaitingSpans, SpanExport } from "../../../src/server/tracing/span-export.ts";
import { samplerOf, startTracing, type TracingSettings } from "../../../src/server/tracing/start-tracing.ts";
import { maxListLength, readBaggage, readTraceParent } from "../../../src/server/tracing/trace-context.ts";
import { Messages } from "../messages.ts";
import { adminToken, startTestServer } from "../start.ts";
import { reply, startHookServer } from "../webhook/hook-server.ts";
import { type CollectedSpan, startCollector } from "./collector.ts";

const samplesAll = 1_000_000;
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parent = (flags: string) => `00-${traceId}-b7ad6b7169203331-${flags}`;
const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const admin = { username: "admin", uid: "", groups: ["system:masters"], extra: {} };
const guest = { username: "guest", uid: "", groups: ["guests"], extra: {} };

/**
 * Starts a traced server and a collector, which ends with the test. `endServer` returns the collected spans in the order of
 * their start.
 */
async function startTraced(settings: Partial<TracingSettings>) {
  const collector = await startCollector();
  const server = await startTestServer({
    tracing: { endpoint: collector.endpoint, ...settings },
    authenticators: [
      staticTokens([
        { token: adminToken, user: admin },
        { token: "guest", user: guest },
      ]),
    ],
  });
  await server.call("POST", "/api/v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "default" },
  });
  onTestFinished(() => collector.close());
  const endServer = async () => {
    await server.close();
    return collector.spans.toSorted((a, b) => Number(a.nanos.start - b.nanos.start));
  };
  return { server, endServer };
}

/** Returns the names of the spans from the first span of a trace to this one. */
function pathTo(spans: readonly CollectedSpan[], { parentId, name }: CollectedSpan): string {
  const above = spans.find(({ spanId }) => spanId === parentId);
  return above ? `${pathTo(spans, above)} > ${name}` : name;
}

test("the span of a request contains spans of its filters, its handler, the store and the response", async () => {
  const { server, endServer } = await startTraced({ perMillion: samplesAll });
  await server.call("POST", configMaps, configMap, { "audit-id": "one" });
  const all = await endServer();
  const [root] = all.filter(({ fields }) => fields["audit-id"] === "one");
  expect(root).toMatchObject({
    name: "POST /api/v1/namespaces/{:namespace}/configmaps",
    kind: 2,
    resource: { "service.name": "apiserver" },
    fields: { "http.target": configMaps, "http.request.method": "POST", "http.response.status_code": 201 },
  });
  const spans = all.filter((span) => span.traceId === root?.traceId);
  const filters =
    "authentication > POST /api/v1/namespaces/{:namespace}/configmaps > audit > constrainedimpersonation > priorityandfairness > authorization";
  const paths = spans.map((span) => pathTo(spans, span));
  expect(paths).toContain(`${filters} > Create > Create etcd3`);
  expect(paths).toContain(`${filters} > Create > SerializeObject`);
  expect(spans.find(({ name }) => name === "Create etcd3")?.fields).toEqual({
    key: "/configmaps/default/a",
    group: "",
    resource: "configmaps",
  });
  expect(spans.find(({ name }) => name === "Create")?.fields).toMatchObject({
    "audit-id": "one",
    protocol: "HTTP/1.1",
    resource: "configmaps",
    scope: "namespace",
    verb: "CREATE",
  });
  expect(spans.every(({ nanos }) => nanos.end >= nanos.start)).toBe(true);
});

test("administrators continue a trace, whether it is sampled or not; other users begin one with a link", async () => {
  const { server, endServer } = await startTraced({ perMillion: 0 });
  await server.call("GET", "/version", undefined, { traceparent: parent("01"), "audit-id": "sampled" });
  await server.call("GET", "/version", undefined, { traceparent: parent("00"), "audit-id": "not" });
  const asGuest = { authorization: "Bearer guest", traceparent: parent("01"), "audit-id": "guest" };
  await server.call("GET", "/version", undefined, asGuest);
  const spans = await endServer();
  expect(spans[0]).toMatchObject({ name: "GET", traceId, parentId: "b7ad6b7169203331" });
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(spans.map(({ fields }) => fields["audit-id"]).filter(Boolean)).toEqual(["sampled"]);

  const sampling = await startTraced({ perMillion: samplesAll });
  await sampling.server.call("GET", "/version", undefined, asGuest);
  const [own] = (await sampling.endServer()).filter(({ fields }) => fields["audit-id"] === "guest");
  expect(own).toMatchObject({ links: [traceId], parentId: "" });
  expect(own?.traceId).not.toBe(traceId);
});

test("webhooks get the headers of the trace in which they are called", async () => {
  const hooks = await startHookServer((hookRequest) => reply(hookRequest, { allowed: true }));
  onTestFinished(() => hooks.close());
  const { server, endServer } = await startTraced({});
  await server.call("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "hooks" },
    webhooks: [
      {
        name: "a.example.org",
        clientConfig: { url: `https://127.0.0.1:${hooks.ports.good}/`, caBundle: hooks.caBundle },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  await server.call("POST", configMaps, configMap, { traceparent: parent("01"), tracestate: "a=b", baggage: "c=d" });
  const spans = await endServer();
  const sending = spans.find(({ name }) => name === "HTTP POST");
  expect(
    hooks.requests.map(({ headers }) => [headers["traceparent"], headers["tracestate"], headers["baggage"]]),
  ).toEqual([[`00-${traceId}-${sending?.spanId}-01`, "a=b", "c=d"]]);
  expect(sending).toMatchObject({ kind: 3, fields: { "http.response.status_code": 200 } });
  const around = spans.find(({ spanId }) => spanId === sending?.parentId);
  expect(around).toMatchObject({
    name: "Call validating webhook",
    fields: {
      configuration: "hooks",
      webhook: "a.example.org",
      resource: "/v1, Resource=configmaps",
      operation: "CREATE",
    },
  });
});

test.each([
  ["version ff", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ["no trace id", "00-00000000000000000000000000000000-b7ad6b7169203331-01"],
  ["no span id", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"],
  ["more parts than version 00 has", `${parent("01")}-more`],
  ["flags that version 00 does not define", parent("04")],
  ["capital letters", parent("01").toUpperCase()],
  ["nonsense", "x".repeat(60_000)],
])("a traceparent header with %s is ignored", async (_name, traceparent) => {
  const { server, endServer } = await startTraced({});
  expect((await server.call("GET", "/version", undefined, { traceparent })).code).toBe(200);
  expect(await endServer()).toEqual([]);
});

test.each([maxListLength, maxListLength + 1])(
  "a tracestate or baggage of %i units is passed on, or left out if it is too long",
  (length) => {
    const list = "a".repeat(length);
    const kept = length <= maxListLength ? list : "";
    expect(readBaggage({ baggage: list })).toBe(kept);
    expect(readTraceParent({ traceparent: parent("01"), tracestate: list })?.state).toBe(kept);
  },
);

test("a fraction of the traces is sampled, always the same ones", () => {
  const half = samplerOf(0.5);
  expect(half(`${"f".repeat(16)}${"0".repeat(16)}`)).toBe(true);
  expect(half(`${"0".repeat(16)}${"f".repeat(16)}`)).toBe(false);
  expect([samplerOf(0), samplerOf(1)].map((isSampled) => isSampled(traceId))).toEqual([false, true]);
});

const span: EndedSpan = {
  traceId,
  spanId: "b7ad6b7169203331",
  isSampled: true,
  state: "",
  scope: "s",
  name: "n",
  kind: "internal",
  startMs: 1,
  endMs: 2,
  fields: {},
};

test("spans are sent together; those that a collector refuses or cannot receive are lost and counted", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const lost: [string, number][] = [];
  const recordLoss = (error: string, spans: number) => void lost.push([error, spans]);
  const spans = new SpanExport({ endpoint: collector.endpoint, resource: {}, onLost: recordLoss });
  collector.refuses = 1;
  for (let i = 0; i < 3; i++) spans.enqueue(span);
  await spans.close();
  expect(lost).toEqual([["3 INVALID_ARGUMENT: refused", 3]]);

  const nowhere = new SpanExport({ endpoint: "127.0.0.1:1", resource: {}, onLost: recordLoss });
  for (let i = 0; i < 4 * maxWaitingSpans; i++) nowhere.enqueue(span);
  await nowhere.close();
  expect(lost.slice(1).reduce((sum, [, count]) => sum + count, 0)).toBe(4 * maxWaitingSpans);
});

test("spans are sent while the server runs", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const tracing = startTracing({ endpoint: collector.endpoint, batchMs: 10 }, new Messages());
  onTestFinished(() => tracing.close());
  tracing.exportSpan(span);
  await expect.poll(() => collector.spans.map(({ name }) => name)).toEqual(["n"]);
});
