import { expect, test } from "vitest";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer } from "../start.ts";
import { patchWith, reply, startHookServer } from "../webhook/hook-server.ts";

test("validation rejects a pod whose tolerations a webhook removes in both rounds", async () => {
  const server = await startTestServer({ isPluginOn: isOnByDefault, isControllerOn: () => false });
  const hook = await startHookServer((hookRequest) =>
    reply(hookRequest, patchWith([{ op: "remove", path: "/spec/tolerations" }])),
  );
  const namespace = "/api/v1/namespaces/default";
  await server.call("POST", `${namespace}/serviceaccounts`, { metadata: { name: "default" } });
  const spec = { containers: [{ name: "a", image: "b" }] };
  const { json: made } = await server.call("POST", `${namespace}/pods`, { metadata: { name: "one" }, spec });
  expect(made.spec.tolerations).toHaveLength(2);
  const webhook = {
    name: "a.example.com",
    clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/`, caBundle: hook.caBundle },
    rules: [{ operations: ["UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    reinvocationPolicy: "IfNeeded",
  };
  const configurations = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
  await server.call("POST", configurations, { metadata: { name: "w" }, webhooks: [webhook] });
  const merge = { "content-type": "application/merge-patch+json" };
  const body = { metadata: { labels: { a: "b" } } };
  const { code, json } = await server.call("PATCH", `${namespace}/pods/one`, body, merge);
  expect([code, json.details?.causes?.[0]?.field, hook.requests.length]).toEqual([422, "spec.tolerations", 2]);
  hook.close();
  await server.close();
});
