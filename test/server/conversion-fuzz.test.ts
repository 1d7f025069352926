/**
 * Webhooks with arbitrary responses: no response causes an internal fault of the server. FUZZ_REQUESTS sets the number
 * of rounds, FUZZ_SEED the seed.
 */
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "./start.ts";
import { type HookRequest, startHookServer } from "./webhook/hook-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
type Json = any;

const { FUZZ_REQUESTS: rounds = "150", FUZZ_SEED: seed = "1" } = process.env;
const group = "fuzz.example.com";

const oddValue = fc.oneof(
  fc.constantFrom<Json>(null, {}, [], "", 5, [{ manager: 5 }], { a: null }, { toString: {} }, [{ k: "a" }, {}, null]),
  fc.constantFrom("v1", "Thing", "Other", `${group}/v1`, `${group}/v2`, `${group}/v3`),
  fc.jsonValue(),
);
const fields = ["apiVersion", "kind", "metadata", "other", "spec", "status"];
const metadata = [
  "annotations",
  "creationTimestamp",
  "deletionTimestamp",
  "finalizers",
  "generateName",
  "generation",
  "labels",
  "managedFields",
  "name",
  "namespace",
  "ownerReferences",
  "resourceVersion",
  "uid",
];
const places = [...fields, ...metadata.map((name) => `metadata/${name}`), "spec/a"];
/** An absent value removes the field. */
const change = fc.record({ place: fc.constantFrom(...places), value: oddValue }, { requiredKeys: ["place"] });
type Change = { readonly place: string; readonly value?: unknown };

function applyChanges(object: Json, changes: readonly Change[]): Json {
  const copy = structuredClone(object);
  for (const { place, value } of changes) {
    const [first = "", second] = place.split("/");
    const holder = second === undefined ? copy : copy[first];
    if (typeof holder !== "object" || holder === null) continue;
    if (value === undefined) delete holder[second ?? first];
    else holder[second ?? first] = structuredClone(value);
  }
  return copy;
}

const patchOf = (changes: readonly Change[]) =>
  changes.map(({ place, value }) =>
    value === undefined ? { op: "remove", path: `/${place}` } : { op: "add", path: `/${place}`, value },
  );

const schema = {
  openAPIV3Schema: {
    type: "object",
    properties: { spec: { type: "object", properties: { a: { type: "string" }, n: { type: "integer" } } } },
  },
};
const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
const path = (version: string, name = "") => `/apis/${group}/${version}/namespaces/default/things${name && `/${name}`}`;

test("arbitrary results of conversion and admission webhooks are rejected or stored, without an internal fault", async () => {
  let conversion: readonly Change[] = [];
  let patch: readonly Change[] = [];
  const hook = await startHookServer(({ path: asked, review }: HookRequest) => {
    const { uid, desiredAPIVersion: apiVersion, objects, object } = review.request;
    const convert = (each: Json) => applyChanges({ ...each, metadata: each.metadata ?? {}, apiVersion }, conversion);
    const patched = patch.length > 0 && object;
    const response =
      asked === "/convert"
        ? { convertedObjects: objects.map(convert), result: { status: "Success" } }
        : {
            allowed: true,
            ...(patched && {
              patchType: "JSONPatch",
              patch: Buffer.from(JSON.stringify(patchOf(patch))).toString("base64"),
            }),
          };
    return { body: { apiVersion: review.apiVersion, kind: review.kind, response: { uid, ...response } } };
  });
  const server = await startTestServer();
  onTestFinished(async () => {
    hook.close();
    await server.close();
  });
  const clientConfig = (at: string) => ({
    url: `https://127.0.0.1:${hook.ports.good}/${at}`,
    caBundle: hook.caBundle,
  });
  const version = { served: true, schema, subresources, selectableFields: [{ jsonPath: ".spec.a" }] };
  const webhook = { clientConfig: clientConfig("convert"), conversionReviewVersions: ["v1"] };
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { name: "v1", storage: true, ...version },
        { name: "v2", storage: false, ...version },
      ],
      conversion: { strategy: "Webhook", webhook },
    },
  });
  await expect.poll(async () => (await server.call("GET", path("v2"))).code).toBe(200);
  const rules = [{ operations: ["*"], apiGroups: [group], apiVersions: ["v2"], resources: ["things", "things/*"] }];
  const mutating = { sideEffects: "None", admissionReviewVersions: ["v1"], failurePolicy: "Ignore", rules };
  await server.call("POST", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", {
    metadata: { name: "fuzz" },
    webhooks: [{ name: "fuzz.example.com", clientConfig: clientConfig("patch"), ...mutating }],
  });
  const merge = { "content-type": "application/merge-patch+json" };
  const apply = { "content-type": "application/apply-patch+yaml" };
  let count = 0;
  const property = fc.asyncProperty(
    fc.array(change, { maxLength: 3 }),
    fc.array(change, { maxLength: 3 }),
    fc.constantFrom("v1", "v2"),
    fc.nat(9),
    async (converted, patches, at, which) => {
      const name = `t${count++}`;
      const body = (each: string) => ({
        apiVersion: `${group}/${each}`,
        kind: "Thing",
        metadata: { name, labels: { a: "b" } },
        spec: { a: each },
      });
      await server.call("POST", path("v1"), body("v1"));
      [conversion, patch] = [converted, patches];
      const owned = `${path(at, name)}?fieldManager=fuzz&force=true`;
      const asks: readonly Parameters<typeof server.call>[] = [
        ["POST", path(at), { ...body(at), metadata: { generateName: "made-" } }],
        ["PUT", path(at, name), body(at)],
        ["PATCH", path(at, name), { spec: { a: "q" } }, merge],
        ["PATCH", owned, body(at), apply],
        ["GET", path("v2", name)],
        ["GET", `${path("v2")}?fieldSelector=spec.a%3Dv1`],
        ["PATCH", `${path(at, name)}/scale`, { spec: { replicas: 3 } }, merge],
        ["PATCH", `${path(at, name)}/status`, { status: { n: 3 } }, merge],
        ["DELETE", path(at, name)],
        ["GET", path("v2")],
      ];
      // The second request meets the object as the first one left it.
      for (const send of [asks[which], asks[(which + 3) % asks.length]]) {
        if (!send) continue;
        const { text } = await server.call(...send);
        expect(text).not.toContain("in the log of the server");
      }
      [conversion, patch] = [[], []];
      await server.call("PATCH", path("v1"), { metadata: { finalizers: null } }, merge);
      await server.call("DELETE", path("v1"));
    },
  );
  await fc.assert(property, { numRuns: Number(rounds), seed: Number(seed) });
}, 600_000);
