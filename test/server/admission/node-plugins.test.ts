/**
 * Plugins that read nodes, and the one that protects pod groups: PodTopologyLabels, PodResizeValidator,
 * NodeDeclaredFeatureValidator and PodGroupProtection, with the responses of kube-apiserver by default and with all
 * feature gates on.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer } from "../start.ts";

interface Step {
  readonly request: readonly [method: string, path: string, body: unknown, type: string];
  readonly code: number;
  readonly message?: string;
  readonly causes?: unknown;
  readonly labels?: unknown;
  readonly finalizers?: unknown;
}

const allGates = { featureGates: { AllAlpha: true, AllBeta: true }, runtimeConfig: () => true };

test.each([
  ["node-plugins.jsonl", {}],
  ["node-plugins-with-gates.jsonl", allGates],
])("admission of pods depends on their nodes: %s", async (name, settings) => {
  const text = readFileSync(new URL(`data/${name}`, import.meta.url), "utf8");
  const steps = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Step);
  const options = { isPluginOn: isOnByDefault, isControllerOn: () => false };
  const server = await startTestServer({ ...settings, ...options });
  try {
    await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
    const answers: Step[] = [];
    for (const { request } of steps) {
      const [method, path, body, type] = request;
      const { code, json } = await server.call(method, path, body ?? undefined, { "content-type": type });
      const { message, details, metadata = {} } = json;
      const { labels, finalizers } = metadata;
      const refusal = { message, ...(details?.causes ? { causes: details.causes } : {}) };
      const shown = { ...(labels ? { labels } : {}), ...(finalizers ? { finalizers } : {}) };
      answers.push({ request, code, ...(code >= 300 ? refusal : shown) } as Step);
    }
    expect(answers).toEqual(steps);
  } finally {
    await server.close();
  }
});
