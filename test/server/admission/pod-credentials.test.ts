/**
 * Credentials that a kubelet requests for its pods: the conditions for each request, and when the authorizer decides
 * instead.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { AccessRequest } from "../../../src/access/request.ts";
import type { KubeletWrite } from "../../../src/server/admission/nodes/node-write.ts";
import { podCertificateFault, tokenFault } from "../../../src/server/admission/nodes/pod-credentials.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { StatusError } from "../../../src/server/request/status.ts";

/** The objects of the server, by resource, namespace and name. */
const objects = new Map<string, object>();
const store = (path: string, object: object) => objects.set(path, object);
const accessRequests: AccessRequest[] = [];

const podVolumes = [
  { name: "token", projected: { sources: [{ serviceAccountToken: { audience: "vault", path: "t" } }] } },
  { name: "own", projected: { sources: [{ secret: { name: "s" } }, { serviceAccountToken: { path: "t" } }] } },
  { name: "inline", csi: { driver: "inline.example.com" } },
  { name: "claimed", persistentVolumeClaim: { claimName: "data" } },
  { name: "scratch", ephemeral: { volumeClaimTemplate: { spec: {} } } },
  { name: "cert", projected: { sources: [{ podCertificate: { signerName: "example.com/signer" } }] } },
];
const mirrorAnnotation = { "kubernetes.io/config.mirror": "x" };
const podOf = (more: object = {}, metadata: object = {}) => ({
  metadata: { name: "p", namespace: "ns", uid: "pod-1", ...metadata },
  spec: { nodeName: "one", serviceAccountName: "sa", volumes: podVolumes, ...more },
});

beforeEach(() => {
  objects.clear();
  accessRequests.length = 0;
  store("/nodes//one", { metadata: { name: "one", uid: "node-1" } });
  store("/pods/ns/p", podOf());
  store("/serviceaccounts/ns/sa", { metadata: { name: "sa", namespace: "ns", uid: "sa-1" } });
  const driver = (...audiences: readonly string[]) => ({
    spec: { tokenRequests: audiences.map((audience) => ({ audience })) },
  });
  store("storage.<domain>/csidrivers//inline.example.com", driver("of-inline", "of-inline-too"));
  store("storage.<domain>/csidrivers//claimed.example.com", driver("of-claim"));
  store("storage.<domain>/csidrivers//scratch.example.com", driver("of-scratch"));
  store("storage.<domain>/csidrivers//unused.example.com", driver("of-unused"));
  for (const [claim, name] of [
    ["data", "claimed"],
    ["p-scratch", "scratch"],
  ]) {
    store(`/persistentvolumeclaims/ns/${claim}`, { spec: { volumeName: `pv-${name}` } });
    store(`/persistentvolumes//pv-${name}`, { spec: { csi: { driver: `${name}.example.com` } } });
  }
});

interface Settings {
  readonly isOn?: boolean;
  readonly permits?: boolean;
  readonly operation?: string;
  readonly subresource?: string;
}

/** Returns a write of the kubelet of node `one` in namespace `ns`. */
function write(spec: object | undefined, { isOn = true, permits = false, ...more }: Settings): KubeletWrite {
  const [resource, group] =
    more.subresource === "" ? ["podcertificaterequests", "certificates.k8s.io"] : ["serviceaccounts", ""];
  return {
    node: "one",
    attempt: {
      operation: "CREATE",
      subresource: "token",
      user: { username: "system:node:one", uid: "", groups: ["system:nodes"], extra: {} },
      target: { namespace: "ns", name: "sa" },
      resource: { group, version: "v1", resource },
      object: spec && { spec },
      ...more,
    },
    parts: {
      isEnabled: (gate: string) => isOn && gate === "ServiceAccountNodeAudienceRestriction",
      store: (group: string, resource: string) => ({
        cachedObject: ({ namespace, name }: { readonly namespace: string; readonly name: string }) =>
          objects.get(`${group}/${resource}/${namespace}/${name}`) as ApiObject | undefined,
        get: async () => {
          throw new StatusError(404, "NotFound", "not found");
        },
      }),
      authorizer: () => ({
        authorize: async (request: AccessRequest) => {
          accessRequests.push(request);
          return { opinion: permits ? "allow" : "no-opinion", reason: "" };
        },
      }),
    },
  } as unknown as KubeletWrite;
}

