/**
 * A device in a ResourceSlice: validates what its driver publishes about it.
 *
 * @module
 */
import type { NodeSelector } from "../../api/types/core-v1.ts";
import type {
  Device,
  DeviceAttribute,
  DeviceCounterConsumption,
  NodeAllocatableMapping,
  NodeAllocatableOverhead,
} from "../../api/types/resource-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { atMostBytes, type Demand, each, exactlyOne, required, setFields, text } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { formatQuantity, quantitySign } from "../../text/quantity.ts";
import { quantityOf } from "../core/resource-rules.ts";
import { nodeTerms } from "../core/scheduling-rules.ts";
import type { Capacities } from "./device-capacity.ts";
import { checkKey, checkQualifiedKeys } from "./device-names.ts";

/** The nodes that can use devices, for a slice or for one device. */
export type Location = Pick<Device, "nodeName" | "nodeSelector" | "allNodes">;

const maxAttributesAndCapacities = 32;
const maxAttributeValues = 48;
/** The maximum length of an attribute's text, in bytes. */
const maxValueBytes = 64;
const maxConsumptions = 2;
const maxGroups = 2;
const maxCounters = 32;
const maxConditions = 4;

const label = text(validateDns1123Label);

/** Matches semantic versions 2.0.0, with kube-apiserver's regular expression. */
const semanticVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;

const shortText = atMostBytes(maxValueBytes);

const version: Demand<string> = (value, place) => {
  if (!semanticVersion.test(value)) place.invalid("must be a semantic version, such as 1.2.3", value);
  shortText(value, place);
};

const scalars = ["int", "bool", "string", "version"] as const;
const lists = ["ints", "bools", "strings", "versions"] as const;

const attribute: Demand<DeviceAttribute> = (value, place) => {
  exactlyOne(value, [...scalars, ...lists], place, "must have exactly one value");
  for (const name of lists) if (value[name]?.length === 0) place.at(name).say("must not be empty");
  if (value.string !== undefined) shortText(value.string, place.at("string"));
  if (value.version !== undefined) version(value.version, place.at("version"));
  each(value.strings, place.at("strings"), shortText);
  each(value.versions, place.at("versions"), version);
};

const sizeOf = (value: DeviceAttribute): number =>
  lists.reduce((size, name) => size + (value[name]?.length ?? 0), 0) || 1;

/** Validates the attributes of a device, and the number of attributes and capacities. */
export const checkAttributes: Demand<Device> = ({ attributes = {}, capacity = {} }, place) => {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count > maxAttributesAndCapacities) {
    place.say(`must have at most ${maxAttributesAndCapacities} attributes and capacities together; got ${count}`);
  }
  const values = Object.values(attributes).reduce((sum, value) => sum + sizeOf(value), 0);
  if (values > maxAttributeValues) {
    place.say(`must have at most ${maxAttributeValues} values of attributes together; got ${values}`);
  }
  const at = place.at("attributes");
  checkQualifiedKeys(attributes, at);
  for (const [name, value] of Object.entries(attributes)) attribute(value, at.at(name));
};

/** Validates counters by name, which devices share or consume. */
export const checkCounters: Demand<Record<string, unknown> | undefined> = (counters = {}, place) => {
  const names = Object.keys(counters);
  if (names.length === 0) place.required("`counters` must have at least one counter");
  if (names.length > maxCounters) {
    place.say(`must have at most ${maxCounters} counters; got ${names.length}`, { cause: "too-many" });
    return;
  }
  for (const name of names) checkKey(label, name, place.at(name));
};

const consumption: Demand<DeviceCounterConsumption> = ({ counterSet, counters, compatibilityGroups }, place) => {
  required(counterSet, place.at("counterSet"), label);
  checkCounters(counters, place.at("counters"));
  const groups = place.at("compatibilityGroups");
  if (!compatibilityGroups || !atMost(maxGroups, compatibilityGroups, groups)) return;
  each(compatibilityGroups, groups, label);
  distinct(compatibilityGroups, groups, (group) => group);
};

/** Validates the counters of the pool that a device consumes. */
export const checkConsumptions: Demand<Device> = ({ consumesCounters = [] }, place) => {
  const at = place.at("consumesCounters");
  if (!atMost(maxConsumptions, consumesCounters, at)) return;
  each(consumesCounters, at, consumption);
  distinct(consumesCounters, at, ({ counterSet = "" }) => counterSet);
};

const conditionName = text(validateQualifiedName);

/** Validates the conditions that must be true before a device is bound to a pod, and those that must not. */
export const checkBinding: Demand<Pick<Device, "bindingConditions" | "bindingFailureConditions">> = (
  { bindingConditions, bindingFailureConditions },
  place,
) => {
  const conditions = bindingConditions ?? [];
  const failures = bindingFailureConditions ?? [];
  for (const [field, names] of [
    ["bindingConditions", conditions],
    ["bindingFailureConditions", failures],
  ] as const) {
    const at = place.at(field);
    if (atMost(maxConditions, names, at)) each(names, at, conditionName);
    distinct(names, at, (name) => name);
  }
  for (const [index, name] of failures.entries()) {
    if (!conditions.includes(name)) continue;
    place.at("bindingFailureConditions", index).invalid("must not be in `bindingConditions` as well", name);
  }
  if ((conditions.length === 0) === (failures.length === 0)) return;
  const [missing, other] =
    conditions.length === 0
      ? (["bindingConditions", "bindingFailureConditions"] as const)
      : (["bindingFailureConditions", "bindingConditions"] as const);
  place.at(missing).say(`\`${missing}\` must be set together with \`${other}\``);
};

