/**
 * Exact status causes of kube-apiserver 1.37.1, which clients count, and responses that distinguish null from empty.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const merge = { "content-type": "application/merge-patch+json" };
const inDefault = "/api/v1/namespaces/default";
const workloads = "/apis/apps/v1/namespaces/default";
const jobs = "/apis/batch/v1/namespaces/default/jobs";

async function causesOf(path: string, object: object): Promise<unknown> {
  const { code, json } = await server.call("POST", `${path}?dryRun=All`, object);
  expect(code).toBe(422);
  return json.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
}

const unnamed = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "A_", image: "" }] } };
const workload = (selector: object) => ({ metadata: { name: "web" }, spec: { selector, template: unnamed } });
const existsWithValues = { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] };
const notEmpty = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

test.each([
  { kind: "deployments", words: ": invalid label selector" },
  { kind: "replicasets", words: ": invalid label selector" },
  { kind: "statefulsets", words: "" },
])("the template of $kind is not validated while the selector is invalid", async ({ kind, words }) => {
  expect(await causesOf(`${workloads}/${kind}`, workload(existsWithValues))).toEqual([
    `spec.selector.matchExpressions[0].values: Forbidden: ${notEmpty}`,
    `spec.selector: Invalid value: ${JSON.stringify(existsWithValues)}${words}`,
  ]);
});

test("the template of a DaemonSet is validated whatever its selector is", async () => {
  const causes = await causesOf(`${workloads}/daemonsets`, workload(existsWithValues));
  expect(causes).toHaveLength(3);
});

test("invalid operators and values of selectors are refused with kube-apiserver's messages", async () => {
  const matchExpressions = [
    { key: "a", operator: "Is" },
    { key: "a", operator: "In" },
  ];
  expect(await causesOf(`${workloads}/deployments`, workload({ matchExpressions }))).toEqual([
    'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
    "spec.selector.matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    expect.stringContaining("spec.selector: Invalid value: "),
  ]);
});

const scopedTo = (...matchExpressions: object[]) => ({ scopeSelector: { matchExpressions } });
const bestEffort = { scopeName: "BestEffort", operator: "Exists" };

test.each([
  {
    name: "an unknown scope",
    spec: { scopes: ["No"] },
    causes: ['spec.scopes: Invalid value: ["No"]: unsupported scope'],
  },
  {
    name: "a scope that does not match a resource",
    spec: { hard: { services: "1" }, scopes: ["BestEffort"] },
    causes: ['spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource'],
  },
  {
    name: "scopes that exclude each other, reported once",
    spec: { scopes: ["BestEffort", "NotBestEffort", "BestEffort"] },
    causes: ['spec.scopes: Invalid value: ["BestEffort","NotBestEffort","BestEffort"]: conflicting scopes'],
  },
  {
    name: "an unknown scope of a selector",
    spec: scopedTo({ scopeName: "No", operator: "Exists" }),
    causes: ['spec.scopeSelector.matchExpressions.scopeName: Invalid value: "No": unsupported scope'],
  },
  {
    name: "a scope of a selector that does not fit a resource",
    spec: { hard: { services: "1" }, ...scopedTo(bestEffort) },
    causes: [
      'spec.scopeSelector.matchExpressions: Invalid value: {"MatchExpressions":[{"ScopeName":"BestEffort","Operator":"Exists","Values":null}]}: unsupported scope applied to resource',
    ],
  },
  {
    name: "scopes of a selector that exclude each other",
    spec: scopedTo(bestEffort, { scopeName: "NotBestEffort", operator: "Exists" }),
    causes: ["spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes"],
  },
])("a quota with $name", async ({ spec, causes }) => {
  expect(await causesOf(`${inDefault}/resourcequotas`, { metadata: { name: "q" }, spec })).toEqual(causes);
});

test("the metadata of an event is validated only if the rest is valid", async () => {
  const other = { metadata: {}, involvedObject: { namespace: "other" } };
  const nameless = { metadata: {} };
  expect(await causesOf(`${inDefault}/events`, other)).toEqual([
    'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
  ]);
  expect(await causesOf(`${inDefault}/events`, nameless)).toEqual([expect.stringContaining("metadata.name: ")]);
});

test("cluster IPs after None are validated", async () => {
  const spec = { ports: [{ port: 80 }], clusterIP: "None", clusterIPs: ["None", "a"] };
  expect(await causesOf(`${inDefault}/services`, { metadata: { name: "s" }, spec })).toEqual(
    expect.arrayContaining([
      'spec.clusterIPs: Invalid value: ["None","a"]: \'None\' must be the first and only value',
      expect.stringContaining('spec.clusterIPs[1]: Invalid value: "a": '),
    ]),
  );
});

const job = {
  metadata: { name: "zero" },
  spec: { suspend: true, template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } } },
};

test("a Job whose startTime is the zero time, which is written as null, counts as started", async () => {
  await server.call("POST", jobs, job);
  const startTime = "0001-01-01T00:00:00Z";
  const begun = await server.call("PATCH", `${jobs}/zero/status`, { status: { startTime } }, merge);
  expect([begun.code, begun.json.status]).toEqual([200, expect.objectContaining({ startTime: null })]);
  const template = { metadata: { labels: { a: "b" } } };
  const changed = await server.call("PATCH", `${jobs}/zero`, { spec: { template } }, merge);
  expect([changed.code, changed.json.details.causes[0].field]).toEqual([422, "spec.template"]);
  await server.call("PATCH", `${jobs}/zero`, { spec: { suspend: false } }, merge);
  const ended = await server.call("PATCH", `${jobs}/zero/status`, { status: { startTime: null } }, merge);
  expect([ended.code, ended.json.details.causes]).toEqual([
    422,
    [
      {
        field: "status.startTime",
        reason: "FieldValueInvalid",
        message: "Invalid value: null: field is immutable for unsuspended job once set",
      },
    ],
  ]);
});

test.each([
  { given: { extra: { a: null }, groups: [] }, answered: { extra: { a: null } } },
  { given: { extra: { a: [] } }, answered: { extra: { a: [] } } },
  { given: { extra: {} }, answered: {} },
])("an access review with $given is returned as Go writes it", async ({ given, answered }) => {
  const reviewSpec = { user: "jane", resourceAttributes: { verb: "get", resource: "pods" } };
  const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  const { code, json } = await server.call("POST", reviews, { spec: { ...reviewSpec, ...given } });
  expect([code, json.spec]).toEqual([201, { ...reviewSpec, ...answered }]);
});

const pod = { restartPolicy: "Always", containers: [{ name: "a", image: "a" }] };
const cronJob = (schedule: string) => ({
  metadata: { name: "c" },
  spec: { schedule, jobTemplate: { spec: { template: { spec: pod } } } },
});

test.each([
  ["61 * * * *", "end of range (61) above maximum (59): 61"],
  ["61 25 * * *", "end of range (61) above maximum (59): 61"],
  ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
  ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
  ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
  ["*/2/3 * * * *", "too many slashes: */2/3"],
  ["*/0 * * * *", "step of range should be a positive number: */0"],
  ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ["* * *", "expected exactly 5 fields, found 3: [* * *]"],
  ["@often", "unrecognized descriptor: @often"],
  ["@every x", 'failed to parse duration @every x: time: invalid duration "x"'],
])("the schedule %s is refused once, with the message of the cron parser", async (schedule, words) => {
  const path = "/apis/batch/v1/namespaces/default/cronjobs";
  expect(await causesOf(path, cronJob(schedule))).toEqual([
    `spec.schedule: Invalid value: ${JSON.stringify(schedule)}: ${words}`,
    'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  ]);
});

test.each([
  ["example.com/web", 1, 7_862_400],
  ["example.com/web", 7_862_401, 7_862_400],
  ["kubernetes.io/kube-apiserver-client-pod", 86_401, 86_400],
])(
  "a certificate request to %s for %d seconds is refused with the limits of the signer",
  async (signerName, seconds, most) => {
    const path = "/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests";
    const request = { metadata: { name: "web-0" }, spec: { signerName, maxExpirationSeconds: seconds } };
    expect(await causesOf(path, request)).toContain(
      `spec.maxExpirationSeconds: Invalid value: ${seconds}: must be in the range [3600, ${most}]`,
    );
  },
);

test("requests above limits, unnamed ports and ready replicas above replicas get kube-apiserver's messages", async () => {
  const resources = { requests: { cpu: "2" }, limits: { cpu: "1" } };
  const greedy = { metadata: { name: "p" }, spec: { containers: [{ name: "a", image: "a", resources }] } };
  expect(await causesOf(`${inDefault}/pods`, greedy)).toEqual([
    'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
  ]);
  const ports = { metadata: { name: "s" }, spec: { ports: [{ port: 1 }, { port: 2, name: "b" }] } };
  expect(await causesOf(`${inDefault}/services`, ports)).toEqual(["spec.ports[0].name: Required value"]);
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "a" }] } };
  const web = { metadata: { name: "web" }, spec: { selector: { matchLabels: { a: "b" } }, template } };
  await server.call("POST", `${workloads}/deployments`, web);
  const status = { status: { replicas: 2, readyReplicas: 3 } };
  const { json } = await server.call("PATCH", `${workloads}/deployments/web/status`, status, merge);
  expect(json.details.causes[0].message).toBe("Invalid value: 3: cannot be greater than status.replicas");
});