describe("a token of a service account", () => {
  const bound = { apiVersion: "v1", kind: "Pod", name: "p", uid: "pod-1" };
  const faultOf = (spec: object | undefined, settings: Settings = {}) => tokenFault(write(spec, settings));

  test.each<[string, readonly string[] | undefined]>([
    ["for an audience of a projected volume", ["vault"]],
    ["for the server's audience, which a projected volume without an audience has", undefined],
    ["for no audience", []],
    ["for an audience of the driver of an inline volume", ["of-inline"]],
    ["for the second audience of that driver", ["of-inline-too"]],
    ["for an audience of the driver of a claim", ["of-claim"]],
    ["for an audience of the driver of an ephemeral volume", ["of-scratch"]],
  ])("%s is allowed", async (_, audiences) => {
    expect(await faultOf({ boundObjectRef: bound, audiences })).toBeUndefined();
    expect(accessRequests).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["without a bound object", {}, "node requested token not bound to a pod"],
    ["bound to a Secret", { boundObjectRef: { ...bound, kind: "Secret" } }, "node requested token not bound to a pod"],
    [
      "bound to a Pod of another group",
      { boundObjectRef: { ...bound, apiVersion: "x/v1" } },
      "node requested token not bound to a pod",
    ],
    [
      "bound to an object without a name",
      { boundObjectRef: { ...bound, name: "" } },
      "node requested token not bound to a pod",
    ],
    [
      "bound without a uid",
      { boundObjectRef: { ...bound, uid: "" } },
      "node requested token with a pod binding without a uid",
    ],
    [
      "bound to an earlier pod of the same name",
      { boundObjectRef: { ...bound, uid: "pod-0" } },
      "the UID in the bound object reference (pod-0) does not match the UID in record. The object might have been deleted and then recreated",
    ],
    [
      "for two audiences",
      { boundObjectRef: bound, audiences: ["vault", "of-claim"] },
      "node may only request 0 or 1 audiences",
    ],
    [
      "for an audience that the pod does not name",
      { boundObjectRef: bound, audiences: ["other"] },
      'system:node:one is not authorized to request tokens for audience "other"',
    ],
    [
      "for an audience of a driver that the pod does not use",
      { boundObjectRef: bound, audiences: ["of-unused"] },
      'system:node:one is not authorized to request tokens for audience "of-unused"',
    ],
  ])("%s is refused", async (_, spec, fault) => {
    expect(await faultOf(spec)).toBe(fault);
  });

  test('for a pod of another node is refused, and for a missing pod fails with "not found"', async () => {
    store("/pods/ns/p", podOf({ nodeName: "two" }));
    const elsewhere = "node requested token bound to a pod scheduled on a different node";
    expect(await faultOf({ boundObjectRef: bound })).toBe(elsewhere);
    expect(await faultOf({ boundObjectRef: bound }, { isOn: false })).toBe(elsewhere);
    objects.delete("/pods/ns/p");
    await expect(faultOf({ boundObjectRef: bound })).rejects.toThrow('pods "p" not found');
  });

  test("for the server's own audience is refused if no volume of the pod requests it", async () => {
    store("/pods/ns/p", podOf({ volumes: podVolumes.filter(({ name }) => name !== "own") }));
    const fault = 'system:node:one is not authorized to request tokens for audience ""';
    expect(await faultOf({ boundObjectRef: bound })).toBe(fault);
    store("/pods/ns/p", podOf({ volumes: undefined }));
    expect(await faultOf({ boundObjectRef: bound })).toBe(fault);
  });

  test("for any audience is allowed if the authorizer permits it", async () => {
    expect(await faultOf({ boundObjectRef: bound, audiences: ["other"] }, { permits: true })).toBeUndefined();
    expect(accessRequests).toEqual([
      {
        user: expect.objectContaining({ username: "system:node:one" }),
        attributes: {
          kind: "resource",
          verb: "request-serviceaccounts-token-audience",
          group: "",
          version: "v1",
          resource: "other",
          subresource: "",
          name: "sa",
          namespace: "ns",
        },
      },
    ]);
  });

  test("for any audience is allowed if the feature gate is off", async () => {
    const two = { boundObjectRef: bound, audiences: ["vault", "other"] };
    expect(await faultOf(two, { isOn: false })).toBeUndefined();
    expect(await faultOf({}, { isOn: false })).toBe("node requested token not bound to a pod");
  });

  test("missing drivers, claims and volumes contribute no audience", async () => {
    for (const path of [
      "/persistentvolumes//pv-claimed",
      "/persistentvolumeclaims/ns/p-scratch",
      "storage.<domain>/csidrivers//inline.example.com",
    ]) {
      objects.delete(path);
    }
    for (const audience of ["of-claim", "of-scratch", "of-inline"]) {
      expect(await faultOf({ boundObjectRef: bound, audiences: [audience] })).toContain(`audience "${audience}"`);
    }
    store("/persistentvolumes//pv-claimed", { spec: { nfs: {} } });
    expect(await faultOf({ boundObjectRef: bound, audiences: ["of-claim"] })).toContain('audience "of-claim"');
    expect(await faultOf({ boundObjectRef: bound, audiences: ["vault"] })).toBeUndefined();
  });

  test("writes other than token requests are not checked", async () => {
    expect(await faultOf({}, { subresource: "status" })).toBeUndefined();
    expect(await faultOf({}, { operation: "UPDATE" })).toBeUndefined();
    expect(await faultOf(undefined)).toBe("node requested token not bound to a pod");
  });
});

