/** `lint` and the server reach the same verdict on each definition in the fixtures. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";
import { formatJson } from "../../src/json/format-json.ts";
import { readSource } from "../../src/source/read-source.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const root = join(import.meta.dirname, "../../fixtures");
const files = readdirSync(root, { encoding: "utf8", recursive: true })
  .filter((name) => /\.(?:yaml|json)$/.test(name))
  .filter((name) => readFileSync(join(root, name), "utf8").includes("kind: CustomResourceDefinition"))
  .sort();

test("fixtures have definitions", () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
});

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The requests are strict, like those of kubectl. */
const strict = "dryRun=All&fieldValidation=Strict";

test.each(files)("%s", async (file) => {
  const documents = readSource(file, readFileSync(join(root, file))).documents;
  const objects = documents.map(({ root: node }) => node?.value as { readonly kind?: string } | undefined);
  for (const definition of objects.filter((value) => value?.kind === "CustomResourceDefinition")) {
    const errors = createVetter()
      .vetObject(definition)
      .filter(({ severity }) => severity === "error");
    const { code } = await server.call("POST", `${definitions}?${strict}`, formatJson(definition));
    expect([code < 300, errors.map(({ rule }) => rule)]).toEqual([errors.length === 0, errors.map(({ rule }) => rule)]);
  }
});
