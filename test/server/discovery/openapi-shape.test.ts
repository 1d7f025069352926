/**
 * OpenAPI documents compared with those of kube-apiserver 1.37.1 with its defaults: paths, methods, operations,
 * parameters, media types, and definitions with their properties.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";
import { tokenSettings } from "../token-settings.ts";
import { type Document, shapeOf } from "./openapi-shape.ts";

const file = join(import.meta.dirname, "../data/openapi-v2-shape.txt.gz");
const recorded = gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceAccountTokens: tokenSettings() });
});
afterAll(() => server.close());

const methodsOf = (paths: Document["paths"]): readonly string[] =>
  Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${path} ${method}`))
    .sort();

test("v2 has the paths, operations, parameters and definitions of kube-apiserver", async () => {
  const { json } = await server.call("GET", "/openapi/v2");
  expect(recorded.length).toBeGreaterThan(2000);
  expect(shapeOf(json)).toEqual(recorded);
});

test("the documents of v3 together have the paths and methods of v2", async () => {
  const { json: v2 } = await server.call("GET", "/openapi/v2");
  const { json: index } = await server.call("GET", "/openapi/v3");
  const found: string[] = [];
  for (const path of Object.keys(index.paths)) {
    const { json } = await server.call("GET", `/openapi/v3/${path}`);
    found.push(...methodsOf(json.paths));
  }
  expect(found.sort()).toEqual(methodsOf(v2.paths));
  expect(Object.keys(index.paths)).toEqual(
    expect.arrayContaining(["api", "apis", "apis/apps", "apis/apps/v1", "version"]),
  );
});
