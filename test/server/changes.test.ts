/**
 * Dry runs of updates, patches and applies, also through subresources, with the answers that kube-apiserver 1.37.1 gave: `ok`, or
 * the message of the refusal. Each line makes its object, and takes it away again.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isControllerOn: () => false });
});
afterAll(() => server.close());

interface Recorded {
  readonly collection: string;
  readonly create: { readonly kind: string; readonly metadata: { readonly name: string } };
  readonly status?: object;
  /** Method, `/` and subresource or nothing, query and media type. */
  readonly request: readonly [string, string, string, string];
  readonly body: { readonly metadata?: object };
  readonly answer: string;
}

const recorded = readFileSync(join(import.meta.dirname, "data/changes.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): Recorded => JSON.parse(line));

const json = { "content-type": "application/json" };

async function answerTo({ collection, create, status, request, body }: Recorded): Promise<string> {
  const [method, subresource, query, type] = request;
  const one = `${collection}/${encodeURIComponent(create.metadata.name)}`;
  const made = await server.call("POST", collection, create, json);
  expect(made.code, JSON.stringify(made.json)).toBe(201);
  if (status) await server.call("PUT", `${one}/status`, { ...made.json, status }, json);
  const { json: stored } = await server.call("GET", one);
  const { resourceVersion } = stored["metadata"];
  const sent = method === "PUT" ? { ...body, metadata: { ...body.metadata, resourceVersion } } : body;
  const answer = await server.call(method, `${one}${subresource}?${query}`, sent, { "content-type": type });
  await server.call("DELETE", `${one}?gracePeriodSeconds=0`);
  await server.call(
    "PATCH",
    one,
    { metadata: { finalizers: null } },
    { "content-type": "application/merge-patch+json" },
  );
  return answer.code < 300 ? "ok" : String(answer.json["message"]);
}

const kinds = [...new Set(recorded.map(({ create }) => create.kind))];

test.each(kinds)("changes of a %s are answered as by kube-apiserver", async (kind) => {
  for (const each of recorded.filter(({ create }) => create.kind === kind)) {
    expect(await answerTo(each), JSON.stringify(each.body)).toBe(each.answer);
  }
});
