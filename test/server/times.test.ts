/** Times that updates set, as in kube-apiserver 1.37. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

const created = "2026-05-01T12:00:00Z";
const laterTime = "2026-05-01T13:00:00Z";
const clientTime = "2020-01-01T00:00:00Z";

let now = created;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ nowMs: () => Date.parse(now) });
});
afterAll(() => server.close());

async function makeAndUpdate(path: string, object: object, change: (object: Json) => void, subresource = "") {
  now = created;
  const { json } = await server.call("POST", path, object);
  change(json);
  now = laterTime;
  const { name } = json.metadata;
  return (await server.call("PUT", `${path}/${name}${subresource}`, json)).json;
}
// biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
type Json = any;

const taintRule = (name: string) => ({
  metadata: { name },
  spec: { deviceSelector: { driver: "d.example.com" }, taint: { key: "example.com/a", effect: "NoExecute" } },
});

test.each<[string, (taint: Json) => void, string]>([
  ["same", () => {}, created],
  ["absent", (taint) => delete taint.timeAdded, laterTime],
  ["effect", (taint) => Object.assign(taint, { effect: "NoSchedule" }), laterTime],
  ["effect-absent", (taint) => Object.assign(taint, { effect: "NoSchedule", timeAdded: undefined }), laterTime],
  ["own", (taint) => Object.assign(taint, { effect: "NoSchedule", timeAdded: clientTime }), clientTime],
])("the time of the taint of a device taint rule: %s", async (name, change, expected) => {
  const path = "/apis/resource.k8s.io/v1/devicetaintrules";
  const { spec } = await makeAndUpdate(path, taintRule(name), (rule) => change(rule.spec.taint));
  expect(spec.taint.timeAdded).toBe(expected);
});

test("a new taint of a device gets the time of the update, and an old taint keeps its time", async () => {
  const device = { name: "one", taints: [{ key: "example.com/a", effect: "NoExecute" }] };
  const pool = { name: "p", resourceSliceCount: 1, generation: 1 };
  const slice = { metadata: { name: "a" }, spec: { driver: "d.example.com", nodeName: "n", pool, devices: [device] } };
  const { spec } = await makeAndUpdate("/apis/resource.k8s.io/v1/resourceslices", slice, (object) => {
    object.spec.devices[0].taints.push({ key: "example.com/b", effect: "NoSchedule" });
  });
  expect(spec.devices[0].taints.map(({ timeAdded }: Json) => timeAdded)).toEqual([created, laterTime]);
});

test("the client that adds a taint of a device owns its time, also with an apply", async () => {
  const path = "/apis/resource.k8s.io/v1/devicetaintrules";
  const made = await server.call("POST", `${path}?fieldManager=a`, taintRule("owned"));
  const devices = [{ name: "one", taints: [{ key: "example.com/a", effect: "NoExecute" }] }];
  const pool = { name: "p", resourceSliceCount: 1, generation: 1 };
  const spec = { driver: "d.example.com", nodeName: "n", pool, devices };
  const slice = { apiVersion: "resource.k8s.io/v1", kind: "ResourceSlice", metadata: { name: "owned" }, spec };
  const target = "/apis/resource.k8s.io/v1/resourceslices/owned?fieldManager=b";
  const apply = { "content-type": "application/apply-patch+yaml" };
  const applied = await server.call("PATCH", target, slice, apply);
  const ownersOf = ({ json }: { json: Json }) => json.metadata.managedFields.map(({ operation }: Json) => operation);
  expect(made.json.metadata.managedFields[0].fieldsV1["f:spec"]["f:taint"]).toHaveProperty("f:timeAdded");
  expect([applied.code, ownersOf(applied)]).toEqual([201, ["Apply"]]);
});

test.each<[string, object, string]>([
  ["same", { lastPhaseTransitionTime: undefined }, created],
  ["other-phase", { phase: "Available" }, laterTime],
  ["other-phase-alone", { phase: "Available", lastPhaseTransitionTime: undefined }, laterTime],
  ["own-time", { phase: "Available", lastPhaseTransitionTime: clientTime }, clientTime],
])("the transition time of the phase of a volume: %s", async (name, status, expected) => {
  const hostPath = { path: "/x" };
  const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath };
  const setStatus = (volume: Json) => Object.assign(volume.status, status);
  const volume = { metadata: { name }, spec };
  const updated = await makeAndUpdate("/api/v1/persistentvolumes", volume, setStatus, "/status");
  expect(updated.status.lastPhaseTransitionTime).toBe(expected);
});
