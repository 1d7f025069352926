/** Limits on the work and the memory that strangers and users can cause. */
import { afterEach, expect, test } from "vitest";
import { alwaysAllow } from "../../src/server/authz/always.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const start = async (...options: Parameters<typeof startTestServer>) => {
  server = await startTestServer(...options);
  return server;
};

const core = "/api/v1/namespaces/default";
const maxRefusalBytes = 256 * 1024;

const linesOf = async ({ call }: TestServer) => (await call("GET", "/metrics")).text.match(/^apiserver_/gm)?.length;

test("requests for made-up paths add no metrics", async () => {
  const running = await start({ authorizer: () => alwaysAllow });
  const callAllPaths = async (name: string) => {
    for (const path of [
      `/${name}`,
      `/api/${name}/pods`,
      `/apis/${name}/v1/pods`,
      `${core}/${name}`,
      `${core}/pods/x/${name}`,
      `/apis/apps/${name}/daemonsets`,
    ]) {
      await running.call("GET", path);
      await running.call("DELETE", path);
    }
  };
  await callAllPaths("first");
  await linesOf(running);
  const before = await linesOf(running);
  for (let index = 0; index < 20; index++) await callAllPaths(`made-up-${index}`);
  expect(await linesOf(running)).toBe(before);
});

const emptyObjects = Array.from({ length: 20_000 }, () => ({}));

test.each<[string, string, object, string, number]>([
  ["unknown fields", "configmaps", Object.fromEntries(emptyObjects.map((_, index) => [`f${index}`, 1])), "Strict", 400],
  [
    "values of the wrong type",
    "configmaps",
    { data: Object.fromEntries(emptyObjects.map((_, i) => [`k${i}`, 1])) },
    "Ignore",
    400,
  ],
  ["items without required fields", "pods", { spec: { containers: emptyObjects } }, "Ignore", 422],
])("the response to %s lists at most a hundred errors", async (_name, resource, body, validation, expected) => {
  const { call } = await start();
  const path = `${core}/${resource}?fieldValidation=${validation}`;
  const { code, json, bytes } = await call("POST", path, { metadata: { name: "x" }, ...body });
  expect(code).toBe(expected);
  expect(bytes.length).toBeLessThan(maxRefusalBytes);
  expect(json.details?.causes?.length ?? 0).toBeLessThanOrEqual(100);
  expect(json.message.match(/unknown field|must be a string/g)?.length ?? 0).toBeLessThanOrEqual(100);
});

test("decoding stops at the first value of the wrong type", async () => {
  const { call } = await start();
  const { json } = await call("POST", `${core}/configmaps`, { metadata: { name: "x" }, data: { a: 1, b: true } });
  expect(json.message).toBe(
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
  );
});

test("the response lists a repeated field once, and a hundred fields at most", async () => {
  const { call } = await start();
  const duplicateField = (name: string) => `"${name}":1,"${name}":1,`;
  const names = Array.from({ length: 1000 }, (_, index) => duplicateField(`f${index}`)).join("");
  const body = `{${names}"metadata":{"name":"x"}}`;
  const { code, json } = await call("POST", `${core}/configmaps?fieldValidation=Strict`, body);
  expect(code).toBe(400);
  expect(json.message.match(/(?:unknown|duplicate) field/g)).toHaveLength(100);
});

test.each([
  ["UTF-16", Buffer.from('\ufeff{"metadata":{"name":"x"}}', "utf16le")],
  ["a byte order mark", Buffer.from('\ufeff{"metadata":{"name":"x"}}')],
])("JSON in %s is refused", async (_name, body) => {
  const { call } = await start();
  expect(await call("POST", `${core}/configmaps`, body)).toMatchObject({ code: 400, json: { reason: "BadRequest" } });
});
