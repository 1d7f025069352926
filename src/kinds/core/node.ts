/**
 * v1 Node: a machine that runs pods.
 *
 * @module
 */
import type { Node, NodeSpec } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Column } from "../../kind/kind.ts";
import { each, text } from "../../rule/demand.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { legacyCidrFaults, legacyPrefix } from "../../text/legacy-ip.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { quantityMilliValue, quantitySign } from "../../text/quantity.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn, noneCell, unknownCell } from "../meta/columns.ts";
import { keepStored } from "../meta/stored-part.ts";
import { addressAdviceInfo, adviseOnCidr } from "./address-advice.ts";
import { nodeAnnotations } from "./node-annotation-rules.ts";
import { roundToMillis } from "./resource-list.ts";
import { isExtended, quantityOf } from "./resource-rules.ts";
import { checkTaints } from "./taints.ts";

const rolePrefix = "node-role.kubernetes.io/";
const roleLabel = "kubernetes.io/role";

function rolesCell({ metadata }: Node): string {
  const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length);
    return key === roleLabel ? value : [];
  });
  const named = [...new Set(roles)].filter((role) => role !== "");
  return named.sort(compareUtf8).join(",") || noneCell;
}

function statusCell({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === "Ready");
  const readiness = ready ? (ready.status === "True" ? "Ready" : "NotReady") : "Unknown";
  return spec?.unschedulable ? `${readiness},SchedulingDisabled` : readiness;
}

const addressColumn = (name: string, type: string, description: string): Column<Node> => ({
  name,
  type: "string",
  description,
  priority: 1,
  value: ({ status }) => status?.addresses?.find((address) => address.type === type)?.address ?? noneCell,
});

function kernelCell({ status }: Node): string {
  const { kernelVersion, architecture } = status?.nodeInfo ?? {};
  return `${kernelVersion || unknownCell}${architecture ? ` (${architecture})` : ""}`;
}

const columns: readonly Column<Node>[] = [
  nameColumn,
  {
    name: "Status",
    type: "string",
    description: "Whether the node is ready and schedulable.",
    value: statusCell,
  },
  { name: "Roles", type: "string", description: "Roles from the labels of the node.", value: rolesCell },
  ageColumn,
  {
    name: "Version",
    type: "string",
    description: "Version of its kubelet.",
    value: ({ status }) => status?.nodeInfo?.kubeletVersion ?? "",
  },
  addressColumn("Internal-IP", "InternalIP", "Its address inside the cluster."),
  addressColumn("External-IP", "ExternalIP", "Its address outside the cluster."),
  {
    name: "OS-Image",
    type: "string",
    description: "Its operating system.",
    priority: 1,
    value: ({ status }) => status?.nodeInfo?.osImage || unknownCell,
  },
  {
    name: "Kernel-Version",
    type: "string",
    description: "Its kernel, and its architecture.",
    priority: 1,
    value: kernelCell,
  },
  {
    name: "Container-Runtime",
    type: "string",
    description: "Its container runtime.",
    priority: 1,
    value: ({ status }) => status?.nodeInfo?.containerRuntimeVersion || unknownCell,
  },
];

const taints = rule<Node>(
  {
    id: "node/taints",
    severity: "error",
    summary: "a taint has a key and an effect, and is unique",
  },
  ({ spec }, place) => checkTaints(spec?.taints, place.at("spec", "taints")),
);

const podCidrs = rule<Node>(
  {
    id: "node/pod-cidrs",
    severity: "error",
    summary: "a node has one pod CIDR, or one of each IP family",
  },
  ({ spec }, place, visit) => {
    const ranges = spec?.podCIDRs ?? [];
    const at = place.at("spec", "podCIDRs");
    const isStrict = visit.isEnabled("StrictIPCIDRValidation");
    const families = new Set(ranges.map((range) => range.includes(":")));
    const isRepeated = ranges.length > 2 || families.size < ranges.length;
    const serverText = `${showGoValue(ranges)}: may specify no more than one CIDR for each IP family`;
    const unread = ranges.length > 1 ? ranges.findIndex((range) => !legacyPrefix(range)) : -1;
    ranges.forEach((range, index) => {
      const own = cidrPlace(spec ?? {}, place.at("spec"), index);
      const also = index === unread ? unknownFamilyErrors(range, index, at) : [];
      for (const fault of legacyCidrFaults(range, isStrict)) {
        own.invalid(fault, range, {
          also: also.length > 0 && !isRepeated ? [...also, { field: at.path, serverText }] : also,
        });
      }
    });
    if (isRepeated) {
      at.invalid("must have at most one range of each IP family", ranges.join(", "), { serverText });
    }
  },
);

