/** Priority and fairness, as clients see it. */
import { afterEach, expect, test } from "vitest";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import { alwaysAllow } from "../../../src/server/authz/always.ts";
import type { InFlightLimits } from "../../../src/server/http/in-flight.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { openWatch } from "../watch-client.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";
const maps = "/api/v1/namespaces/default/configmaps";
/** A path that waits for a resource version that does not come, until its timeout. */
const slowPath = (ms: number) => `${maps}?resourceVersion=99999&timeout=${ms}ms`;

const admin = { username: "admin", uid: "", groups: ["system:masters"], extra: {} };
const userOf = (username: string) => ({ username, uid: "", groups: ["system:authenticated"], extra: {} });
const bearer = (name: string) => ({ authorization: `Bearer ${name}` });

async function start(limits: InFlightLimits = {}): Promise<TestServer> {
  const tokens = ["jane", "joe"].map((name) => ({ token: name, user: userOf(name) }));
  server = await startTestServer({
    clusterObjects: true,
    limits,
    authenticators: [staticTokens([{ token: "test-admin", user: admin }, ...tokens])],
    authorizer: () => alwaysAllow,
  });
  return server;
}

const headersOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => [
  headers["x-kubernetes-pf-flowschema-uid"],
  headers["x-kubernetes-pf-prioritylevel-uid"],
];

const uidsOf = async ({ call }: TestServer, schema: string, level: string) => [
  (await call("GET", `${group}/flowschemas/${schema}`)).json.metadata.uid,
  (await call("GET", `${group}/prioritylevelconfigurations/${level}`)).json.metadata.uid,
];

/** Creates a priority level for the requests of jane. */
async function addLevel({ call }: TestServer, limitResponse: object): Promise<void> {
  const limited = { nominalConcurrencyShares: 1, lendablePercent: 0, borrowingLimitPercent: 0, limitResponse };
  await call("POST", `${group}/prioritylevelconfigurations`, {
    metadata: { name: "narrow" },
    spec: { type: "Limited", limited },
  });
  const rules = [
    {
      subjects: [{ kind: "User", user: { name: "jane" } }],
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
    },
  ];
  const spec = {
    priorityLevelConfiguration: { name: "narrow" },
    matchingPrecedence: 50,
    distinguisherMethod: { type: "ByUser" },
    rules,
  };
  const { code } = await call("POST", `${group}/flowschemas`, { metadata: { name: "narrow" }, spec });
  expect(code).toBe(201);
}

const queuing = (queueLengthLimit: number) => ({
  type: "Queue",
  queuing: { queues: 2, handSize: 1, queueLengthLimit },
});

const metric = async ({ call }: TestServer, name: string, labels: string) => {
  const { text } = await call("GET", "/metrics");
  const line = text.split("\n").find((each) => each.startsWith(`apiserver_flowcontrol_${name}{${labels}`));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};
const narrowLabels = 'priority_level="narrow",flow_schema="narrow"';

test("responses contain the UIDs of their flow schema and priority level", async () => {
  const running = await start();
  expect(headersOf(await running.call("GET", maps))).toEqual(await uidsOf(running, "exempt", "exempt"));
  const ofJane = await uidsOf(running, "global-default", "global-default");
  expect(headersOf(await running.call("GET", maps, undefined, bearer("jane")))).toEqual(ofJane);
  expect(headersOf(await running.call("POST", maps, { metadata: { name: "a" } }, bearer("jane")))).toEqual(ofJane);
  expect(headersOf(await running.call("GET", "/healthz", undefined, bearer("jane")))).toEqual(
    await uidsOf(running, "probes", "exempt"),
  );
});

