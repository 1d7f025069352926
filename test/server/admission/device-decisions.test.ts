/** Admin access to devices, and permissions of drivers on a node: single decisions, without a server. */
import { describe, expect, test } from "vitest";
import type { AccessRequest } from "../../../src/access/request.ts";
import { deviceAdminAccess } from "../../../src/server/admission/device-admin-access.ts";
import { deviceClaimStatus } from "../../../src/server/admission/device-claim-status.ts";
import type { AdmissionAttributes } from "../../../src/server/registry/parts.ts";

const metadata = { name: "c", namespace: "ns" };
const creationOf = (resource: string, more: object): AdmissionAttributes =>
  ({
    operation: "CREATE",
    subresource: "",
    target: metadata,
    user: { username: "bob", uid: "", groups: [], extra: {} },
    resource: {
      group: "resource.k8s.io",
      version: "v1",
      resource,
      kind: resource === "resourceclaims" ? "ResourceClaim" : "ResourceClaimTemplate",
      definition: { group: "resource.<domain>" },
    },
    ...more,
  }) as unknown as AdmissionAttributes;

describe("admin access to devices", () => {
  const requests = (...asking: readonly (boolean | undefined)[]) => ({
    devices: { requests: asking.map((adminAccess) => ({ name: "r", exactly: { adminAccess } })) },
  });
  const results = (...asking: readonly (boolean | undefined)[]) => ({
    status: { allocation: { devices: { results: asking.map((adminAccess) => ({ adminAccess })) } } },
  });
  const claim = (more: object) => creationOf("resourceclaims", more);
  const templateCreation = (more: object) => creationOf("resourceclaimtemplates", more);
  const statusUpdate = { operation: "UPDATE", subresource: "status" };

  /** Returns the field that admission rejects; undefined if it allows the request. */
  async function refusedField(attempt: AdmissionAttributes, labels: object = {}): Promise<unknown> {
    const namespace = { metadata: { name: "ns", labels } };
    const plugin = deviceAdminAccess({ store: () => ({ cachedObject: () => namespace }) as never });
    try {
      await plugin.approve?.(attempt);
      return undefined;
    } catch (error) {
      const { details } = error as { readonly details?: { readonly causes?: readonly { readonly field?: string }[] } };
      return details?.causes?.map(({ field }) => field).join(", ") ?? error;
    }
  }

  const pathInSpec = (index: number) => `spec.devices.requests[${index}].adminAccess`;
  const pathInStatus = (index: number) => `status.allocation.devices.results[${index}].adminAccess`;
  test.each<[string, AdmissionAttributes, string | undefined]>([
    ["a claim that requests admin access", claim({ object: { metadata, spec: requests(true) } }), pathInSpec(0)],
    [
      "a claim whose second request has admin access",
      claim({ object: { metadata, spec: requests(false, true) } }),
      pathInSpec(1),
    ],
    [
      "a claim whose request has no admin access",
      claim({ object: { metadata, spec: requests(undefined, false) } }),
      undefined,
    ],
    ["a claim without requests", claim({ object: { metadata, spec: {} } }), undefined],
    [
      "an update of a claim that already had admin access",
      claim({ operation: "UPDATE", object: { metadata, spec: requests(true) } }),
      undefined,
    ],
    [
      "a template that requests admin access",
      templateCreation({ object: { metadata, spec: { spec: requests(undefined, true) } } }),
      pathInSpec(1),
    ],
    [
      "a template whose request has no admin access",
      templateCreation({ object: { metadata, spec: { spec: requests(false) } } }),
      undefined,
    ],
    [
      "an update of a template that already had admin access",
      templateCreation({ operation: "UPDATE", object: { metadata, spec: { spec: requests(true) } } }),
      undefined,
    ],
    [
      "an allocation with admin access",
      claim({ ...statusUpdate, object: { metadata, ...results(false, true) }, oldObject: { metadata } }),
      pathInStatus(1),
    ],
    [
      "an update of an allocation that already had admin access",
      claim({
        ...statusUpdate,
        object: { metadata, ...results(true, true) },
        oldObject: { metadata, ...results(true) },
      }),
      undefined,
    ],
    [
      "an allocation without admin access",
      claim({ ...statusUpdate, object: { metadata, ...results(false) }, oldObject: { metadata } }),
      undefined,
    ],
    ["another resource", creationOf("pods", { object: { metadata, spec: requests(true) } }), undefined],
  ])("%s", async (_, attempt, field) => {
    expect(await refusedField(attempt)).toBe(field);
    expect(await refusedField(attempt, { "resource.kubernetes.io/admin-access": "false" })).toBe(field);
    expect(await refusedField(attempt, { "resource.kubernetes.io/admin-access": "true" })).toBeUndefined();
  });
});