describe("a certificate request for a pod", () => {
  const sound = {
    nodeName: "one",
    nodeUID: "node-1",
    podName: "p",
    podUID: "pod-1",
    serviceAccountName: "sa",
    serviceAccountUID: "sa-1",
    signerName: "example.com/signer",
  };
  const faultOf = (change: object = {}, settings: Settings = {}) =>
    podCertificateFault(write({ ...sound, ...change }, { subresource: "", ...settings }));

  test("is allowed for a pod of the node whose volumes name the signer", async () => {
    expect(await faultOf()).toBeUndefined();
    expect(accessRequests).toEqual([]);
  });

  test.each<[string, object, string]>([
    [
      "for another node",
      { nodeName: "two" },
      'PodCertificateRequest.Spec.NodeName="two", which is not the requesting node "one"',
    ],
    [
      "for another service account",
      { serviceAccountName: "admin" },
      'PodCertificateRequest for pod "ns/p" contains serviceAccountName ("admin") that differs from running pod ("sa")',
    ],
    [
      "of an unknown signer",
      { signerName: "example.com/other" },
      'pod "ns/p" does not mount a podCertificate projected volume for signer "example.com/other"',
    ],
  ])("%s is refused", async (_, change, fault) => {
    expect(await faultOf(change)).toBe(fault);
  });

  test.each<[string, object, string]>([
    ["of the node", { nodeUID: "node-0" }, 'PodCertificateRequest: the node of pod "ns/p" has another UID'],
    ["of the pod", { podUID: "pod-0" }, 'PodCertificateRequest: pod "ns/p" has another UID'],
    [
      "of the service account",
      { serviceAccountUID: "sa-0" },
      'PodCertificateRequest: the service account of pod "ns/p" has another UID',
    ],
  ])("with an old UID %s fails with 500 and may be retried", async (_, change, message) => {
    await expect(faultOf(change)).rejects.toMatchObject({ code: 500, message });
  });

  test.each<[string, object, string]>([
    [
      "on another node",
      podOf({ nodeName: "two" }),
      'pod "ns/p" is not running on node "one" named in the PodCertificateRequest',
    ],
    ["that is a mirror pod", podOf({}, { annotations: mirrorAnnotation }), 'pod "ns/p" is a mirror pod'],
    [
      "without volumes",
      podOf({ volumes: undefined }),
      'pod "ns/p" does not mount a podCertificate projected volume for signer "example.com/signer"',
    ],
  ])("for a pod %s is refused", async (_, pod, fault) => {
    store("/pods/ns/p", pod);
    expect(await faultOf()).toBe(fault);
  });

  test("for missing objects is refused", async () => {
    objects.delete("/serviceaccounts/ns/sa");
    await expect(faultOf()).rejects.toThrow("the service account of pod");
    objects.delete("/pods/ns/p");
    await expect(faultOf()).rejects.toThrow('pods "p" not found');
    objects.delete("/nodes//one");
    await expect(faultOf()).rejects.toThrow('nodes "one" not found');
  });

  test("for any signer is allowed if the authorizer permits it for the service account", async () => {
    expect(await faultOf({ signerName: "example.com/a/b" }, { permits: true })).toBeUndefined();
    expect(accessRequests.map(({ attributes }) => attributes)).toEqual([
      {
        kind: "resource",
        verb: "request-serviceaccounts-podcertificate-signer",
        group: "certificates.k8s.io",
        version: "v1",
        resource: "example.com:a:b",
        subresource: "",
        name: "sa",
        namespace: "ns",
      },
    ]);
  });

  test.each([
    [{ operation: "UPDATE" }, 'unexpected operation "UPDATE"'],
    [{ operation: "DELETE" }, 'unexpected operation "DELETE"'],
    [{ subresource: "status" }, 'unexpected operation "CREATE"'],
  ])("may only be created: %j", async (settings, fault) => {
    expect(await faultOf({}, settings)).toBe(fault);
  });
});
