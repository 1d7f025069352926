/**
 * Admission webhooks, called over HTTPS on this machine. `data/webhook-outcomes.json` contains the responses of
 * kube-apiserver 1.37.1 to the same requests with the same webhooks.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";
import { handle, hookCases, hookService, namespace, services } from "../webhook/hook-cases.ts";
import { type HookServer, startHookServer } from "../webhook/hook-server.ts";

interface Outcome {
  readonly code: number;
  readonly reason?: string;
  readonly message?: string;
  readonly warnings?: string;
  readonly details?: unknown;
  readonly name?: string;
  readonly labels?: unknown;
}

const recorded = JSON.parse(readFileSync(new URL("./data/webhook-outcomes.json", import.meta.url), "utf8")) as Readonly<
  Record<string, Outcome>
>;

let server: TestServer;
let hook: HookServer;
beforeAll(async () => {
  server = await startTestServer();
  hook = await startHookServer(handle, [`${hookService.name}.${namespace}.svc`]);
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  for (const service of services) await server.call("POST", `/api/v1/namespaces/${namespace}/services`, service);
});
afterAll(async () => {
  hook.close();
  await server.close();
});

const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
const configurations = "/apis/admissionregistration.k8s.io/v1";

/** Replaces UIDs, ports and timeouts, which differ between runs. */
const comparable = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
    .replace(/(127\.0\.0\.1|(?:external|hook)\.hooks-a\.svc):\d+/g, "$1:PORT")
    .replace(/timeout=\d+s/, "timeout=Ns");

/**
 * Errors that clustervet reports in other words: kube-apiserver shows Go's messages about types, JSON, sockets and
 * patches that do not apply.
 */
const ownWords =
  /json:|json parse error|mime:|illegal base64|testing value|error in remove|Unexpected kind|replace operation|no kind "ConfigMap"|connection reset|data\[bad key|invalid character/;

async function outcomeOf(name: string): Promise<Outcome> {
  const object = { metadata: { name, labels: { case: name } }, data: { a: "b" } };
  const { code, json, headers } = await server.call("POST", configMaps, object);
  const warnings = headers["warning"];
  const warningPart = warnings === undefined ? {} : { warnings: [warnings].flat().join(", ") };
  if (code < 400) return { code, ...warningPart, name: json.metadata.name, labels: json.metadata.labels };
  const { reason = "", message, details } = json;
  return { code, ...warningPart, reason, message: comparable(message), ...(code === 500 ? {} : { details }) };
}

/** Concurrent requests: few enough that calls do not time out on a busy machine. */
const concurrency = 8;
const longMs = 120_000;

test.each(["validating", "mutating"])(
  "%s webhooks have the same outcomes as in kube-apiserver",
  async (sort) => {
    const cases = hookCases(hook);
    const path = `${configurations}/${sort}webhookconfigurations`;
    const made = await server.call("POST", path, { metadata: { name: "cases" }, webhooks: [...cases.values()] });
    expect(made.code, made.text).toBe(201);
    const names = [...cases.keys()].filter((name) => recorded[`${sort} ${name}`]);
    for (let start = 0; start < names.length; start += concurrency) {
      const some = names.slice(start, start + concurrency);
      const found = await Promise.all(some.map(outcomeOf));
      for (const [index, name] of some.entries()) {
        const expected = recorded[`${sort} ${name}`];
        const { message: _words, warnings: _warnings, details: _details, ...verdict } = expected ?? {};
        if (ownWords.test(`${expected?.message}${expected?.warnings}`)) {
          expect.soft(found[index], name).toMatchObject(verdict);
        } else expect.soft(found[index], name).toEqual(expected);
      }
    }
    await server.call("DELETE", `${path}/cases`);
    await server.call("DELETE", configMaps);
  },
  longMs,
);
