/**
 * Single requests that are cheap for the sender and may be expensive for the server.
 *
 * @module
 */
import { users } from "./served.mjs";

const core = "/api/v1/namespaces/default";
const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
/** The largest body that the server accepts. */
const maxBodyBytes = 3 * 1024 * 1024;

const list = (count, item) => Array.from({ length: count }, (_, index) => item(index));
const map = (count, entry) => Object.fromEntries(list(count, entry));
const text = JSON.stringify;
const metadata = { name: "attack" };
const pod = (spec, name = "attack") => ({
  metadata: { name },
  spec: { containers: [{ name: "a", image: "b" }], ...spec },
});
/** Repeats a text up to a number of bytes, by default nearly the largest body. */
const fill = (part, bytes = maxBodyBytes - 1000) => part.repeat(Math.floor(bytes / part.length));

const post = (name, path, body, options = {}) => ({ name, method: "POST", path, body, as: users.editor, ...options });
const maps = (name, body, options) => post(name, `${core}/configmaps`, body, options);
const pods = (name, body, options) => post(name, `${core}/pods`, body, options);
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Creates, as administrator, a definition whose objects have a schema. */
const definition = (name, plural, schema) =>
  post(
    name,
    definitions,
    text({
      metadata: { name: `${plural}.example.com` },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural, kind: plural.toUpperCase() },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", ...schema } } } },
          },
        ],
      },
    }),
    { as: undefined },
  );
const field = { type: "object", description: "as long as such texts are", properties: { a: { type: "string" } } };

const yaml = { type: "application/yaml" };
const protobuf = { type: "application/vnd.kubernetes.protobuf" };

export const manyPorts = post(
  "9,500 ports of a service, as a dry run",
  `${core}/services?dryRun=All`,
  text({ metadata, spec: { type: "NodePort", ports: list(9_500, (i) => ({ name: `p${i}`, port: i + 1 })) } }),
);
export const wideMap = maps(
  "25,000 entries of data",
  text({ metadata: { name: "wide" }, data: map(25_000, (i) => [`k${i}`, "v"]) }),
);

