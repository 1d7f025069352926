/**
 * An internal fault of the server: the request gets a response with an id that is in the log, and the server continues.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { settle } from "../../src/engine/options.ts";
import type { Kind } from "../../src/kind/kind.ts";
import { configMap } from "../../src/kinds/core/config-map.ts";
import { objectValidation } from "../../src/server/admission/engine-validation.ts";
import type { Authorizer } from "../../src/server/authz/authorizer.ts";
import { masters } from "../../src/server/authz/masters.ts";
import type { ServedKind } from "../../src/server/request/served-resource.ts";
import { startTestServer, type TestServer } from "./start.ts";

const fault = new TypeError("the authorizer has a fault");

let server: TestServer;
beforeAll(async () => {
  const authorize: Authorizer["authorize"] = async ({ attributes }) => {
    if (attributes.kind === "resource") throw fault;
    return { opinion: "allow", reason: "" };
  };
  server = await startTestServer({ authorizer: () => ({ ...masters, authorize }) });
});
afterAll(() => server.close());

test("a request that fails internally is a 500, and the log has the stack under the client's audit id", async () => {
  const { code, json, headers } = await server.call("GET", "/api/v1/namespaces");
  const id = headers["audit-id"];
  expect(code).toBe(500);
  expect(json).toMatchObject({ kind: "Status", status: "Failure", reason: "InternalError", code: 500 });
  expect(json.message).toBe(`Internal error occurred: see ${id} in the log of the server`);
  const errors = server.messages.lines.filter(({ level }) => level === "error");
  expect(errors).toEqual([
    { level: "error", message: "request failed", fields: expect.objectContaining({ auditId: id, error: fault.stack }) },
  ]);
  expect((await server.call("GET", "/version")).code).toBe(200);
});

test("a rule that throws is an internal fault, and the object is not reported as invalid", () => {
  const rule = {
    id: "test/failing",
    severity: "error",
    summary: "x",
    run() {
      throw fault;
    },
  } as const;
  const definition = { ...configMap, rules: [rule] } as unknown as Kind;
  const [kindVersion] = definition.versions;
  const resource = { group: "", apiVersion: "v1", kind: "ConfigMap", definition, kindVersion } as unknown as ServedKind;
  const validate = objectValidation(settle({}).contextFor);
  const object = { metadata: { name: "a" } };
  expect(() => validate({ resource, object, subresource: "", target: { name: "a" }, warn: () => {} })).toThrow(fault);
});
