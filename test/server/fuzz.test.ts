/**
 * Any request gets a response whose code reports the error, never an internal fault of the server, and never silence.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { edgeNumbers, inheritedNames } from "../fuzz/mutation.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { tokenSettings } from "./token-settings.ts";

const tokens = tokenSettings();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceAccountTokens: tokens });
  await server.call("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "one" }, data: { a: "1" } });
});
afterAll(() => server.close());

const numRuns = Number(process.env["FUZZ_REQUESTS"] ?? 300);
/** Another seed generates other requests; a failure reports its seed. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const runs = { numRuns, seed };
const timeoutMs = 120_000 + numRuns * 100;

const name = fc.constantFrom(...inheritedNames);
const edge = fc.oneof(name, fc.constantFrom(...edgeNumbers, "\0", "\ud800", "a\udfffb"));

const segment = fc.oneof(
  fc.constantFrom(
    "api",
    "apis",
    "v1",
    "apps",
    "namespaces",
    "default",
    "configmaps",
    "roles",
    "one",
    "status",
    "watch",
  ),
  fc.constantFrom(
    "rbac.authorization.k8s.io",
    "openapi",
    "v3",
    "healthz",
    "..",
    ".",
    "%2e%2e",
    "%2F",
    "%00",
    "%ff",
    "é",
    "",
  ),
  edge.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const path = fc.array(segment, { maxLength: 9 }).map((parts) => `/${parts.map(encodeAscii).join("/")}`);
const parameter = fc.oneof(
  { weight: 1, arbitrary: name },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        "limit",
        "continue",
        "resourceVersion",
        "resourceVersionMatch",
        "labelSelector",
        "fieldSelector",
        "dryRun",
        "pretty",
      ],
      ...[
        "fieldValidation",
        "fieldManager",
        "timeout",
        "timeoutSeconds",
        "propagationPolicy",
        "gracePeriodSeconds",
        "force",
      ],
    ),
  },
);
const value = fc.oneof(
  edge.map((text) => text.replace(/\p{Surrogate}/gu, "\ufffd")),
  fc.constantFrom(
    "0",
    "1",
    "-1",
    "999999999999999999999",
    "true",
    "All",
    "Exact",
    "NotOlderThan",
    "Strict",
    "a=b",
    "a in (",
    "",
  ),
  fc.string({ maxLength: 20 }),
);
const query = fc
  .array(fc.tuple(parameter, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&"));
const method = fc.constantFrom("constructor", "__proto__", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
const contentType = fc.constantFrom(
  ...inheritedNames,
  ...["application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/json-patch+json"],
  ...[
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
    "text/x",
    "",
  ],
);
const accept = fc.constantFrom(
  ...["application/json", "*/*", "application/yaml", "application/vnd.kubernetes.protobuf", "text/html", "", ";;q=x,"],
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
);
const body = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.json({ maxDepth: 3 }),
  fc
    .record({
      metadata: fc.record({ name: fc.string(), labels: fc.jsonValue(), finalizers: fc.jsonValue() }),
      data: fc.jsonValue(),
    })
    .map((object) => JSON.stringify(object)),
  fc
    .array(
      fc.record({
        op: fc.constantFrom("add", "remove", "copy", "move", "test"),
        path: fc.string(),
        value: fc.jsonValue(),
      }),
    )
    .map((operations) => JSON.stringify(operations)),
);

function encodeAscii(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
}

async function check(verb: string, url: string, payload: string | Uint8Array, headers: Record<string, string>) {
  const answer = await server.call(verb, url, verb === "GET" || verb === "HEAD" ? undefined : payload, headers);
  expect(answer.text).not.toContain("native code");
  const isFine = answer.code < 500 || answer.code === 504;
  expect({ verb, url, isFine, code: isFine ? 0 : answer.code, text: isFine ? "" : answer.text }).toEqual({
    verb,
    url,
    isFine: true,
    code: 0,
    text: "",
  });
}

test(
  "any request gets a response",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        query,
        contentType,
        accept,
        body,
        async (verb, at, parameters, type, accepts, payload) => {
          const url = `${at}?${parameters}`.replace("timeoutSeconds", "timeout");
          if (/watch/.test(url)) return;
          await check(verb, url, payload, { "content-type": type, accept: accepts });
        },
      ),
      runs,
    );
    expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
  },
  timeoutMs,
);

test(
  "any body of a write gets a response",
  async () => {
    const target = fc.constantFrom(
      "/api/v1/namespaces/default/configmaps",
      "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
      "/apis/apps/v1/namespaces/default/daemonsets",
      "/api/v1/namespaces",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
        target,
        contentType,
        body,
        async (verb, at, type, payload) => {
          await check(verb, verb === "POST" ? at : `${at}/one`, payload, { "content-type": type });
        },
      ),
      runs,
    );
    expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
  },
  timeoutMs,
);