/** Bodies with very many of one element. */
export const bodies = [
  pods(
    "a pod of a million empty containers",
    `{"metadata":{"name":"x"},"spec":{"containers":[${fill("{},", 2_900_000)}{}]}}`,
  ),
  pods("a million empty lists", `[${fill("[],", 2_900_000)}[]]`),
  maps("200,000 unknown fields", text({ metadata, ...map(200_000, (i) => [`f${i}`, 1]) })),
  post(
    "200,000 unknown fields, strict",
    `${core}/configmaps?fieldValidation=Strict`,
    text({ metadata, ...map(200_000, (i) => [`f${i}`, 1]) }),
  ),
  manyPorts,
  maps("a number of 2.9 MB", `{"metadata":{"name":"x"},"data":{"a":${fill("7", 2_900_000)}}}`),
  maps(
    "8,000 owners of fields",
    text({
      metadata: {
        name: "owned",
        managedFields: list(8_000, (i) => ({
          manager: `m${i}`,
          operation: "Update",
          apiVersion: "v1",
          time: "2020-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
        })),
      },
      data: { a: "b" },
    }),
  ),
  maps(
    "an owner of a path of 100,000 levels",
    text({
      metadata: {
        name: "deep",
        managedFields: [
          {
            manager: "deep",
            operation: "Update",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": { [`v:${fill("[", 100_000)}1${fill("]", 100_000)}`]: {} } },
          },
        ],
      },
    }),
  ),
  post(
    "an annotation of 100,000 levels",
    "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
    text({
      metadata: {
        name: "deep",
        annotations: {
          "autoscaling.alpha.kubernetes.io/metrics": `[{"object":{"metric":{"selector":${fill("[", 100_000)}1${fill("]", 100_000)}}}}]`,
        },
      },
      spec: { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
    }),
  ),
  pods(
    "tolerations of 100,000 levels in an annotation",
    text({
      metadata: {
        name: "deep",
        annotations: {
          "scheduler.alpha.kubernetes.io/tolerations": `[{"key":${fill("[", 100_000)}1${fill("]", 100_000)}}]`,
        },
      },
      spec: { containers: [{ name: "a", image: "b" }] },
    }),
  ),
  maps("100,000 keys twice", `{${list(100_000, (i) => `"k${i}":1,"k${i}":1`).join(",")}}`),
  post(
    "one key 400,000 times, strict",
    `${core}/configmaps?fieldValidation=Strict`,
    `{${fill('"a":1,', 2_900_000)}"a":1}`,
  ),
  maps("120,000 bad labels", text({ metadata: { ...metadata, labels: map(120_000, (i) => [`-${i}`, "/"]) } })),
  maps("100,000 annotations", text({ metadata: { ...metadata, annotations: map(100_000, (i) => [`a${i}`, "x"]) } })),
  maps("100,000 entries of data", text({ metadata, data: map(100_000, (i) => [`k${i}`, "v"]) })),
  wideMap,
  maps("1 MiB of data", text({ metadata: { name: "long" }, data: { a: "x".repeat(1_000_000) } })),
  maps("3 MB of data", text({ metadata, data: { a: fill("x\n", 1_400_000) } })),
  maps("a name of 3 MB", text({ metadata: { name: fill("n") } })),
  maps("a kind of 3 MB", text({ kind: fill("K"), metadata })),
  maps("100,000 finalizers", text({ metadata: { ...metadata, finalizers: list(100_000, (i) => `e.org/${i}`) } })),
  maps(
    "20,000 owners",
    text({
      metadata: {
        ...metadata,
        ownerReferences: list(20_000, (i) => ({ apiVersion: "v1", kind: "Pod", name: `p${i}`, uid: `${i}` })),
      },
    }),
  ),
  maps("lists 1,000,000 deep", fill("[")),
  maps("maps 500,000 deep", fill('{"a":')),
  pods(
    "a quantity of a million digits",
    text(pod({ containers: [{ name: "a", image: "b", resources: { limits: { cpu: "1".repeat(1_000_000) } } }] })),
  ),
  pods("20,000 containers", text(pod({ containers: list(20_000, (i) => ({ name: `c${i}`, image: "x" })) }))),
  pods("20,000 containers of one name", text(pod({ containers: list(20_000, () => ({ name: "c", image: "x" })) }))),
  pods(
    "30,000 variables that name each other",
    text(
      pod({
        containers: [{ name: "a", image: "b", env: list(30_000, (i) => ({ name: `A${i}`, value: `$(A${i + 1})` })) }],
      }),
    ),
  ),
  pods(
    "20,000 volumes, 20,000 mounts",
    text(
      pod({
        volumes: list(20_000, (i) => ({ name: `v${i}`, emptyDir: {} })),
        containers: [
          { name: "a", image: "b", volumeMounts: list(20_000, (i) => ({ name: `v${i}`, mountPath: `/${i}` })) },
        ],
      }),
    ),
  ),
  pods(
    "5,000 tolerations",
    text(pod({ tolerations: list(5_000, (i) => ({ key: `k${i}`, operator: "Exists" })) }, "tolerant")),
  ),
  pods(
    "20,000 addresses of one host",
    text(pod({ hostAliases: list(20_000, () => ({ ip: "10.0.0.1", hostnames: ["a"] })) })),
  ),
  pods(
    "20,000 terms of affinity",
    text(
      pod({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: list(20_000, (i) => ({
                matchExpressions: [{ key: `k${i}`, operator: "Gt", values: ["1"] }],
              })),
            },
          },
        },
      }),
    ),
  ),
  post(
    "a role of 50,000 verbs",
    roles,
    text({ metadata, rules: [{ apiGroups: [""], resources: ["pods"], verbs: list(50_000, (i) => `v${i}`) }] }),
  ),
  post(
    "a role of 5,000,000 combinations",
    roles,
    text({
      metadata,
      rules: [
        {
          verbs: list(5, (i) => `v${i}`),
          apiGroups: list(1_000, (i) => `g${i}`),
          resources: list(1_000, (i) => `r${i}`),
        },
      ],
    }),
  ),
  post(
    "a role of 8,000 rules",
    roles,
    text({ metadata, rules: list(8000, (i) => ({ apiGroups: [""], resources: ["pods"], verbs: [`v${i}`] })) }),
  ),
  post("a question with 1.4 MB of unknown fields", reviews, text({ spec: {}, ...map(100_000, (i) => [`f${i}`, 1]) }), {
    as: users.stranger,
  }),
  post("a question about 1.4 MB", reviews, text({ spec: { resourceAttributes: { name: "n".repeat(1_400_000) } } }), {
    as: users.stranger,
  }),
  post(
    "a question with 7,000 requirements",
    reviews,
    text({
      spec: {
        resourceAttributes: {
          resource: "pods",
          labelSelector: { requirements: list(7_000, (i) => ({ key: `k${i}`, operator: "In", values: ["a"] })) },
        },
      },
    }),
    { as: users.stranger },
  ),
  maps("60,000 %TAG directives", list(60_000, (i) => `%TAG !t${i}! x\n`).join(""), yaml),
  maps("700,000 documents", fill("---\n"), yaml),
  maps("100,000 anchors", list(100_000, (i) => `a${i}: &a${i} x\n`).join(""), yaml),
  maps(
    "aliases of aliases",
    ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]", ...list(30, (i) => `a${i + 1}: &a${i + 1} [${fill(`*a${i},`, 60)}x]`)].join("\n"),
    yaml,
  ),
  maps("200,000 keys in YAML", list(200_000, (i) => `k${i}: v\n`).join(""), yaml),
  maps("500,000 levels of YAML", fill("- "), yaml),
  maps("1,000,000 question marks", fill("? "), yaml),
  maps("YAML of quotes", `a: "${fill("\\x41")}"`, yaml),
  maps("3 MB of zeros as Protobuf", Buffer.alloc(maxBodyBytes - 1), protobuf),
  maps(
    "Protobuf of 1,000,000 fields",
    Buffer.concat([Buffer.from("k8s\0"), Buffer.from(fill("\x12\x00", 2_900_000), "latin1")]),
    protobuf,
  ),
  maps("UTF-16", Buffer.from("\ufeff{}", "utf16le")),
  definition("a definition of 2,000 fields", "wides", { properties: map(2000, (i) => [`field${i}`, field]) }),
  definition("a definition of 2,000 rules", "ruled", {
    properties: map(100, (i) => [`a${i}`, { type: "string", maxLength: 10 }]),
    "x-kubernetes-validations": list(2000, (i) => ({ rule: `!has(self.a${i % 100}) || self.a${i % 100} != "${i}"` })),
  }),
  definition("a definition of 150 rules of a hundred faults", "faulty", {
    type: "object",
    "x-kubernetes-validations": list(150, (n) => ({
      rule: list(100, (i) => `a${n}${fill("x", 150)}${i}`).join(" && "),
    })),
  }),
  definition("a definition of a list of named items", "named", {
    properties: {
      items: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, value: { type: "integer" } },
        },
      },
    },
  }),
  post(
    "25,000 texts of a secret",
    `${core}/secrets`,
    text({ metadata: { name: "wide" }, stringData: map(25_000, (i) => [`k${i}`, "v"]) }),
  ),
  maps("20,000 finalizers", text({ metadata: { name: "kept", finalizers: list(20_000, (i) => `example.com/f${i}`) } })),
  maps("a deletion with 3 MB of options", `{${fill('"a":1,', 2_900_000)}"a":1}`, {
    method: "DELETE",
    path: `${core}/configmaps/none`,
  }),
];

