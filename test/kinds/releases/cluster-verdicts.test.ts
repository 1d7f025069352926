/**
 * Tests objects whose verdict depends on the release, with the verdicts of kube-apiserver 1.30.14, 1.33.13 and 1.37.1.
 */
import { expect, test } from "vitest";
import { createVetter } from "../../../src/index.ts";

const ingress = (spec: object) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: "shop" },
  spec,
});
const revision = (data: unknown) => ({
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "web-1", namespace: "shop" },
  revision: 1,
  data,
});
const backend = (name: string) => ({ defaultBackend: { service: { name, port: { number: 80 } } } });

test.each([
  { object: ingress(backend("web")), refusedBy: [] },
  { name: "a service that begins with a digit", object: ingress(backend("1web")), refusedBy: ["1.30", "1.33"] },
  { name: "an invalid host", object: ingress({ rules: [{ host: "10.example.org" }] }), refusedBy: [] },
  {
    name: "an address with leading zeros as a host",
    object: ingress({ rules: [{ host: "010.0.0.1" }] }),
    refusedBy: ["1.30", "1.33", "1.37"],
  },
  { name: "a controller revision whose data is an object", object: revision({}), refusedBy: [] },
  { name: "a controller revision whose data is a string", object: revision("a"), refusedBy: ["1.33", "1.37"] },
  { name: "a controller revision without data", object: revision(null), refusedBy: ["1.30", "1.33", "1.37"] },
])("$name is rejected by $refusedBy", ({ object, refusedBy }) => {
  const refusing = ["1.30", "1.33", "1.37"].filter((target) =>
    createVetter({ target })
      .vetObject(object)
      .some(({ severity }) => severity === "error"),
  );
  expect(refusing).toEqual(refusedBy);
});

test("a pod gets the default service account before its token volume is validated, but a mirror pod does not", () => {
  const projected = { sources: [{ serviceAccountToken: { path: "token" } }] };
  const pod = (annotations: object) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", annotations },
    spec: { nodeName: "a", containers: [{ name: "web", image: "web:1" }], volumes: [{ name: "t", projected }] },
  });
  const rules = (annotations: object) =>
    createVetter({ asSent: true })
      .vetObject(pod(annotations))
      .map(({ rule }) => rule);
  expect(rules({})).not.toContain("pod/token-account");
  expect(rules({ "kubernetes.io/config.mirror": "a" })).toContain("pod/token-account");
});