test("a level without queues refuses excess requests, and requests of other levels are served", async () => {
  const running = await start({ maxReads: 1, maxWrites: 1 });
  await addLevel(running, { type: "Reject" });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => running.call("GET", slowPath(300), undefined, bearer("jane"))),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([429, 429, 429, 429, 504]);
  const refused = answers.find(({ code }) => code === 429);
  expect(refused).toMatchObject({
    text: "Too many requests, please try again later.\n",
    headers: { "retry-after": "1", "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  });
  if (refused) expect(headersOf(refused)).toEqual(await uidsOf(running, "narrow", "narrow"));
  expect((await running.call("GET", maps, undefined, bearer("joe"))).code).toBe(200);
  expect((await running.call("GET", maps)).code).toBe(200);
  expect(await metric(running, "rejected_requests_total", `${narrowLabels},reason="concurrency-limit"`)).toBe(4);
  expect(await metric(running, "dispatched_requests_total", narrowLabels)).toBe(1);
  expect(await metric(running, "nominal_limit_seats", 'priority_level="narrow"')).toBe(1);
});

test("requests wait for a seat and then run", async () => {
  const running = await start({ maxReads: 1, maxWrites: 1 });
  await addLevel(running, queuing(50));
  const first = running.call("GET", slowPath(200), undefined, bearer("jane"));
  await expect.poll(() => metric(running, "current_executing_requests", narrowLabels)).toBe(1);
  const later = [
    running.call("GET", maps, undefined, bearer("jane")),
    running.call("POST", maps, { metadata: { name: "late" } }, bearer("jane")),
  ];
  await expect.poll(() => metric(running, "current_inqueue_requests", narrowLabels)).toBe(2);
  expect((await first).code).toBe(504);
  expect((await Promise.all(later)).map(({ code }) => code)).toEqual([200, 201]);
  expect(await metric(running, "current_inqueue_requests", narrowLabels)).toBe(0);
  expect(await metric(running, "request_wait_duration_seconds_count", `${narrowLabels},execute="true"`)).toBe(3);
});

test("a request that waits longer than a quarter of its timeout is refused", async () => {
  const running = await start({ maxReads: 1, maxWrites: 1 });
  await addLevel(running, queuing(1));
  const first = running.call("GET", slowPath(1500), undefined, bearer("jane"));
  await expect.poll(() => metric(running, "current_executing_requests", narrowLabels)).toBe(1);
  const answers = await Promise.all(
    Array.from({ length: 2 }, () => running.call("GET", `${maps}?timeout=400ms`, undefined, bearer("jane"))),
  );
  expect(answers.map(({ code }) => code)).toEqual([429, 429]);
  expect(await metric(running, "rejected_requests_total", `${narrowLabels},reason="time-out"`)).toBe(1);
  expect(await metric(running, "rejected_requests_total", `${narrowLabels},reason="queue-full"`)).toBe(1);
  await first;
});

test("a watch occupies a seat only until it has started", async () => {
  const running = await start({ maxReads: 1, maxWrites: 1 });
  await addLevel(running, queuing(9));
  const watch = await openWatch({ ...running, headers: bearer("jane") }, `${maps}?watch=true`);
  await expect.poll(() => metric(running, "current_executing_requests", narrowLabels)).toBe(0);
  expect((await running.call("GET", maps, undefined, bearer("jane"))).code).toBe(200);
  watch.stop();
});

test("a deleted level and its schema no longer classify requests", async () => {
  const running = await start();
  await addLevel(running, queuing(9));
  const before = headersOf(await running.call("GET", maps, undefined, bearer("jane")));
  await running.call("DELETE", `${group}/flowschemas/narrow`);
  await running.call("DELETE", `${group}/prioritylevelconfigurations/narrow`);
  await expect
    .poll(async () => headersOf(await running.call("GET", maps, undefined, bearer("jane"))))
    .not.toEqual(before);
  expect(headersOf(await running.call("GET", maps, undefined, bearer("jane")))).toEqual(
    await uidsOf(running, "global-default", "global-default"),
  );
});

const dumpLines = async ({ call }: TestServer, name: string) =>
  (await call("GET", `/debug/api_priority_and_fairness/${name}`)).text.split("\n");

test("levels are dumped as kube-apiserver 1.37.1 prints them", async () => {
  const running = await start();
  const lines = await dumpLines(running, "dump_priority_levels");
  expect(lines.filter((line) => !/^(?:exempt|global-default),/.test(line))).toEqual([
    "PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests, ExecutingRequests, DispatchedRequests, RejectedRequests, TimedoutRequests, CancelledRequests",
    "catch-all,         0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "leader-election,   0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "node-high,         0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "system,            0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "workload-high,     0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "workload-low,      0,            true,   false,       0,               0,                 0,                  0,                0,                0",
    "",
  ]);
  const queues = await dumpLines(running, "dump_queues");
  expect(queues[0]).toBe(
    "PriorityLevelName, Index,  PendingRequests, ExecutingRequests, SeatsInUse, NextDispatchR, InitialSeatsSum, MaxSeatsSum, TotalWorkSum",
  );
  expect(queues).toContain(
    "workload-high,     0,      0,               0,                 0,          0.00000000ss,  0,               0,           0.00000000ss",
  );
  expect((await running.call("GET", "/")).json.paths.join()).not.toContain("/debug");
});

test("waiting and executing requests are dumped with their places in the queues", async () => {
  const running = await start({ maxReads: 1, maxWrites: 1 });
  await addLevel(running, queuing(50));
  const first = running.call("GET", slowPath(700), undefined, bearer("jane"));
  await expect.poll(() => metric(running, "current_executing_requests", narrowLabels)).toBe(1);
  const second = running.call("POST", maps, { metadata: { name: "late" } }, bearer("jane"));
  await expect.poll(() => metric(running, "current_inqueue_requests", narrowLabels)).toBe(1);
  const narrowCells = async (name: string) =>
    (await dumpLines(running, name)).filter((line) => line.startsWith("narrow,")).map((line) => line.split(/, */));
  expect((await narrowCells("dump_priority_levels"))[0]?.slice(0, 7)).toEqual([
    "narrow",
    "1",
    "false",
    "false",
    "1",
    "1",
    "1",
  ]);
  const busy = (await narrowCells("dump_queues")).find(([, , pending]) => pending === "1") ?? [];
  expect([busy[3], busy[4], busy[6], busy[7], busy[8]]).toEqual(["1", "1", "1", "1", "0.00300000ss"]);
  const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/);
  const queue = busy[1];
  expect(await narrowCells("dump_requests")).toEqual([
    ["narrow", "narrow", queue, "0", "jane", time, "1", "0", "0s", "0001-01-01T00:00:00Z"],
    ["narrow", "narrow", queue, "-1", "jane", time, "1", "0", "0s", time],
  ]);
  const [waiting] = await narrowCells("dump_requests?includeRequestDetails=1");
  expect(waiting?.slice(10)).toEqual(["jane", "create", maps, "default", "", "v1", "configmaps", ""]);
  await Promise.all([first, second]);
  expect(await narrowCells("dump_requests")).toEqual([]);
});

test("without priority and fairness, the dumps are not found", async () => {
  server = await startTestServer({ priorityAndFairness: false });
  expect((await server.call("GET", "/debug/api_priority_and_fairness/dump_queues")).code).toBe(404);
});