/** Validates the operations that the kubelet skips for a device. */
export function checkSkipped(operations: readonly string[], place: Place<readonly string[]>): void {
  distinct(operations, place, (operation) => operation);
  if (!operations.includes("NodePrepareResources")) return;
  if (operations.some((operation) => operation === "NodeUnprepareResources" || operation === "*")) return;
  const serverText = `${formatJson(operations)}: NodePrepareResources cannot be skipped unless NodeUnprepareResources is also skipped`;
  place.say("must have NodeUnprepareResources together with NodePrepareResources", { cause: "invalid", serverText });
}

/** Validates how much a device uses of the node's allocatable resources. */
export const checkNodeResources: Demand<Device> = ({ nodeAllocatableResources = {}, capacity = {} }, place) => {
  for (const [name, { mapping, overhead }] of Object.entries(nodeAllocatableResources)) {
    const at = place.at("nodeAllocatableResources", name);
    if (name !== "cpu" && name !== "memory" && !name.startsWith("hugepages-")) {
      const serverText = `${quoteGo(name)}: must be a node allocatable resource name`;
      at.invalid("must be cpu, memory or hugepages-<size>", name, { atKey: true, serverText });
    }
    if (!mapping && !overhead) {
      at.required("`mapping` or `overhead` must be set", {
        serverText: "at least one of mapping or overhead must be set",
      });
    }
    if (mapping) checkMapping(mapping, at.at("mapping"), capacity);
    if (overhead) checkNodeOverhead(overhead, at.at("overhead"));
  }
};

function checkMapping(
  mapping: NodeAllocatableMapping,
  place: Place<NodeAllocatableMapping>,
  capacities: Capacities,
): void {
  const { capacityKey, capacityMultiplier, deviceMultiplier } = mapping;
  exactlyOne(mapping, ["capacityKey", "deviceMultiplier"], place);
  if (capacityKey === "")
    place
      .at("capacityKey")
      .invalid("must not be empty", "", { serverText: '"": capacityKey must not be an empty string' });
  else if (capacityKey !== undefined && !Object.hasOwn(capacities, capacityKey)) {
    place
      .at("capacityKey")
      .say(`must name a capacity of the device; got ${JSON.stringify(capacityKey)}`, { cause: "not-found" });
  }
  if (capacityKey !== undefined && capacityMultiplier === undefined) {
    place
      .at("capacityMultiplier")
      .required(undefined, { serverText: "capacityMultiplier is required when capacityKey is set" });
  }
  if (capacityMultiplier !== undefined && capacityKey === undefined) {
    place
      .at("capacityKey")
      .required(undefined, { serverText: "capacityKey is required when capacityMultiplier is set" });
  }
  const multipliers = {
    capacityMultiplier: capacityKey === undefined ? undefined : capacityMultiplier,
    deviceMultiplier,
  };
  for (const field of ["capacityMultiplier", "deviceMultiplier"] as const) {
    const amount = multipliers[field];
    if (amount !== undefined && quantitySign(quantityOf(amount)) <= 0)
      place.at(field).invalid("must be above 0", amount, {
        serverText: `${quoteGo(formatQuantity(quantityOf(amount)))}: must be positive`,
      });
  }
}

function checkNodeOverhead(overhead: NodeAllocatableOverhead, place: Place<NodeAllocatableOverhead>): void {
  const set = setFields(overhead, ["perPod", "perContainer"]);
  if (set.length === 0) {
    place.say("must have `perPod` or `perContainer`", {
      serverText: '"": at least one of perPod or perContainer must be set',
    });
  }
  for (const field of set) {
    const amount = overhead[field] ?? "0";
    if (quantitySign(quantityOf(amount)) < 0)
      place.at(field).invalid("must be 0 or above", amount, {
        serverText: `${quoteGo(formatQuantity(quantityOf(amount)))}: must be non-negative`,
      });
  }
}

/** Selects the current rules about node selectors, which all releases with devices use. */
const anyRelease = { reaches: () => true };

/**
 * Validates each field that defines which nodes can use devices.
 *
 * @param fields - the names of these fields in the object, which may have more than `Location`
 * @returns the fields that are set
 */
export function locationFields<T extends Location>(
  location: T,
  place: Place<T>,
  fields: readonly (keyof T & string)[],
): readonly string[] {
  return setFields(location, fields).filter((field) => {
    const value: unknown = location[field];
    const at = place.along<NodeSelector>([field]);
    if (typeof value === "string") {
      if (value === "") at.invalid("must be absent or not empty", value);
      for (const fault of value === "" ? [] : validateDns1123Subdomain(value)) at.invalid(fault, value);
      return value !== "";
    }
    if (value === false)
      at.invalid("must be absent or true", value, { serverText: "false: must be either unset or set to true" });
    else if (value !== true) nodeTerms(value as NodeSelector, at, anyRelease);
    return value !== false;
  });
}
