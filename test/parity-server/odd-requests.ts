/**
 * Requests with odd options, media types, bodies and users at existing paths. The same for every server. Only the
 * initial objects are stored.
 */
import { type PathServer, shownAnswer } from "./odd-paths.ts";

const space = "requests";
const core = `/api/v1/namespaces/${space}`;
const maps = `${core}/configmaps`;
const apps = `/apis/apps/v1/namespaces/${space}`;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const map = (name: string, metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data: { k: "v" },
});
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const pod = { automountServiceAccountToken: false, containers: [{ name: "c", image: "i" }] };

const createdObjects: readonly (readonly [path: string, object: object])[] = [
  ["/api/v1/namespaces", { metadata: { name: space } }],
  [`${core}/serviceaccounts`, { metadata: { name: "default" } }],
  [maps, map("a", { labels: { x: "a" } })],
  [`${core}/pods`, { metadata: { name: "p" }, spec: pod }],
  [`${apps}/deployments`, { metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "b" } }, template } }],
];

const merge = "application/merge-patch+json";
const apply = "application/apply-patch+yaml";
const strategic = "application/strategic-merge-patch+json";

/** Reads with odd options. */
function* reads(): Generator<Request> {
  const get = (path: string, headers?: Readonly<Record<string, string>>): Request => ({
    method: "GET",
    path,
    ...(headers ? { headers } : {}),
  });
  for (const query of [
    ...["limit=-1", "limit=x", "limit=1;x", "limit=%31", "limit=99999999999999999999", "continue=", "continue=x"],
    ...[
      "resourceVersion=x",
      "resourceVersion=-1",
      "resourceVersion=99999999999999999999",
      "resourceVersionMatch=Exact",
    ],
    ...["resourceVersion=0&resourceVersionMatch=Exact", "resourceVersion=1&resourceVersionMatch=bad"],
    ...[
      "labelSelector==",
      "labelSelector=a%20in%20(",
      "labelSelector=!a!",
      "labelSelector=a%20gt%20b",
      "labelSelector=x==a",
    ],
    ...[
      "fieldSelector=a",
      "fieldSelector==",
      "fieldSelector=spec.x=1",
      "fieldSelector=metadata.name=a,metadata.name=b",
    ],
    ...["timeoutSeconds=x", "watch=true&limit=x", "sendInitialEvents=true", "sendInitialEvents=x", "a=%zz", "%zz"],
    ...["watch=true&continue=x", "watch=true&sendInitialEvents=true", "watch=true&sendInitialEvents=false"],
    ...["watch=true&resourceVersionMatch=Exact&resourceVersion=5", "watch=true&fieldSelector=bad=a"],
    "watch=true&resourceVersionMatch=NotOlderThan",
  ])
    yield get(`${maps}?${query}`);
  for (const query of ["export=true", "resourceVersion=0", "limit=x", "fieldSelector=metadata.name=b"])
    yield get(`${maps}/a?${query}`);
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  for (const accept of [
    ...["application/xml", "*/*", "text/*", "application/json;q=0", "application/json;as=Table", ",", "application"],
    ...["application/json;as=Table;v=v2;g=meta.k8s.io", "application/json;as=Nope;g=meta.k8s.io;v=v1", table],
    ...[
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
      "APPLICATION/JSON",
      "application/json;stream=watch",
    ],
    ...["application/cbor", "application/cbor, application/json", `${table},application/xml`],
  ]) {
    yield get(`${maps}/a`, { accept });
    yield get(maps, { accept });
    yield get(`${maps}/none`, { accept });
  }
  for (const accept of ["application/yaml", "application/xml", "text/plain"])
    yield get(`${maps}?watch=true&timeoutSeconds=1`, { accept });
  for (const included of ["None", "Object", "nope", ""]) {
    yield get(`${maps}/a?includeObject=${included}`, { accept: table });
    if (included === "nope") yield get(`${maps}?watch=true&includeObject=${included}`, { accept: table });
  }
}

const optionsOfWrites = [
  ...["dryRun=", "dryRun=x", "dryRun=all", "fieldManager=x", `fieldManager=${"x".repeat(129)}`, "fieldManager=%01"],
  ...[
    "fieldValidation=Strict",
    "fieldValidation=x",
    "fieldValidation=",
    "fieldValidation=Ignore&dryRun=x&fieldManager=%01",
  ],
  ...["force=true", "gracePeriodSeconds=1", "unknown=1"],
];