const patch = (name, type, body, target = "wide", resource = "configmaps") => ({
  name,
  method: "PATCH",
  path: `${core}/${resource}/${target}`,
  type: `application/${type}`,
  body,
  as: users.editor,
});

/** Applies a configuration by force: other field managers lose its fields. */
const apply = (name, path, configuration, options = {}) => ({
  name,
  method: "PATCH",
  path: `${path}/${configuration.metadata.name}?fieldManager=attack&force=true`,
  type: "application/apply-patch+yaml",
  body: text(configuration),
  as: users.editor,
  ...options,
});
const applyWide = (name, value, count = 25_000) =>
  apply(name, `${core}/configmaps`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "applied" },
    data: map(count, (i) => [`k${i}`, value]),
  });
const applyNamed = (name, item) =>
  apply(
    name,
    "/apis/example.com/v1/namespaces/default/named",
    { apiVersion: "example.com/v1", kind: "NAMED", metadata, spec: { items: list(9_000, item) } },
    { as: undefined },
  );

/** Patches of objects that `bodies` created, and an object of a kind that `bodies` defined. */
export const patches = [
  post(
    "a small object with 2,000 rules",
    "/apis/example.com/v1/namespaces/default/ruled",
    text({ apiVersion: "example.com/v1", kind: "RULED", metadata, spec: { a1: "x" } }),
    { as: undefined },
  ),
  patch("a JSON patch of 200,000 operations", "json-patch+json", `[${fill('{"op":"add"},', 2_800_000)}{}]`),
  patch("a JSON patch of a million", "json-patch+json", `[${fill("{},", 2_900_000)}{}]`),
  patch(
    "6,000 operations on 25,000 entries",
    "json-patch+json",
    text(list(6_000, (i) => ({ op: "remove", path: `/data/k${i}` }))),
  ),
  patch(
    "10,000 copies of 1 MB",
    "json-patch+json",
    text(list(10_000, (i) => ({ op: "copy", from: "/data", path: `/x${i}` }))),
  ),
  patch("a path of 3 MB", "json-patch+json", text([{ op: "remove", path: fill("/a") }])),
  patch("a merge of 25,000 entries", "merge-patch+json", text({ data: map(25_000, (i) => [`k${i}`, "w"]) })),
  patch("a merge 400,000 deep", "merge-patch+json", fill('{"a":')),
  patch("a small merge into 25,000 entries", "merge-patch+json", text({ data: { k1: "other" } })),
  patch(
    "a strategic merge of 25,000 entries",
    "strategic-merge-patch+json",
    text({ data: map(25_000, (i) => [`k${i}`, "y"]) }),
  ),
  patch(
    "5,000 tolerations into 5,000",
    "strategic-merge-patch+json",
    text({ spec: { tolerations: list(5_000, (i) => ({ key: `n${i}`, operator: "Exists" })) } }),
    "tolerant",
    "pods",
  ),
  patch(
    "a label for a pod of 5,000 tolerations",
    "merge-patch+json",
    text({ metadata: { labels: { a: "b" } } }),
    "tolerant",
    "pods",
  ),
  applyWide("25,000 entries applied", "v"),
  applyWide("25,000 entries applied again", "w"),
  applyWide("10 entries applied in place of 25,000", "w", 10),
  applyNamed("9,000 named items applied", (i) => ({ name: `n${i}`, value: i })),
  applyNamed("9,000 named items applied the other way round", (i) => ({ name: `n${8_999 - i}`, value: i })),
];