test("a time that Go cannot parse is refused with Go's message", async () => {
  const timed = { ...job, status: { startTime: "2026-01-31T12:00:00Zx" } };
  const { code, json } = await server.call("POST", jobs, timed);
  expect([code, json.message]).toEqual([
    400,
    'Job in version "v1" cannot be handled as a Job: parsing time "2026-01-31T12:00:00Zx": extra text: "x"',
  ]);
});

const general = "must be a standard resource type or fully qualified";
const containerResourceMessage = "must be a standard resource for containers";

test.each([
  { name: "a", words: [general, containerResourceMessage] },
  { name: "pods", words: [containerResourceMessage] },
  { name: "Z_", words: [expect.stringContaining("name part must consist of"), containerResourceMessage] },
])("all causes for the overhead of the resource $name have the same field", async ({ name, words }) => {
  const runtimeClass = { metadata: { name: "r" }, handler: "r", overhead: { podFixed: { [name]: "1" } } };
  const { json } = await server.call("POST", "/apis/node.k8s.io/v1/runtimeclasses?dryRun=All", runtimeClass);
  const field = `overhead.limits[${name}]`;
  const withoutValue = (text: string) => text.replace(`Invalid value: "${name}": `, "");
  expect(
    json.details.causes.map((cause: { field: string; message: string }) => [cause.field, withoutValue(cause.message)]),
  ).toEqual(expect.arrayContaining(words.map((text) => [field, text])));
  expect(json.details.causes).toHaveLength(words.length);
});