/** Writes with odd options, media types and bodies. */
function* writes(): Generator<Request> {
  for (const writeOptions of optionsOfWrites) {
    const query = writeOptions.includes("dryRun") ? writeOptions : `${writeOptions}&dryRun=All`;
    yield { method: "POST", path: `${maps}?${query}`, body: map("n") };
    yield { method: "PUT", path: `${maps}/a?${query}`, body: map("a") };
    yield { method: "PATCH", path: `${maps}/a?${query}`, body: { data: { z: "1" } }, type: merge };
    yield { method: "PATCH", path: `${maps}/a?${query}`, body: map("a"), type: apply };
  }
  for (const type of [
    ...[
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "text/json",
      "application/yaml",
      merge,
      apply,
      ";",
      "*/*",
    ],
    ...[
      "application/json;",
      "application/cbor",
      "application/x-www-form-urlencoded",
      "application/json, application/yaml",
    ],
  ]) {
    yield { method: "POST", path: `${maps}?dryRun=All`, body: map("n"), type };
    yield { method: "PUT", path: `${maps}/a?dryRun=All`, body: map("a"), type };
    yield { method: "PATCH", path: `${maps}/a?dryRun=All`, body: map("a"), type };
  }
  const metadata = [
    ...[{ name: "N" }, { name: "n", namespace: "other" }, { name: "n", uid: "x" }, { name: "n", resourceVersion: "5" }],
    ...[
      { name: "n", resourceVersion: "x" },
      { name: 5 },
      { name: "n", deletionTimestamp: "x" },
      { name: "n", labels: { "a b": "c" } },
    ],
    ...[
      { name: "n", managedFields: [{}] },
      { name: "n", finalizers: ["x"] },
      { name: "n", ownerReferences: [{}] },
    ],
  ];
  for (const body of [...metadata.map((each) => ({ metadata: each })), { metadata: 5 }]) {
    yield { method: "POST", path: `${maps}?dryRun=All`, body };
    yield { method: "PUT", path: `${maps}/a?dryRun=All`, body };
  }
  for (const body of [
    "",
    "{",
    "null",
    "{} {}",
    '{"data":{"a":1}}',
    '{"unknown":1,"data":{},"data":{},"metadata":{"name":"n"}}',
  ]) {
    yield { method: "POST", path: `${maps}?dryRun=All`, body };
    yield { method: "POST", path: `${maps}?dryRun=All&fieldValidation=Strict`, body };
  }
  for (const body of ["{}", "null", "[]", "x", '{"metadata":{"name":"b"}}', '{"data":null}'])
    for (const type of [merge, strategic]) yield { method: "PATCH", path: `${maps}/a?dryRun=All`, body, type };
  const json = "application/json-patch+json";
  for (const body of [
    "[]",
    "{}",
    '[{"op":"x","path":"/a"}]',
    '[{"op":"remove","path":"/nope"}]',
    '[{"op":"add","path":"/data/a"}]',
  ])
    yield { method: "PATCH", path: `${maps}/a?dryRun=All`, body, type: json };
}

/** Deletions with odd options, none of which deletes an object. */
function* deletions(): Generator<Request> {
  for (const query of [
    ...["dryRun=x", "dryRun=", "gracePeriodSeconds=x&dryRun=All", "propagationPolicy=x&dryRun=All", "dryRun=All&uid=x"],
    ...["propagationPolicy=Orphan&orphanDependents=true&dryRun=All", "dryRun=All", "dryRun=All&gracePeriodSeconds=0"],
  ]) {
    yield { method: "DELETE", path: `${maps}/a?${query}` };
    if (!query.includes("uid")) yield { method: "DELETE", path: `${maps}?labelSelector=none&${query}` };
  }
  const inBody = { dryRun: ["All"] };
  for (const body of [
    ...[
      { dryRun: ["x"] },
      { ...inBody, gracePeriodSeconds: "1" },
      { ...inBody, preconditions: { uid: "x" } },
      { dryRun: "All" },
    ],
    ...[
      { ...inBody, propagationPolicy: "x" },
      { ...inBody, unknown: 1 },
      { ...inBody, kind: "Nope", apiVersion: "v1" },
    ],
    ...[{ ...inBody, kind: "DeleteOptions", apiVersion: "apps/v1" }, "{", "x", "{} {}"],
  ])
    yield { method: "DELETE", path: `${maps}/a?dryRun=All`, body };
}

