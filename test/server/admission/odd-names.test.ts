/** Pods that reference objects by invalid names, with the responses of kube-apiserver 1.37.1. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  const plugins = ["ServiceAccount", "RuntimeClass", "Priority"];
  server = await startTestServer({ isPluginOn: (name) => plugins.includes(name) });
  await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
});
afterAll(() => server.close());

const forbidden = (why: string) => [403, "Forbidden", `pods "p" is forbidden: ${why}`];

test.each([
  ["runtimeClassName", "a/b", [500, undefined, `invalid resource name "a/b": [may not contain '/']`]],
  ["runtimeClassName", "..", [500, undefined, `invalid resource name "..": [may not be '..']`]],
  ["runtimeClassName", "", [500, undefined, "resource name may not be empty"]],
  ["runtimeClassName", "a\0b", forbidden(`pod rejected: RuntimeClass "a\\x00b" not found`)],
  ["runtimeClassName", "none", forbidden(`pod rejected: RuntimeClass "none" not found`)],
  ["priorityClassName", "a/b", forbidden("no PriorityClass with name a/b was found")],
  ["priorityClassName", ".", forbidden("no PriorityClass with name . was found")],
  [
    "serviceAccountName",
    "x%y/z",
    forbidden(
      `error looking up service account default/x%y/z: invalid resource name "x%y/z": [may not contain '/' may not contain '%']`,
    ),
  ],
  [
    "serviceAccountName",
    "a\0b",
    forbidden(`error looking up service account default/a\0b: serviceaccount "a\\x00b" not found`),
  ],
])("%s %j", async (field, name, expected) => {
  const spec = { containers: [{ name: "c", image: "i" }], [field as string]: name };
  const { code, json } = await server.call("POST", "/api/v1/namespaces/default/pods", {
    metadata: { name: "p" },
    spec,
  });
  expect([code, json.reason, json.message]).toEqual(expected);
});