const long = (part, bytes = 60_000) => encodeURIComponent(fill(part, bytes / 3));
const ask = (name, path, options = {}) => ({ name, method: "GET", path, as: users.editor, ...options });

/** Requests with long URLs and headers. */
export const questions = [
  ask("a label selector of 20 KB", `${core}/configmaps?labelSelector=${long("a,")}b`),
  ask(
    "a label selector of one long set",
    `${core}/configmaps?labelSelector=${encodeURIComponent(`a in (${fill("b,", 15_000)}c)`)}`,
  ),
  ask("a field selector of 20 KB", `${core}/configmaps?fieldSelector=${long("metadata.name!=a,")}`),
  ask("a path of 60 KB", `/api/v1/${fill("a/", 60_000)}`),
  ask("a query of 10,000 parameters", `${core}/configmaps?${fill("a=b&", 60_000)}`),
  ask("an Accept of 60 KB", `${core}/configmaps`, { headers: { accept: fill("a/b;q=0.1,", 60_000) } }),
  ask("a token of 60 KB", "/healthz", { as: fill("a", 60_000) }),
  ask("a token of many dots", "/healthz", { as: fill("a.", 60_000) }),
  ask("a token that says it is signed", "/healthz", {
    as: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${"a".repeat(50_000)}.a`,
  }),
  ask("1,500 headers of impersonation", "/api", { headers: map(1500, (i) => [`impersonate-extra-${i}`, "x"]) }),
  ask("a version far ahead", `${core}/configmaps?resourceVersion=${fill("9", 1000)}`),
  ask("a continue token of 40 KB", `${core}/configmaps?continue=${fill("A", 40_000)}`),
  ask("OpenAPI v2", "/openapi/v2", { as: undefined }),
  ask("OpenAPI v3", "/openapi/v3/api/v1", { as: undefined }),
  ask("discovery", "/apis", { as: undefined }),
];