/** Writes to subresources, and reviews. */
function* subresourceRequests(): Generator<Request> {
  for (const spec of [{}, { replicas: 1 }, { replicas: -1 }, { replicas: "x" }, { replicas: 1, foo: 1 }]) {
    for (const name of ["d", "e"])
      yield { method: "PUT", path: `${apps}/deployments/d/scale?dryRun=All`, body: { metadata: { name }, spec } };
  }
  for (const method of ["POST", "DELETE"]) yield { method, path: `${apps}/deployments/d/scale` };
  for (const target of [{}, { name: "n" }, { kind: "Pod", name: "n" }, { kind: "Node", name: "" }])
    yield { method: "POST", path: `${core}/pods/p/binding?dryRun=All`, body: { target } };
  for (const name of ["p", "q"])
    yield { method: "POST", path: `${core}/pods/p/eviction?dryRun=All`, body: { metadata: { name } } };
  for (const finalizers of [[], ["a.b/c"]])
    yield {
      method: "PUT",
      path: `${core}/finalize?dryRun=All`,
      body: { metadata: { name: space }, spec: { finalizers } },
    };
  const authorization = "/apis/authorization.k8s.io/v1";
  for (const spec of [
    {},
    { user: "u" },
    { nonResourceAttributes: {}, resourceAttributes: {} },
    { user: "u", resourceAttributes: { verb: "get" } },
  ]) {
    yield { method: "POST", path: `${authorization}/subjectaccessreviews`, body: { spec } };
    yield { method: "POST", path: `${authorization}/selfsubjectaccessreviews`, body: { spec } };
    yield { method: "POST", path: `${authorization}/namespaces/${space}/localsubjectaccessreviews`, body: { spec } };
  }
}

/** Requests with odd impersonation headers. */
function* users(): Generator<Request> {
  const acting: readonly Readonly<Record<string, string>>[] = [
    { "impersonate-user": "joe" },
    { "impersonate-user": "" },
    { "impersonate-user": "system:anonymous" },
    { "impersonate-user": `system:serviceaccount:${space}:default` },
    { "impersonate-user": `system:serviceaccount:${space}` },
    { "impersonate-user": "joe", "impersonate-group": "system:masters" },
    { "impersonate-user": "joe", "impersonate-extra-acme.com%2fproject": "x", "impersonate-uid": "5" },
    { "impersonate-user": "jo e", "impersonate-group": "system:unauthenticated" },
  ];
  for (const headers of acting) {
    for (const path of [`${maps}/a`, "/healthz", "/api", "/metrics", `${core}/pods/p/log`])
      yield { method: "GET", path, headers };
    yield { method: "POST", path: `${maps}?dryRun=All`, body: map("z"), headers };
    yield { method: "DELETE", path: `${maps}?dryRun=All`, headers };
  }
}

/** UIDs, times and resource versions, which differ between servers. */
const generatedValue =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:]+Z|(?<=resourceVersion\\?":\\?")\d+/g;

/** @returns a line for each request with its response */
export async function* playRequests(server: PathServer): AsyncGenerator<string> {
  const json = { "content-type": "application/json" };
  for (const [path, object] of createdObjects) await server.exchange("POST", path, JSON.stringify(object), json);
  for (const request of [...reads(), ...writes(), ...deletions(), ...subresourceRequests(), ...users()]) {
    const { method, path, body, type = method === "PATCH" ? merge : "application/json", headers = {} } = request;
    const sent = typeof body === "object" ? JSON.stringify(body) : body;
    const typed = sent === undefined ? headers : { ...headers, "content-type": type };
    const { code, text } = await server.exchange(method, path, sent, typed);
    const requestText = [type === "application/json" ? "" : type, Object.entries(headers).join(" "), sent ?? ""]
      .filter(Boolean)
      .join(" ");
    const name = path.replaceAll("x".repeat(129), "long");
    yield `${method} ${name} ${requestText}: ${code} ${shownAnswer(text)}`.replace(generatedValue, "CHANCE");
  }
}
