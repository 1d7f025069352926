/** Writes that admission plugins change or reject, with the responses of kube-apiserver. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer, type TestServer } from "../start.ts";

interface Step {
  /** Method and path, for example `POST $NS/pods`. */
  readonly request: string;
  readonly body?: unknown;
  readonly code: number;
  /** The message of a rejection. */
  readonly message?: string;
  /** Expected values at paths of the response; `*` is each item of a list, null means absent. */
  readonly shows?: Readonly<Record<string, unknown>>;
}

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

const file = new URL("data/recorded.yaml", import.meta.url);
const cases = parse(readFileSync(file, "utf8")) as readonly Case[];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isPluginOn: isOnByDefault });
});
afterAll(() => server.close());

const groups: ReadonlyMap<string, string> = new Map([
  ["$NS", "/api/v1"],
  ["$NETWORKING", "/apis/networking.k8s.io/v1"],
  ["$COORDINATION", "/apis/coordination.k8s.io/v1"],
]);

async function runStep({ request, body }: Step, namespace: string) {
  const [method = "", short = ""] = request.split(" ");
  const path = short.replace(/^\$[A-Z]+/, (group) => `${groups.get(group)}/namespaces/${namespace}`);
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const text = body && JSON.stringify(body).replaceAll("$NAMESPACE", namespace);
  return { path, ...(await server.call(method, path, text, { "content-type": type })) };
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === undefined) return value ?? null;
  if (key === "*") return (value as readonly unknown[]).map((item) => valueAt(item, rest));
  return valueAt((value as Record<string, unknown>)[key], rest);
}

test.each(cases)("$name", async ({ steps }) => {
  const namespace = `case-${Math.random().toString(36).slice(2)}`;
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  await server.call("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } });
  const made: string[] = [];
  for (const step of steps) {
    // Plugins read classes and ranges from the server's cache, which lags a moment behind.
    const { path, code, json } = await vi.waitFor(async () => {
      const answer = await runStep(step, namespace);
      expect({ request: step.request, code: answer.code, message: answer.json.message }).toMatchObject({
        request: step.request,
        code: step.code,
        ...(step.code === 403 ? { message: step.message } : {}),
      });
      return answer;
    }, 1000);
    for (const [name, value] of Object.entries(step.shows ?? {})) expect(valueAt(json, name.split("."))).toEqual(value);
    if (code === 201 && !path.includes("/namespaces/")) made.push(`${path}/${json.metadata.name}`);
  }
  // These objects are cluster-wide.
  for (const path of made) await server.call("DELETE", path);
});
