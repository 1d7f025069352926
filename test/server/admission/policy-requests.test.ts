/**
 * Policies see requests, including those to subresources, as in kube-apiserver 1.37; `data/policy-requests.json`
 * contains what its policies saw.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";
import { tokenSettings } from "../token-settings.ts";
import { beginnings, policies, type Step, steps } from "./policy-requests.ts";

interface Recorded {
  readonly request: string;
  readonly code: number;
  readonly warnings: readonly string[];
}

const file = new URL("data/policy-requests.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as readonly Recorded[];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceAccountTokens: tokenSettings() });
});
afterAll(() => server.close());

const call = ({ method, path, body }: Step) =>
  server.call(method, path, body, {
    "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
  });

test("policies see requests as in kube-apiserver", async () => {
  for (const step of [...policies, ...beginnings]) expect([201, 409]).toContain((await call(step)).code);
  const seen: Recorded[] = [];
  for (const step of steps) {
    const { code, headers, json } = await call(step);
    const warnings = [headers["warning"] ?? []].flat().flatMap((text) => text.split(/, (?=299 )/));
    const texts = warnings.map((text) => text.replace(/^299 - "(.*)"$/, "$1").replace(/made-\w+/g, "made-*"));
    seen.push({ request: `${step.method} ${step.path}`, code, warnings: texts.sort() });
    if (step.method === "GET") expect(json.spec).toEqual({ replicas: 7 });
  }
  expect(seen).toEqual(recorded);
});