const core = "/api/v1/namespaces/default";
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const podSpec = {
  serviceAccountName: "one",
  containers: [{ name: "main", image: "x", ports: [{ containerPort: 1 }] }],
};
const template = { metadata: { labels: { a: "b" } }, spec: podSpec };
const metadata = { name: "one", labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["example.com/x"] };
const spec = { selector: { matchLabels: { a: "b" } }, template, updateStrategy: { type: "RollingUpdate" } };
const attributes = { verb: "get", resource: "pods", namespace: "default" };
const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "one" };

/** Valid documents, and the paths to which they are sent. */
const documents: readonly (readonly [string, object])[] = [
  [`${core}/pods`, { metadata, spec: podSpec, status: { phase: "Running", conditions: [{ type: "Ready" }] } }],
  [`${core}/secrets`, { metadata, data: { a: "YQ==" }, type: "Opaque" }],
  [`${core}/serviceaccounts`, { metadata, secrets: [{ name: "x" }] }],
  [`${core}/events`, { metadata, involvedObject: { kind: "Pod", name: "one", namespace: "default" }, reason: "x" }],
  [
    "/api/v1/nodes",
    { metadata, spec: { taints: [{ key: "a", effect: "NoSchedule" }] }, status: { capacity: { cpu: "1" } } },
  ],
  ["/api/v1/namespaces", { metadata, spec: { finalizers: ["kubernetes"] } }],
  ["/apis/apps/v1/namespaces/default/daemonsets", { metadata, spec, status: { numberReady: 1 } }],
  ["/apis/apps/v1/namespaces/default/controllerrevisions", { metadata, data: { a: 1 }, revision: 1 }],
  [
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    { metadata, roleRef, subjects: [{ kind: "User", name: "a" }] },
  ],
  ["/apis/coordination.k8s.io/v1/namespaces/default/leases", { metadata, spec: { holderIdentity: "a" } }],
  [
    `${core}/pods/one/eviction`,
    { metadata: { name: "one" }, deleteOptions: { gracePeriodSeconds: 1, dryRun: ["All"] } },
  ],
  [`${core}/serviceaccounts/one/token`, { spec: { audiences: ["a"], expirationSeconds: 600, boundObjectRef } }],
  ["/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec: { user: "u", resourceAttributes: attributes } }],
  ["/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", { spec: { namespace: "default" } }],
];

/** Returns the document with a replacement at one place. */
function replaceAt(document: unknown, place: readonly number[], replacement: unknown): unknown {
  const [turn, ...rest] = place;
  if (turn === undefined || typeof document !== "object" || document === null) return replacement;
  const entries = Object.entries(document);
  const [key, value] = entries[turn % Math.max(1, entries.length)] ?? [];
  if (key === undefined) return replacement;
  const after = replaceAt(value, rest, replacement);
  if (Array.isArray(document)) return document.map((item, index) => (String(index) === key ? after : item));
  return { ...document, [key]: after };
}

test(
  "any nearly valid document gets a response",
  async () => {
    for (const [at, document] of documents) await server.call("POST", at, document);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...documents),
        fc.array(fc.nat(7), { maxLength: 6 }),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom(null, "", "-1", "é", 1e21, -1, 0.5, 2 ** 53, [], {}, [null], [{}], { a: null }),
          edge,
          fc.tuple(edge, fc.jsonValue()).map(([key, value]) => Object.fromEntries([[key, value]])),
        ),
        fc.constantFrom("POST", "PUT", "PATCH"),
        async ([at, document], place, replacement, verb) => {
          const payload = JSON.stringify(replaceAt(document, place, replacement));
          const isQuestion = at.endsWith("s") && !/reviews$/.test(at);
          if (verb === "POST" || !isQuestion) await check("POST", `${at}?dryRun=All`, payload, {});
          else if (verb === "PUT") await check("PUT", `${at}/one`, payload, {});
          else {
            for (const form of ["merge-patch", "strategic-merge-patch"]) {
              await check("PATCH", `${at}/one`, payload, { "content-type": `application/${form}+json` });
            }
          }
        },
      ),
      runs,
    );
    expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
  },
  timeoutMs,
);

const tokenPart = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text).toString("base64url")),
  fc
    .constantFrom('{"alg":"none"}', '{"alg":"ES256"}', `{"alg":"ES256","kid":"${tokens.signingKey.id}"}`)
    .map((text) => Buffer.from(text).toString("base64url")),
);

test(
  "any invalid token is refused",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tokenPart, { minLength: 1, maxLength: 4 }), async (parts) => {
        const token = encodeAscii(parts.join(".")) || "x";
        const { code } = await server.call("GET", "/api", undefined, { authorization: `Bearer ${token}` });
        expect({ token, code }).toEqual({ token, code: 401 });
      }),
      runs,
    );
  },
  timeoutMs,
);

test("a body above the limit is refused", async () => {
  const { code, json } = await server.call(
    "POST",
    "/api/v1/namespaces/default/configmaps",
    "x".repeat(3 * 1024 * 1024 + 1),
  );
  expect(code).toBe(413);
  expect(json).toMatchObject({
    reason: "RequestEntityTooLarge",
    message: "Request entity too large: limit is 3145728",
  });
});