/**
 * Returns the error about the IP families: if kube-apiserver cannot parse one range, it cannot determine the family of
 * any, and reports that after the faults of each range.
 */
function unknownFamilyErrors(range: string, index: number, list: Place<readonly string[]>): readonly AlsoNamed[] {
  const reason = `invalid CIDR[${index}]: <nil> (invalid CIDR address: ${range})`;
  const serverText = `invalid PodCIDRs. failed to check with dual stack with error:${reason}`;
  const after = [...list.path, Number.MAX_SAFE_INTEGER];
  return [{ field: list.path, cause: "internal", serverText, after }];
}

/** Returns the place of a range. A single range may come from `podCIDR`. */
function cidrPlace({ podCIDR, podCIDRs = [] }: NodeSpec, place: Place<NodeSpec>, index: number): Place<string> {
  const at = place.at("podCIDRs", index);
  if (podCIDR === undefined || podCIDRs.length !== 1) return at;
  return place.at("podCIDR").changing((finding) => ({ ...finding, field: at.path }));
}

/** Fields that no component reads, and kube-apiserver's advice. */
const removedSpecFields = [
  ["configSource", "the feature is removed"],
  ["externalID", "this field is deprecated, and is unused by Kubernetes"],
] as const;

const removedFields = rule<Node>(
  {
    id: "node/removed-fields",
    severity: "warning",
    summary: "a node does not set `configSource` or `externalID`, which nothing reads",
  },
  ({ spec }, place) => {
    for (const [field, upstream] of removedSpecFields) {
      if (!spec?.[field]) continue;
      place.at("spec", field).say(`\`${field}\` has no effect: Kubernetes no longer reads it`, {
        serverWarning: `{field}: ${upstream}`,
        atKey: true,
      });
    }
  },
);

const addressForm = rule<Node>(addressAdviceInfo, ({ spec }, place, visit) => {
  spec?.podCIDRs?.forEach((range, index) => {
    adviseOnCidr(range, cidrPlace(spec, place.at("spec"), index), visit);
  });
});

const isWhole = (name: string): boolean => name === "pods" || isExtended(name);

/**
 * Validates amounts of resources.
 *
 * @param names - the status fields that contain the amounts, for kube-apiserver's errors
 */
const amounts = (
  list: Readonly<Record<string, string>> | undefined,
  place: Place<Readonly<Record<string, string>>>,
  [own = "", ...others]: readonly string[],
): void => {
  for (const [name, amount] of Object.entries(list ?? {})) {
    const quantity = quantityOf(amount);
    const refuse = (must: string, words: string) => {
      const serverText = `${showGoValue(amount)}: ${words}`;
      const namedIn = (list: string) =>
        ({ field: ["status", `${list}.${name}`], after: ["status", list], serverText }) as const;
      place.at(name).invalid(must, amount, { ...namedIn(own), also: others.map(namedIn) });
    };
    if (quantitySign(quantity) < 0) refuse("must be 0 or above", "must be greater than or equal to 0");
    if (isWhole(name) && quantityMilliValue(quantity) % 1000n !== 0n)
      refuse("must be a whole number", "must be an integer");
  }
};

const resources = rule<Node>(
  {
    id: "node/resources",
    severity: "error",
    summary: "resource amounts are not negative, and whole for countable resources",
  },
  ({ status }, place) => {
    const [capacity, allocatable] = [place.at("status", "capacity"), place.at("status", "allocatable")];
    const isSame = semanticEqual(status?.allocatable, status?.capacity);
    amounts(status?.capacity, capacity, isSame ? ["capacity", "allocatable"] : ["capacity"]);
    if (!isSame) amounts(status?.allocatable, allocatable, ["allocatable"]);
    const swap = status?.nodeInfo?.swap?.capacity;
    if (swap !== undefined && swap <= 0) {
      place.at("status", "nodeInfo", "swap", "capacity").invalid("must be above 0", swap);
    }
  },
);

const featurePattern = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const maxFeatureLength = 253;

