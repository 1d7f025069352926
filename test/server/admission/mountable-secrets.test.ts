/**
 * Service accounts that limit secrets. Verdicts and messages are those of kube-apiserver 1.37.1, except that it rejects
 * ephemeral containers with a 500.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
const space = "/api/v1/namespaces/default";
const enforce = "kubernetes.io/enforce-mountable-secrets";
beforeAll(async () => {
  server = await startTestServer({ isPluginOn: isOnByDefault });
  const accounts = [
    { name: "default", enforced: "true", secrets: [{ name: "ok" }], imagePullSecrets: [{ name: "pull" }] },
    { name: "short", enforced: "T" },
    { name: "off", enforced: "yes" },
  ];
  for (const { name, enforced, ...lists } of accounts) {
    const metadata = { name, annotations: { [enforce]: enforced } };
    await server.call("POST", `${space}/serviceaccounts`, { metadata, ...lists });
  }
});
afterAll(() => server.close());

const env = (name: string) => [{ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } }];
const envFrom = (name: string) => [{ secretRef: { name } }];
const container = (more: object) => ({ name: "c", image: "i", ...more });
const volumes = (secretName: string) => [{ name: "v", secret: { secretName } }];
const refusal = (reference: string, noun = "secret", account = "default") =>
  `${reference} is not allowed because service account ${account} does not reference that ${noun}`;
const secret = 'referencing secret.secretName="no"';

test.each<[string, object, string]>([
  ["listed", { volumes: volumes("ok"), containers: [container({ env: env("ok"), envFrom: envFrom("ok") })] }, ""],
  [
    "volume",
    { volumes: volumes("no"), imagePullSecrets: [{ name: "no" }] },
    refusal('volume with secret.secretName="no"'),
  ],
  ["projected", { volumes: [{ name: "v", projected: { sources: [{ secret: { name: "no" } }] } }] }, ""],
  ["env", { containers: [container({ env: env("no") })] }, refusal(`container c with envVar E ${secret}`)],
  ["env-from", { containers: [container({ envFrom: envFrom("no") })] }, refusal(`container c with envFrom ${secret}`)],
  [
    "init",
    { initContainers: [container({ name: "n", env: env("no") })] },
    refusal(`init container n with envVar E ${secret}`),
  ],
  [
    "pull",
    { imagePullSecrets: [{ name: "pull" }, { name: "z" }] },
    refusal('imagePullSecrets[1].name="z"', "imagePullSecret"),
  ],
  [
    "short",
    { serviceAccountName: "short", imagePullSecrets: [{ name: "pull" }] },
    refusal('imagePullSecrets[0].name="pull"', "imagePullSecret", "short"),
  ],
  ["off", { serviceAccountName: "off", volumes: volumes("no"), imagePullSecrets: [{ name: "no" }] }, ""],
])("a pod's secrets: %s", async (name, spec, why) => {
  const whole = { containers: [container({})], automountServiceAccountToken: false, ...spec };
  const { code, json } = await server.call("POST", `${space}/pods`, { metadata: { name }, spec: whole });
  const forbidden = `pods "${name}" is forbidden: ${why}`;
  expect([code, json.message]).toEqual(why === "" ? [201, undefined] : [403, forbidden]);
});

test("the secrets of ephemeral containers are limited too", async () => {
  const pod = { metadata: { name: "e" }, spec: { containers: [container({})], automountServiceAccountToken: false } };
  await server.call("POST", `${space}/pods`, pod);
  const add = (more: object) =>
    server.call(
      "PATCH",
      `${space}/pods/e/ephemeralcontainers`,
      { spec: { ephemeralContainers: [container({ name: "e", ...more })] } },
      { "content-type": "application/strategic-merge-patch+json" },
    );
  const refusals = [await add({ env: env("no") }), await add({ envFrom: envFrom("no") })];
  expect(refusals.map(({ code, json }) => [code, json.message])).toEqual(
    ["envVar E", "envFrom"].map((place) => [
      403,
      `pods "e" is forbidden: ${refusal(`ephemeral container e with ${place} ${secret}`)}`,
    ]),
  );
  expect((await add({ env: env("ok") })).code).toBe(200);
});
