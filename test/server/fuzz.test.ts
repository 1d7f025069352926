/** Whatever comes: an answer with a code that says what is wrong, never a fault of the server, never silence. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "one" }, data: { a: "1" } });
});
afterAll(() => server.close());

const numRuns = Number(process.env["FUZZ_REQUESTS"] ?? 300);

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
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const path = fc.array(segment, { maxLength: 9 }).map((parts) => `/${parts.map(encodeAscii).join("/")}`);
const parameter = fc.constantFrom(
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
);
const value = fc.oneof(
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
const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
const contentType = fc.constantFrom(
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
  const isFine = answer.code < 500 || answer.code === 501 || answer.code === 504;
  expect({ verb, url, isFine, code: isFine ? 0 : answer.code, text: isFine ? "" : answer.text }).toEqual({
    verb,
    url,
    isFine: true,
    code: 0,
    text: "",
  });
}

test("any request is answered", async () => {
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
    { numRuns },
  );
  expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
}, 120_000);

test("any body of a write is answered", async () => {
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
    { numRuns },
  );
  expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
}, 120_000);

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