const declaredFeatures = rule<Node>(
  {
    id: "node/declared-features",
    severity: "error",
    summary: "declared features are well-formed, sorted and unique",
  },
  ({ status }, place, visit) => {
    if (!visit.isEnabled("NodeDeclaredFeatures")) return;
    const features = status?.declaredFeatures ?? [];
    const at = place.at("status", "declaredFeatures");
    features.forEach((name, index) => {
      const before = features[index - 1];
      if (name === before) at.at(index).duplicate("must be unique", at.at(index - 1));
      else if (before !== undefined && before > name) {
        const serverText = `${quoteGo(name)}: list must be sorted alphabetically`;
        at.at(index).invalid("must be in alphabetical order", name, { serverText });
      }
      if (!featurePattern.test(name) || name.length > maxFeatureLength) {
        const shown = quoteGo(name);
        const demand =
          name.length > maxFeatureLength
            ? `must be no more than ${maxFeatureLength} characters`
            : "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
        at.at(index).invalid("must be CamelCase words separated by slashes", name, {
          serverText: `${shown}: invalid feature name ${shown}: ${demand}`,
        });
      }
    });
  },
);

const assignedOnce = rule<Node>(
  {
    id: "node/assigned-once",
    severity: "error",
    summary: "`podCIDRs` and `providerID` are immutable once set",
  },
  ({ spec = {} }, place, { oldObject }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    const at = place.at("spec");
    if (stored.podCIDRs?.length && !semanticEqual(stored.podCIDRs, spec.podCIDRs)) {
      const serverText = 'node updates may not change podCIDR except from "" to valid';
      at.at("podCIDRs").forbidden("field is immutable", { serverText });
    }
    if (stored.providerID && stored.providerID !== spec.providerID) {
      at.at("providerID").invalid(
        `field is immutable: must stay ${JSON.stringify(stored.providerID)}`,
        spec.providerID ?? "",
        { serverText: `null: field cannot be ${spec.providerID ? "modified" : "cleared"} once set`, after: [] },
      );
    }
    if ((stored.externalID ?? "") !== (spec.externalID ?? "")) {
      at.at("externalID").forbidden("field is immutable", { serverText: "may not be updated" });
    }
  },
);

const addresses = rule<Node>(
  { id: "node/addresses", severity: "error", cause: "duplicate", summary: "node addresses are unique" },
  ({ status }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    unique(status?.addresses, place.at("status", "addresses"), {
      textOf: ({ type = "", address = "" }) => `${type} ${address}`,
      placeOf: (item) => item,
      message: (found) => `must be unique; got ${found} again`,
    });
  },
);

const maxHolders = 20;

const preemptionPolicy = rule<Node>(
  {
    id: "node/pod-preemption-policy",
    severity: "error",
    summary: "each entry of `disableResizePreemption` is a unique qualified name",
  },
  ({ spec }, place) => {
    const holders = spec?.podPreemptionPolicy?.disableResizePreemption;
    const at = place.at("spec", "podPreemptionPolicy", "disableResizePreemption");
    if (!holders || !atMost(maxHolders, holders, at)) return;
    each(holders, at, text(validateQualifiedName));
    unique(holders, at, {
      textOf: (holder) => holder,
      placeOf: (item) => item,
      message: (holder) => `must be unique; got ${JSON.stringify(holder)} again`,
      comparesEmpty: true,
    });
  },
);

export const node = kind("core/v1.Node", {
  rules: [
    nodeAnnotations,
    taints,
    podCidrs,
    removedFields,
    addressForm,
    resources,
    declaredFeatures,
    assignedOnce,
    addresses,
    preemptionPolicy,
  ],
  applyDefaults({ spec, status }) {
    if (spec?.podCIDR && spec.podCIDRs?.[0] !== spec.podCIDR) spec.podCIDRs = [spec.podCIDR];
    else if (spec?.podCIDRs?.[0]) spec.podCIDR = spec.podCIDRs[0];
    if (!status) return;
    // When kube-apiserver reads a node from its storage, an empty list is absent.
    const hasAllocatable = Object.keys(status.allocatable ?? {}).length > 0;
    if (status.capacity && !hasAllocatable) status.allocatable = { ...status.capacity };
    roundToMillis(status.capacity);
    roundToMillis(status.allocatable);
  },
  resource: {
    columns,
    selectableFields: ({ spec }) => ({ "spec.unschedulable": String(spec?.unschedulable ?? false) }),
    prepareForCreate({ spec, status }) {
      delete spec?.configSource;
      delete status?.config;
    },
    prepareForUpdate(object, oldObject) {
      keepStored("status", object, oldObject);
      if (oldObject.spec?.configSource === undefined) delete object.spec?.configSource;
    },
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      if (oldObject.status?.config === undefined) delete object.status?.config;
    },
  },
});