describe("permission to write the devices of a driver", () => {
  const here = { key: "metadata.name", operator: "In", values: ["n1"] };
  const onNodes = (...nodeSelectorTerms: readonly object[]) => ({ nodeSelector: { nodeSelectorTerms } });
  const driverAt = (...nodes: readonly string[]) => ({
    username: "system:serviceaccount:kube-system:driver",
    uid: "",
    groups: [],
    extra: { "authentication.kubernetes.io/node-name": nodes },
  });

  /**
   * Returns the verbs that the plugin asks the authorizer about. If there are two, the first is the narrower
   * permission.
   */
  async function checkedVerbs(allocation: object | undefined, user: object, verb = "update") {
    const accessRequests: AccessRequest[] = [];
    const plugin = deviceClaimStatus({
      isEnabled: () => true,
      authorizer: () =>
        ({
          authorize: async (request: AccessRequest) => {
            accessRequests.push(request);
            return { opinion: "allow", reason: "" };
          },
        }) as never,
    });
    const before = { metadata, status: { allocation } };
    const after = { metadata, status: { allocation, devices: [{ driver: "d", pool: "p", device: "x" }] } };
    const write = { operation: "UPDATE", subresource: "status", verb, user, object: after, oldObject: before };
    await plugin.approve?.(creationOf("resourceclaims", write));
    return accessRequests.map(({ attributes }) => attributes.verb);
  }

  const anywhere = ["arbitrary-node:update"];
  const alsoHere = ["associated-node:update", "arbitrary-node:update"];
  test.each<[string, object | undefined, object, readonly string[]]>([
    ["of a claim for the node of the service account", onNodes({ matchFields: [here] }), driverAt("n1"), alsoHere],
    ["of a claim for another node", onNodes({ matchFields: [here] }), driverAt("n2"), anywhere],
    [
      "of a claim for two nodes",
      onNodes({ matchFields: [{ ...here, values: ["n1", "n2"] }] }),
      driverAt("n1"),
      anywhere,
    ],
    [
      "of a claim whose term excludes one node",
      onNodes({ matchFields: [{ ...here, operator: "NotIn" }] }),
      driverAt("n1"),
      anywhere,
    ],
    [
      "of a claim whose term matches another field",
      onNodes({ matchFields: [{ ...here, key: "metadata.uid" }] }),
      driverAt("n1"),
      anywhere,
    ],
    ["of a claim whose term has two fields", onNodes({ matchFields: [here, here] }), driverAt("n1"), anywhere],
    [
      "of a claim whose term has labels as well",
      onNodes({ matchFields: [here], matchExpressions: [{ key: "a", operator: "Exists" }] }),
      driverAt("n1"),
      anywhere,
    ],
    ["of a claim with two terms", onNodes({ matchFields: [here] }, { matchFields: [here] }), driverAt("n1"), anywhere],
    ["of a claim for any node", {}, driverAt("n1"), anywhere],
    ["of a claim whose term is empty", onNodes({}), driverAt("n1"), anywhere],
    ["for a service account with two node names", onNodes({ matchFields: [here] }), driverAt("n1", "n1"), anywhere],
    [
      "for a service account without a node name",
      onNodes({ matchFields: [here] }),
      { ...driverAt(), extra: {} },
      anywhere,
    ],
    [
      "for a user who is no service account",
      onNodes({ matchFields: [here] }),
      { ...driverAt("n1"), username: "bob" },
      anywhere,
    ],
    [
      "for a service account with a longer name",
      onNodes({ matchFields: [here] }),
      { ...driverAt("n1"), username: "system:serviceaccount:a:b:c" },
      anywhere,
    ],
    ["of a claim without allocated devices", undefined, driverAt("n1"), []],
  ])("%s", async (_, allocation, user, verbs) => {
    // The plugin asks about every verb, although the authorizer allows each of them.
    expect(await checkedVerbs(allocation, user)).toEqual(verbs);
  });

  test("the checked verb is that of the request", async () => {
    expect(await checkedVerbs({}, driverAt("n1"), "patch")).toEqual(["arbitrary-node:patch"]);
  });
});
