/** What the plugins that every API server has on do to objects, without a server. */
import { expect, test } from "vitest";
import { defaultPlugins } from "../../../src/server/admission/default-plugins.ts";
import type { Attempt } from "../../../src/server/registry/parts.ts";

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5, 600);
const user = { username: "jane", uid: "7", groups: ["g"], extra: { team: ["a"] } };

interface Write extends Partial<Omit<Attempt, "object" | "oldObject">> {
  readonly kind: string;
  readonly object?: object;
  readonly oldObject?: object;
}

/** The object as it is afterwards. */
async function admit({ kind, object, ...attempt }: Write, group = "", resource = "", protectsStorage = true) {
  const given = structuredClone(object);
  await defaultPlugins({ nowMs: () => nowMs, protectsStorage }).mutate?.({
    operation: "CREATE",
    resource: { group, resource, definition: { group, kind } },
    subresource: "",
    user,
    ...attempt,
    object: given,
  } as unknown as Attempt);
  return given;
}

const request = { spec: { request: "r", username: "admin", uid: "0", groups: ["system:masters"], extra: {} } };
const certificates = ["certificates.k8s.io", "certificatesigningrequests"] as const;

test("who asks for a certificate is who sends the request, whatever the request says", async () => {
  const admitted = await admit({ kind: "CertificateSigningRequest", object: request }, ...certificates);
  expect(admitted).toEqual({ spec: { request: "r", ...user } });
});

test("an update makes nobody else ask for the certificate", async () => {
  const update = {
    kind: "CertificateSigningRequest",
    operation: "UPDATE",
    object: request,
    oldObject: request,
  } as const;
  expect(await admit(update, ...certificates)).toEqual(request);
});

test("a new pod has an account with its token, a priority and tolerations", async () => {
  const pod = await admit({ kind: "Pod", object: { spec: { containers: [{ name: "a" }] } } }, "", "pods");
  const evicted = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });
  expect(pod).toMatchObject({
    spec: {
      serviceAccountName: "default",
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
      tolerations: [evicted("node.kubernetes.io/not-ready"), evicted("node.kubernetes.io/unreachable")],
      containers: [{ volumeMounts: [{ mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }] }],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-.{5}$/) }],
    },
  });
});

test("a new taint has the time of the server", async () => {
  const object = { spec: { taint: { key: "a" } } };
  const admitted = await admit({ kind: "DeviceTaintRule", object }, "resource.k8s.io", "devicetaintrules");
  expect(admitted).toEqual({ spec: { taint: { key: "a", timeAdded: "2026-01-02T03:04:05Z" } } });
});

test.each([
  [true, { metadata: { finalizers: ["kubernetes.io/pvc-protection"] } }],
  [false, {}],
])("a claim is kept while it is in use, if somebody lets it go then: %s", async (protects, expected) => {
  const claim = { kind: "PersistentVolumeClaim", object: {} };
  expect(await admit(claim, "", "persistentvolumeclaims", protects)).toEqual(expected);
});

const stored = { spec: { priority: 5, preemptionPolicy: "Never" } };
const empty = { spec: { tolerations: [{ operator: "Exists" }] } };

test("an update of a pod that says nothing of its priority keeps it", async () => {
  const update = { kind: "Pod", operation: "UPDATE", object: empty, oldObject: stored } as const;
  expect(await admit(update, "", "pods")).toEqual({ spec: { ...empty.spec, ...stored.spec } });
});

test.each<[string, Partial<Write>, string, string]>([
  ["a subresource", { operation: "CREATE", subresource: "binding" }, "", "pods"],
  ["a status", { operation: "UPDATE", subresource: "status", oldObject: stored }, "", "pods"],
  ["an update of another resource", { operation: "UPDATE", oldObject: stored }, "", "replicationcontrollers"],
  ["an update of a resource of another group", { operation: "UPDATE", oldObject: stored }, "metrics.k8s.io", "pods"],
  ["an update without a stored object", { operation: "UPDATE" }, "", "pods"],
])("%s stays as it is", async (_name, attempt, group, resource) => {
  expect(await admit({ kind: "Pod", object: empty, ...attempt }, group, resource)).toEqual(empty);
});

test("a deletion has nothing to fill in", async () => {
  await expect(admit({ kind: "Pod", operation: "DELETE", oldObject: stored }, "", "pods")).resolves.toBeUndefined();
});
