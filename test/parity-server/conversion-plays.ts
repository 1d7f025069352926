/**
 * Writes of a custom resource in three versions that a webhook converts, while webhooks and policies each request one
 * version. Records the requests to the webhooks and the responses. The same plays for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { HookHandler, HookRequest, HookServer } from "../server/webhook/hook-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
type Json = any;

export interface PlayedServer {
  call(
    method: string,
    path: string,
    body?: unknown,
    type?: string,
  ): Promise<{ readonly code: number; readonly body: Json }>;
  /** Returns the body of the response to a GET that the server ends. */
  read(path: string): Promise<string>;
  /** Resolves when changes of webhooks and policies are in effect. */
  settled(): Promise<void>;
}

const group = "versions.example.com";
const text = { type: "string" };
const count = { type: "integer" };
const schema = (spec: object) => ({
  openAPIV3Schema: {
    type: "object",
    properties: { spec: { type: "object", properties: spec }, status: { type: "object", properties: { n: count } } },
  },
});
const subresources = { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.n" } };
const storedProperties = { hostPort: { ...text, maxLength: 12 }, replicas: count };
const splitProperties = { host: { ...text, maxLength: 30 }, port: text, replicas: count };
const versions = [
  { name: "v1", served: true, storage: true, schema: schema(storedProperties), subresources },
  {
    name: "v2",
    served: true,
    storage: false,
    selectableFields: [{ jsonPath: ".spec.host" }],
    schema: schema({ ...splitProperties, mode: { ...text, default: "m" } }),
    subresources,
  },
  { name: "v3", served: true, storage: false, schema: schema(splitProperties), subresources },
];

/** Converts an object: `v1` has one text for two fields of the other versions. */
function convertedTo(apiVersion: string, object: Json): Json {
  const { hostPort, host, port, mode: _lost, ...others } = object.spec ?? {};
  // kube-apiserver may send a partial object without metadata, but rejects a converted object without it.
  const { metadata = {} } = object;
  if (apiVersion.endsWith("/v1")) {
    return { ...object, metadata, apiVersion, spec: { hostPort: hostPort ?? `${host}:${port}`, ...others } };
  }
  const [first, second] = hostPort === undefined ? [host, port] : hostPort.split(":");
  return { ...object, metadata, apiVersion, spec: { host: first, port: second, ...others } };
}

/** The behavior that the webhook currently plays. */
export interface Acting {
  /** JSON patches by the path of the request to the webhook. */
  patches: Readonly<Record<string, unknown>>;
  /** The error of conversions; empty if they succeed. */
  fault: string;
}

export const actor =
  (acting: Acting): HookHandler =>
  ({ path, review }: HookRequest) => {
    const { uid, desiredAPIVersion, objects, object } = review.request;
    const { apiVersion, kind } = review;
    if (path !== "/convert") {
      const patch = object && acting.patches[path.slice(1)];
      const patched = patch
        ? { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") }
        : {};
      return { body: { apiVersion, kind, response: { uid, allowed: true, ...patched } } };
    }
    const fault = objects.some((each: Json) => each.spec?.host === "odd") ? "an odd host" : acting.fault;
    const response = fault
      ? { result: { status: "Failed", message: fault } }
      : {
          convertedObjects: objects.map((each: Json) => convertedTo(desiredAPIVersion, each)),
          result: { status: "Success" },
        };
    return { body: { apiVersion, kind, response: { uid, ...response } } };
  };

const path = (version: string, name = "") => `/apis/${group}/${version}/namespaces/default/things${name && `/${name}`}`;
const managerQuery = "?fieldManager=me";
const merge = "application/merge-patch+json";
const apply = "application/apply-patch+yaml";
const thing = (version: string, name: string, spec: object) => ({
  apiVersion: `${group}/${version}`,
  kind: "Thing",
  metadata: { name },
  spec,
});
const specIn = (version: string, host: string, port: string) =>
  version === "v1" ? { hostPort: `${host}:${port}` } : { host, port };

const sortedFields = (value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

const versionIn = ({ apiVersion = "" }: Json): string => apiVersion.split("/")[1] ?? "";

function shownObject({ apiVersion, spec, status, metadata: { labels, generation, managedFields = [] } }: Json): string {
  const owners = managedFields
    .map((each: Json) => [
      each.manager,
      each.operation,
      versionIn(each),
      JSON.stringify(each.fieldsV1),
      each.subresource,
    ])
    .map((each: unknown) => JSON.stringify(each))
    .sort();
  return JSON.stringify({ version: apiVersion, spec: sortedFields(spec), status, labels, generation, owners });
}

function shownBody(body: Json): string {
  if (body.kind === "Status") return `${body.status} ${body.reason ?? ""}: ${body.message ?? ""}`;
  if (!body.items) return shownObject(body);
  const items = body.items.map((each: Json) => [versionIn(each), each.metadata.name, sortedFields(each.spec)]);
  return JSON.stringify(items);
}

function shownQuestion({ path: asked, review: { request } }: HookRequest): string {
  const { operation, subResource = "", kind, requestKind, resource, requestResource, object, oldObject } = request;
  const shortForm = (each: Json) =>
    each ? JSON.stringify([versionIn(each), sortedFields(each.spec), each.metadata.labels]) : "-";
  const forms = `${kind.version}, ${resource.version} for ${requestKind.version}, ${requestResource.version}`;
  return `  ${asked} ${operation} ${subResource} ${forms}: ${shortForm(object)} was ${shortForm(oldObject)}`;
}

/** Plays everything. Yields a line for each response, followed by the requests to webhooks. */
export async function* playConversions(server: PlayedServer, hook: HookServer, acting: Acting): AsyncGenerator<string> {
  const registrations = "/apis/admissionregistration.k8s.io/v1";
  const clientConfig = (at: string) => ({
    url: `https://127.0.0.1:${hook.ports.good}/${at}`,
    caBundle: hook.caBundle,
  });
  let step = 0;
  /** Validating webhooks are called in parallel, so their requests are sorted. */
  async function* send(title: string, ...[method, at, body, type]: Parameters<PlayedServer["call"]>) {
    hook.requests.length = 0;
    const answer = await server.call(method, at, body, type);
    const questions = hook.requests.filter((each) => each.path !== "/convert").map(shownQuestion);
    yield `${++step} ${title}: ${answer.code} ${shownBody(answer.body)}`;
    yield* questions.some((each) => each.startsWith("  /m")) ? questions : new Set(questions.sort());
  }

  async function* playWrites(tag: string) {
    const nameOf = (letter: string) => `${tag}${letter}`;
    const patchRequest = (version: string, letter: string, patch: object, more = "") =>
      ["PATCH", path(version, nameOf(letter)) + managerQuery + more, patch, merge] as const;
    const applyRequest = (host: string) =>
      [
        "PATCH",
        `${path("v2", nameOf("e"))}?fieldManager=ap`,
        thing("v2", nameOf("e"), { host, port: "5" }),
        apply,
      ] as const;
    const createRequest = (version: string, letter: string, host: string, port: string, more = "") =>
      [
        "POST",
        path(version) + managerQuery + more,
        thing(version, nameOf(letter), specIn(version, host, port)),
      ] as const;
    yield* send(`${tag} create v2`, ...createRequest("v2", "a", "h", "1"));
    yield* send(`${tag} create v1`, ...createRequest("v1", "b", "i", "2"));
    yield* send(`${tag} create v3`, ...createRequest("v3", "c", "k", "3"));
    yield* send(`${tag} create v2, dry run`, ...createRequest("v2", "d", "h", "1", "&dryRun=All"));
    yield* send(`${tag} change v2`, ...patchRequest("v2", "a", { spec: { host: "hh" } }));
    yield* send(`${tag} change v1`, ...patchRequest("v1", "a", { spec: { hostPort: "z:9" } }));
    yield* send(`${tag} change v3, dry run`, ...patchRequest("v3", "a", { spec: { port: "77" } }, "&dryRun=All"));
    yield* send(`${tag} change nothing v2`, ...patchRequest("v2", "a", { spec: { host: "z" } }));
    yield* send(`${tag} apply v2`, ...applyRequest("e"));
    yield* send(`${tag} apply v2 again`, ...applyRequest("f"));
    yield* send(`${tag} too long for v1`, ...createRequest("v2", "l", "hhhhhhhhhhhhhhhhhh", "1"));
    yield* send(
      `${tag} too long for v1 by an update`,
      ...patchRequest("v2", "a", { spec: { host: "hhhhhhhhhhhhhhhhhh" } }),
    );
    yield* send(`${tag} get v2`, "GET", path("v2", nameOf("a")));
    yield* send(`${tag} get v1`, "GET", path("v1", nameOf("a")));
    yield* send(`${tag} no replicas`, "GET", `${path("v2", nameOf("a"))}/scale`);
    yield* send(`${tag} list`, "GET", `${path("v2")}?fieldSelector=spec.host%3Df`);
    yield* send(`${tag} finalizer v2`, ...patchRequest("v2", "c", { metadata: { finalizers: ["a.b/c"] } }));
    yield* send(`${tag} delete v2, held`, "DELETE", path("v2", nameOf("c")));
    yield* send(`${tag} no finalizer v3`, ...patchRequest("v3", "c", { metadata: { finalizers: null } }));
    yield* send(`${tag} delete v2`, "DELETE", path("v2", nameOf("a")));
    yield* send(`${tag} delete all v3`, "DELETE", path("v3"));
  }

  const rules = (each: string, resource = "things") => [
    { apiGroups: [group], apiVersions: [each], resources: [resource], operations: ["CREATE", "UPDATE", "DELETE"] },
  ];
  async function* playUnderHooks(
    sort: "validating" | "mutating",
    hooks: readonly (readonly [name: string, version: string, matchPolicy: string, more?: object])[],
    plays: () => AsyncGenerator<string>,
  ) {
    const configurations = `${registrations}/${sort}webhookconfigurations`;
    const webhooks = hooks.map(([name, version, matchPolicy, more]) => ({
      name: `${name}.example.com`,
      clientConfig: clientConfig(name),
      rules: rules(version),
      matchPolicy,
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      failurePolicy: "Ignore",
      ...(sort === "mutating" ? { reinvocationPolicy: "IfNeeded" } : {}),
      ...more,
    }));
    await server.call("POST", configurations, { metadata: { name: "versions" }, webhooks });
    await server.settled();
    yield* plays();
    await server.call("DELETE", `${configurations}/versions`);
    await server.settled();
  }

  /** @param spec - the spec of the policy without its match constraints */
  async function* playUnderPolicy(
    sort: "validating" | "mutating",
    version: string,
    spec: object,
    plays: () => AsyncGenerator<string>,
  ) {
    const [policies, bindings] = [`${sort}admissionpolicies`, `${sort}admissionpolicybindings`];
    const metadata = { name: "versions" };
    const [rule] = rules(version);
    const matchConstraints = { resourceRules: [{ ...rule, operations: ["CREATE", "UPDATE"] }] };
    const actions = sort === "validating" ? { validationActions: ["Deny"] } : {};
    await server.call("POST", `${registrations}/${policies}`, { metadata, spec: { matchConstraints, ...spec } });
    await server.call("POST", `${registrations}/${bindings}`, {
      metadata,
      spec: { policyName: "versions", ...actions },
    });
    await server.settled();
    yield* plays();
    for (const each of [policies, bindings]) await server.call("DELETE", `${registrations}/${each}/versions`);
    await server.settled();
  }

  async function* playFailing(title: string, name: string) {
    acting.fault = "no way";
    yield* send(title, "POST", path("v1") + managerQuery, thing("v1", name, { hostPort: "a:0" }));
    acting.fault = "";
  }

  const conversion = {
    strategy: "Webhook",
    webhook: { clientConfig: clientConfig("convert"), conversionReviewVersions: ["v1"] },
  };
  const names = { plural: "things", kind: "Thing" };
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: `things.${group}` },
    spec: { group, scope: "Namespaced", names, versions, conversion },
  });
  while ((await server.call("GET", path("v3"))).code !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  await server.settled();

  yield* playWrites("n");
  yield* applies();
  yield* watches();
  yield* scales();
  const each = [
    ["v1e", "v1", "Equivalent"],
    ["v1x", "v1", "Exact"],
    ["v2e", "v2", "Equivalent"],
    ["v2x", "v2", "Exact"],
  ] as const;
  yield* playUnderHooks("validating", each, async function* () {
    yield* playWrites("v");
    yield* playFailing("a webhook that validates needs v2", "f");
  });
  const changing = [
    ["m1e", "v1", "Equivalent"],
    ["m2e", "v2", "Equivalent"],
    ["m1again", "v1", "Equivalent"],
  ] as const;
  yield* playUnderHooks("mutating", changing, async function* () {
    yield* playWrites("m");
    acting.patches = {
      m1e: [{ op: "add", path: "/metadata/labels", value: { one: "1" } }],
      m2e: [{ op: "replace", path: "/spec/port", value: "42" }],
    };
    yield* playWrites("w");
    acting.patches = { m1e: [{ op: "replace", path: "/spec/hostPort", value: "q:7" }] };
    yield* playWrites("x");
    acting.patches = {};
    yield* playFailing("a webhook that changes needs v2", "f");
  });
  yield* playUnderHooks("mutating", [["m2e", "v2", "Equivalent"]], patches);
  const inRow = [
    ["m2e", "v2", "Equivalent"],
    ["m2again", "v2", "Equivalent"],
    ["m1e", "v1", "Equivalent"],
    ["m2labelled", "v2", "Equivalent", { objectSelector: { matchLabels: { new: "label" } } }],
  ] as const;
  yield* playUnderHooks("mutating", inRow, rows);
  const free = { "x-kubernetes-preserve-unknown-fields": true, type: "object" };
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: `plains.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "plains", kind: "Plain" },
      versions: ["v1", "v2"].map((name) => {
        const spec = { ...free, properties: { [name]: { type: "string", default: "default" } } };
        const openAPIV3Schema = { type: "object", properties: { spec } };
        return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema } };
      }),
    },
  });
  await server.settled();
  const plainRow = [
    ["m2e", "v2", "Equivalent", { rules: rules("v2", "plains") }],
    ["m2again", "v2", "Equivalent", { rules: rules("v2", "plains") }],
    ["m1e", "v1", "Equivalent", { rules: rules("v1", "plains") }],
  ] as const;
  yield* playUnderHooks("mutating", plainRow, playWithoutWebhook);
  const validation = {
    expression: "object.spec.hostPort != 'bad:1' && (oldObject == null || oldObject.spec.hostPort != '')",
    messageExpression: "object.spec.hostPort + ' ' + request.kind.version + ' for ' + request.requestKind.version",
  };
  yield* playUnderPolicy("validating", "v1", { validations: [validation] }, async function* () {
    yield* playWrites("p");
    for (const version of ["v1", "v2", "v3"]) {
      yield* send(
        `bad ${version}`,
        "POST",
        path(version) + managerQuery,
        thing(version, "bad", specIn(version, "bad", "1")),
      );
    }
  });
  yield* playUnderPolicy("validating", "v2", { validations: [{ expression: "object.spec.host != 'bad'" }] }, () =>
    playFailing("a policy that validates needs v2", "f"),
  );
  const longer = "[JSONPatch{op: 'add', path: '/spec/port', value: object.spec.port + object.spec.?mode.orValue('-')}]";
  const mutation = { patchType: "JSONPatch", jsonPatch: { expression: longer } };
  yield* playUnderPolicy(
    "mutating",
    "v2",
    { reinvocationPolicy: "Never", mutations: [mutation, mutation] },
    async function* () {
      yield* playFailing("a policy that changes needs v2", "f");
      yield* playWrites("q");
    },
  );

  yield* parameters();

  /** A policy whose parameters are objects of each version. */
  async function* parameters() {
    const [policies, bindings] = ["validatingadmissionpolicies", "validatingadmissionpolicybindings"];
    const metadata = { name: "parameters" };
    const fields = ["hostPort", "host"].map((field) => `params.spec.?${field}.orValue('-')`);
    const seen = ["params.apiVersion", ...fields].join(" + ' ' + ");
    yield* send("parameters", "POST", path("v1") + managerQuery, thing("v1", "p", { hostPort: "good:1" }));
    const matchConstraints = {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    };
    for (const [version, paramRef] of [
      ["v1", { name: "p" }],
      ["v2", { name: "p" }],
      ["v3", { selector: {} }],
    ] as const) {
      const validations = [{ expression: "false", messageExpression: seen }];
      const paramKind = { apiVersion: `${group}/${version}`, kind: "Thing" };
      await server.call("POST", `${registrations}/${policies}`, {
        metadata,
        spec: { paramKind, matchConstraints, validations },
      });
      await server.call("POST", `${registrations}/${bindings}`, {
        metadata,
        spec: {
          policyName: "parameters",
          validationActions: ["Deny"],
          paramRef: { ...paramRef, parameterNotFoundAction: "Deny" },
        },
      });
      await server.settled();
      const requests = [
        "POST",
        "/api/v1/namespaces/default/configmaps?dryRun=All",
        { metadata: { name: "asks" } },
      ] as const;
      yield* send(`with parameters in ${version}`, ...requests);
      acting.fault = "no way";
      yield* send(`with parameters in ${version} that are converted already`, ...requests);
      const change = { spec: version === "v1" ? { hostPort: "new:1" } : { host: version } };
      acting.fault = "";
      yield* send(`change of the parameters in ${version}`, "PATCH", path(version, "p") + managerQuery, change, merge);
      await server.settled();
      yield* send(`with other parameters in ${version}`, ...requests);
      for (const each of [policies, bindings]) await server.call("DELETE", `${registrations}/${each}/parameters`);
      await server.settled();
    }
    yield* send("delete all parameters", "DELETE", path("v1"));
  }

  /** Applies of one manager in one version after the other. */
  async function* applies() {
    const applyRequest = (version: string, manager: string, host: string, more: object = {}) => {
      const sent = thing(version, "o", specIn(version, host, "1"));
      const body = { ...sent, metadata: { ...sent.metadata, ...more } };
      return ["PATCH", `${path(version, "o")}?fieldManager=${manager}&force=true`, body, apply] as const;
    };
    const labels = { labels: { a: "b" } };
    yield* send("applied in v1", ...applyRequest("v1", "one", "h", labels));
    yield* send("applied in v2 with the same labels", ...applyRequest("v2", "one", "h", labels));
    yield* send("applied in v3 without labels", ...applyRequest("v3", "one", "i"));
    yield* send(
      "applied in v1 by another",
      ...applyRequest("v1", "two", "j", { labels: { a: "c" }, annotations: { x: "y" } }),
    );
    yield* send("applied in v2 by the first", ...applyRequest("v2", "one", "k", { annotations: { x: "z" } }));
    yield* send("applied in v3 by the other", ...applyRequest("v3", "two", "l"));
    yield* send("delete what is applied", "DELETE", path("v1", "o"));
  }

  async function* watches() {
    yield* send("create before watches", "POST", path("v1") + managerQuery, thing("v1", "w0", { hostPort: "a:0" }));
    const { body } = await server.call("GET", path("v2"));
    const behind = `watch=1&timeoutSeconds=4&resourceVersion=${body.metadata.resourceVersion}`;
    const requests = [
      `${path("v2")}?watch=1&timeoutSeconds=4&fieldSelector=spec.host%3Da`,
      `${path("v2")}?watch=1&timeoutSeconds=4&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&fieldSelector=spec.host%3Da`,
      `${path("v2")}?${behind}&fieldSelector=spec.host%3Da`,
      `${path("v2")}?${behind}&fieldSelector=spec.host!%3Da`,
      `${path("v3")}?${behind}`,
    ];
    const reading = requests.map((each) => server.read(each));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const patchSpec = (version: string, spec: object) =>
      ["PATCH", path(version, "w1") + managerQuery, { spec }, merge] as const;
    yield* send("comes as b", "POST", path("v1") + managerQuery, thing("v1", "w1", { hostPort: "b:0" }));
    yield* send("becomes a", ...patchSpec("v3", { host: "a" }));
    yield* send("stays a", ...patchSpec("v3", { port: "5" }));
    yield* send("becomes c", ...patchSpec("v2", { host: "c" }));
    yield* send("is deleted", "DELETE", path("v3", "w0"));
    for (const [index, lines] of (await Promise.all(reading)).entries()) {
      yield `watch ${index}`;
      for (const { type, object } of lines
        .trim()
        .split("\n")
        .map((line): Json => JSON.parse(line))) {
        const isEnd = type === "BOOKMARK" && object.metadata.annotations !== undefined;
        if (isEnd) yield "  the initial events end";
        else if (type !== "BOOKMARK")
          yield `  ${type} ${versionIn(object)} ${object.metadata.name} ${JSON.stringify(object.spec)}`;
      }
    }
    yield* send("a field of another version", "GET", `${path("v1")}?fieldSelector=spec.host%3Dc`);
    yield* send("delete what is selected", "DELETE", `${path("v2")}?fieldSelector=spec.host%3Dc`);
  }

  async function* scales() {
    yield* send("replicas", "POST", path("v1") + managerQuery, thing("v1", "r", { hostPort: "a:0", replicas: 2 }));
    for (const [version, replicas] of [
      ["v1", 5],
      ["v2", 7],
    ] as const) {
      const scale = `${path(version, "r")}/scale`;
      yield* send(`scale ${version}`, "GET", scale);
      yield* send(`set scale ${version}`, "PATCH", scale + managerQuery, { spec: { replicas } }, merge);
    }
    yield* send("delete what is scaled", "DELETE", path("v3", "r"));
  }

  /** Patches of objects in webhooks of the same version and of another version. */
  async function* rows() {
    const all: Readonly<Record<string, readonly object[]>> = {
      "a lost field": [{ op: "add", path: "/spec/mode", value: "x" }],
      "another kind": [{ op: "replace", path: "/kind", value: "Other" }],
      "a label": [{ op: "add", path: "/metadata/labels", value: { new: "label" } }],
      "a third version": [{ op: "replace", path: "/apiVersion", value: `${group}/v3` }],
      "another group": [{ op: "replace", path: "/apiVersion", value: "other.example.com/v1" }],
      "an odd host": [{ op: "replace", path: "/spec/host", value: "odd" }],
    };
    for (const [title, patch] of Object.entries(all)) {
      acting.patches = { m2e: patch };
      for (const version of ["v1", "v2", "v3"]) {
        const name = `${version}-${title.replaceAll(" ", "-")}`;
        const body = thing(version, name, specIn(version, "a", "0"));
        yield* send(`in a row ${version}: ${title}`, "POST", path(version) + managerQuery, body);
      }
    }
    acting.patches = { m2e: all["a lost field"], m2again: all["a third version"] };
    yield* send("in a row: both", "POST", path("v2") + managerQuery, thing("v2", "both", { host: "a", port: "0" }));
    acting.patches = {};
    await server.call("DELETE", path("v1"));
  }

  /** Patches of objects of a definition without a conversion webhook. */
  async function* playWithoutWebhook() {
    const version = (name: string) => ({ op: "replace", path: "/apiVersion", value: `${group}/${name}` });
    const all: Readonly<Record<string, readonly object[]>> = {
      nothing: [],
      "a field": [{ op: "add", path: "/spec/more", value: "x" }],
      "the other version": [version("v1")],
      "the other version without a field": [version("v1"), { op: "remove", path: "/spec" }],
      "the other version with an empty field": [version("v1"), { op: "replace", path: "/spec", value: {} }],
      "a version that is not there": [version("v9")],
    };
    for (const [title, patch] of Object.entries(all)) {
      acting.patches = { m2e: patch };
      for (const each of ["v1", "v2"]) {
        const at = path(each).replace("things", "plains");
        const body = { ...thing(each, `${each}-${title.replaceAll(" ", "-")}`, { a: "b" }), kind: "Plain" };
        yield* send(`plain ${each}: ${title}`, "POST", at + managerQuery, body);
      }
    }
    acting.patches = {};
    await server.call("DELETE", path("v1").replace("things", "plains"));
  }

  async function* patches() {
    const all: Readonly<Record<string, readonly object[]>> = {
      "another name": [{ op: "replace", path: "/metadata/name", value: "other" }],
      "another kind": [{ op: "replace", path: "/kind", value: "Other" }],
      "another type": [{ op: "replace", path: "/spec/host", value: 5 }],
      "no spec": [{ op: "remove", path: "/spec" }],
      metadata: [
        { op: "add", path: "/metadata/annotations", value: { a: "b" } },
        { op: "add", path: "/metadata/finalizers", value: ["a.b/c"] },
      ],
      "a lost field": [{ op: "add", path: "/spec/mode", value: "x" }],
      nothing: [{ op: "test", path: "/kind", value: "Thing" }],
      "a third version": [{ op: "replace", path: "/apiVersion", value: `${group}/v3` }],
      "the stored version": [
        { op: "replace", path: "/apiVersion", value: `${group}/v1` },
        { op: "replace", path: "/spec", value: { hostPort: "s:1" } },
      ],
      "a third version with defaults": [
        { op: "replace", path: "/apiVersion", value: `${group}/v2` },
        { op: "remove", path: "/spec/host" },
      ],
      "an odd host": [{ op: "replace", path: "/spec/host", value: "odd" }],
      "a version that is not there": [{ op: "replace", path: "/apiVersion", value: `${group}/v9` }],
      "another group": [{ op: "replace", path: "/apiVersion", value: "other.example.com/v1" }],
      "no version": [{ op: "remove", path: "/apiVersion" }],
    };
    for (const [title, patch] of Object.entries(all)) {
      const [a, b] = [`a-${title.replaceAll(" ", "-")}`, `b-${title.replaceAll(" ", "-")}`];
      acting.patches = { m2e: patch };
      yield* send(`patch v1: ${title}`, "POST", path("v1") + managerQuery, thing("v1", a, { hostPort: "a:0" }));
      yield* send(`patch v2: ${title}`, "POST", path("v2") + managerQuery, thing("v2", b, { host: "a", port: "0" }));
      const labels = { metadata: { labels: { x: "y" } } };
      yield* send(`patch v3: ${title}`, "PATCH", path("v3", b) + managerQuery, labels, merge);
    }
    acting.patches = {};
    const { body } = await server.call("GET", path("v1"));
    const held = { metadata: { finalizers: null } };
    for (const { metadata } of body.items) await server.call("PATCH", path("v1", metadata.name), held, merge);
    await server.call("DELETE", path("v1"));
  }
}
