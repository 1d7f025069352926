/**
 * Dry runs of updates, patches and applies, also through subresources, with the responses of kube-apiserver 1.37.1:
 * `ok`, or the message of the rejection. The second file was recorded with all feature gates on. Each line creates its
 * object and deletes it afterwards.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
let withGates: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isControllerOn: () => false });
  const featureGates = { AllAlpha: true, AllBeta: true };
  withGates = await startTestServer({ featureGates, runtimeConfig: () => true, isControllerOn: () => false });
});
afterAll(async () => {
  await server.close();
  await withGates.close();
});

interface Recorded {
  readonly collection: string;
  readonly create: { readonly kind: string; readonly metadata: { readonly name: string } };
  readonly status?: object;
  /** Method, `/` and subresource or an empty string, query, and media type. */
  readonly request: readonly [string, string, string, string];
  readonly body: { readonly metadata?: object };
  readonly answer: string;
}

const linesOf = (file: string): readonly Recorded[] =>
  readFileSync(join(import.meta.dirname, "data", file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const json = { "content-type": "application/json" };

async function playRecorded(
  { collection, create, status, request, body }: Recorded,
  { call }: Pick<TestServer, "call">,
): Promise<string> {
  const [method, subresource, query, type] = request;
  const one = `${collection}/${encodeURIComponent(create.metadata.name)}`;
  const made = await call("POST", collection, create, json);
  expect(made.code, JSON.stringify(made.json)).toBe(201);
  if (status) await call("PUT", `${one}/status`, { ...made.json, status }, json);
  const { json: stored } = await call("GET", one);
  const { resourceVersion } = stored["metadata"];
  const sent = method === "PUT" ? { ...body, metadata: { ...body.metadata, resourceVersion } } : body;
  const answer = await call(method, `${one}${subresource}?${query}`, sent, { "content-type": type });
  await call("DELETE", `${one}?gracePeriodSeconds=0`);
  await call("PATCH", one, { metadata: { finalizers: null } }, { "content-type": "application/merge-patch+json" });
  return answer.code < 300 ? "ok" : String(answer.json["message"]);
}

function byKind(recorded: readonly Recorded[]): (readonly [kind: string, recorded: readonly Recorded[]])[] {
  const kinds = [...new Set(recorded.map(({ create }) => create.kind))];
  return kinds.map((kind) => [kind, recorded.filter(({ create }) => create.kind === kind)]);
}

test.each(byKind(linesOf("changes.jsonl")))(
  "changes of a %s have the responses of kube-apiserver",
  async (_, lines) => {
    for (const each of lines) expect(await playRecorded(each, server), JSON.stringify(each.body)).toBe(each.answer);
  },
);

test.each(byKind(linesOf("changes-with-gates.jsonl")))("with all feature gates: changes of a %s", async (_, lines) => {
  for (const each of lines) expect(await playRecorded(each, withGates), JSON.stringify(each.body)).toBe(each.answer);
});
