/**
 * resource.k8s.io/v1 ResourceSlice: the devices that a driver offers. The oldest versions contain most fields of a
 * device under `basic`.
 *
 * @module
 */
import type { CounterSet, Device, ResourceSlice, ResourceSliceSpec } from "../../api/types/resource-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, each, required, text } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { sliceColumns } from "./columns.ts";
import {
  checkAttributes,
  checkBinding,
  checkConsumptions,
  checkCounters,
  checkNodeResources,
  checkSkipped,
  locationFields,
} from "./device.ts";
import { checkCapacities } from "./device-capacity.ts";
import { deviceName, fullyQualifiedName, poolName } from "./device-names.ts";
import { defaultTaintTimes, deviceTaint } from "./device-taint.ts";
import { sliceConversion, withoutEmptyNodes } from "./v1beta1-conversion.ts";

/** A device that may contain its fields under `basic`, as in the oldest versions. */
interface OlderDevice extends Device {
  basic?: Device;
}

const maxDevices = 128;
/** The maximum number of devices if any of them has taints, counters or list attributes. */
const maxElaborateDevices = 64;
const elaborateSince = "1.35";
const maxCounterSets = 8;
const maxTaints = 16;

/** The first version, which has a different shape and is not validated. */
const unvalidatedVersion = "v1alpha2";
/** Versions that contain most fields of a device under `basic`, and in which empty means absent. */
const olderVersions: readonly string[] = ["v1alpha3", "v1beta1"];

/** Returns a rule about the spec of slices, except those of the first version. */
const sliceRule = (
  info: Omit<RuleInfo, "severity">,
  check: (spec: ResourceSliceSpec, place: Place<ResourceSliceSpec>, visit: Visit<ResourceSlice>) => void,
): Rule<ResourceSlice> =>
  rule({ ...info, severity: "error" }, ({ spec = {} }, place, visit) => {
    if (visit.version !== unvalidatedVersion) check(spec, place.at("spec"), visit);
  });

const isElaborate = ({ taints = [], consumesCounters = [], attributes = {} }: Device): boolean =>
  taints.length > 0 ||
  consumesCounters.length > 0 ||
  Object.values(attributes).some(({ ints, bools, strings, versions }) => ints ?? bools ?? strings ?? versions);

/** A device and the place of its fields, which in the oldest versions is not the place of its name. */
interface PlacedDevice {
  readonly name: string;
  readonly device: Device;
  readonly place: Place<Device>;
}

function bodyOf(device: OlderDevice, { version }: RuleContext): Device {
  return olderVersions.includes(version) ? (device.basic ?? {}) : device;
}

/** Returns the devices to validate; empty if there are too many. */
function devicesOf(
  { devices = [] }: ResourceSliceSpec,
  place: Place<ResourceSliceSpec>,
  context: RuleContext,
): readonly PlacedDevice[] {
  if (devices.length > limitOf(devices, context)) return [];
  const isOlder = olderVersions.includes(context.version);
  return devices.map((device, index) => {
    const own: Place<OlderDevice> = place.at("devices", index);
    return { name: device.name ?? "", device: bodyOf(device, context), place: isOlder ? own.at("basic") : own };
  });
}

function limitOf(devices: readonly OlderDevice[], context: RuleContext): number {
  const isLess = context.reaches(elaborateSince) && devices.some((device) => isElaborate(bodyOf(device, context)));
  return isLess ? maxElaborateDevices : maxDevices;
}

/** Returns a rule about each device. For an update, the check also receives the stored device with the same name. */
const deviceRule = (
  info: Omit<RuleInfo, "severity">,
  check: (placed: PlacedDevice, context: RuleContext, stored: Device | undefined) => void,
): Rule<ResourceSlice> =>
  sliceRule(info, (spec, place, context) => {
    const stored = context.oldObject?.spec;
    for (const placed of devicesOf(spec, place, context)) {
      const known = stored?.devices?.find(({ name = "" }) => name === placed.name);
      check(placed, context, known && bodyOf(known, context));
    }
  });

const pool = sliceRule(
  { id: "resource-slice/pool", summary: "a slice has a driver and a pool" },
  ({ driver, pool: { name, generation = 0, resourceSliceCount = 0 } = {} }, place) => {
    const driverPlace = place.at("driver");
    required(driver, driverPlace, driverName);
    if (driver && driver !== driver.toLowerCase()) {
      driverPlace.invalid("should be in lower case", driver, {
        severity: "warning",
        serverWarning: `{field}: driver names should be lowercase; ${quoteGo(driver)} contains uppercase characters`,
      });
    }
    const at = place.at("pool");
    required(name, at.at("name"), poolName);
    if (resourceSliceCount <= 0) {
      const serverText = `${resourceSliceCount}: must be greater than zero`;
      at.at("resourceSliceCount").invalid("must be above 0", resourceSliceCount, { serverText });
    }
    if (generation < 0)
      at.at("generation").invalid("must be 0 or above", generation, {
        serverText: `${generation}: must be greater than or equal to zero`,
      });
  },
);

const nodeSelectionFields = ["nodeName", "nodeSelector", "allNodes"] as const;

const nodes = sliceRule(
  {
    id: "resource-slice/nodes",
    summary: "a slice sets its nodes in exactly one way: for the whole slice, or for each device",
  },
  (spec, place, context) => {
    const { nodeSelector, perDeviceNodeSelection, skipNodeOperations = [] } = spec;
    const isOlder = olderVersions.includes(context.version);
    const set = locationFields(isOlder ? withoutEmptyNodes(spec) : spec, place, [
      ...nodeSelectionFields,
      "perDeviceNodeSelection",
    ]);
    if (set.length !== 1) {
      const must = "must have exactly one of `nodeName`, `nodeSelector`, `allNodes` and `perDeviceNodeSelection`";
      const cause = set.length === 0 ? "required" : "invalid";
      place.say(`${must}; got ${set.join(", ") || "none"}`, {
        cause,
        ...(set.length > 1 && { serverText: multipleFieldsText(set) }),
      });
    }
    const terms = nodeSelector?.nodeSelectorTerms?.length ?? 0;
    if (nodeSelector && terms !== 1) {
      place.at("nodeSelector", "nodeSelectorTerms").say(`must have exactly one term; got ${terms}`);
    }
    for (const { device, place: at } of devicesOf(spec, place, context)) {
      checkDeviceNodes(device, at, perDeviceNodeSelection === true);
    }
    checkSkipped(skipNodeOperations, place.at("skipNodeOperations"));
  },
);

const multipleFieldsText = (names: readonly string[]): string =>
  `"{${names.map((name) => `\`${name}\``).join(", ")}}": exactly one of \`nodeName\`, \`nodeSelector\`, \`allNodes\`, \`perDeviceNodeSelection\` is required, but multiple fields are set`;

function checkDeviceNodes(device: Device, place: Place<Device>, isPerDevice: boolean): void {
  if (isPerDevice) {
    const set = locationFields(device, place, nodeSelectionFields);
    if (set.length === 1) return;
    const must = "must have exactly one of `nodeName`, `nodeSelector` and `allNodes`";
    place.say(`${must}; got ${set.join(", ") || "none"}`, { cause: set.length === 0 ? "required" : "invalid" });
    return;
  }
  for (const field of nodeSelectionFields) {
    if (device[field] === undefined) continue;
    place.at(field).forbidden(`\`${field}\` must be absent without \`perDeviceNodeSelection: true\` in the slice`, {
      cause: "invalid",
      field: place.path,
      serverText:
        "null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
    });
  }
}

const devices = sliceRule(
  { id: "resource-slice/devices", summary: "a slice has at most 128 devices with unique names" },
  ({ devices: list = [] }, place, context) => {
    const at = place.at("devices");
    if (!atMost(limitOf(list, context), list, at)) return;
    for (const [index, { name = "" }] of list.entries()) deviceName(name, at.at(index, "name"));
    distinct(list, at, ({ name = "" }) => name, showGoValue);
  },
);

const attributes = deviceRule(
  { id: "resource-slice/attributes", summary: "a device attribute has a valid name and exactly one value" },
  ({ device, place }) => checkAttributes(device, place),
);

const capacity = deviceRule(
  { id: "resource-slice/capacity", summary: "a capacity's request policy is consistent with its value" },
  ({ device, place }, context, stored) => {
    const { capacity: capacities, allowMultipleAllocations } = device;
    if (capacities && !(stored && semanticEqual(stored.capacity, capacities))) {
      checkCapacities(capacities, place.at("capacity"), allowMultipleAllocations === true, context);
    }
    checkNodeResources(device, place);
  },
);

const label = text(validateDns1123Label);

const counterSet: Demand<CounterSet> = ({ name, counters }, place) => {
  required(name, place.at("name"), label);
  checkCounters(counters, place.at("counters"));
};

const counters = sliceRule(
  {
    id: "resource-slice/counters",
    summary: "shared counter sets and consumed counters have names and are within their limits",
  },
  (spec, place, context) => {
    const { devices: list, sharedCounters, partitionTypeAttribute } = spec;
    if (list && sharedCounters && context.reaches(elaborateSince)) {
      place.say("must have only one of `devices` and `sharedCounters`; got both", {
        serverText: '"": only one of `sharedCounters` or `devices` is allowed',
      });
    }
    const at = place.at("sharedCounters");
    if (sharedCounters && atMost(maxCounterSets, sharedCounters, at)) {
      each(sharedCounters, at, counterSet);
      distinct(sharedCounters, at, ({ name = "" }) => name);
    }
    for (const { device, place: own } of devicesOf(spec, place, context)) checkConsumptions(device, own);
    if (partitionTypeAttribute !== undefined) checkPartitionType(spec, partitionTypeAttribute, place, context);
  },
);

/** Requires that devices that are parts of another device have the attribute with their partition type. */
function checkPartitionType(
  spec: ResourceSliceSpec,
  name: string,
  place: Place<ResourceSliceSpec>,
  context: RuleContext,
): void {
  const at = place.at("partitionTypeAttribute");
  let isName = true;
  const ofName = at.changing((finding) => {
    isName = false;
    return finding;
  });
  fullyQualifiedName(context)(name, ofName);
  const parts = devicesOf(spec, place, context).filter(({ device }) => (device.consumesCounters?.length ?? 0) > 0);
  if (parts.length === 0) {
    const serverText = `${quoteGo(name)}: may only be set on a slice which declares devices that consume counters`;
    at.invalid("must be absent unless a device consumes counters", name, { serverText });
  }
  if (!isName) return;
  const prefix = `${spec.driver ?? ""}/`;
  const bareName = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  for (const { device, place: own } of parts) {
    const value = memberOf(device.attributes, name) ?? memberOf(device.attributes, bareName);
    if (value?.string !== undefined) continue;
    const must = `\`${name}\` must be set to a string, because \`partitionTypeAttribute\` names it`;
    if (value === undefined) {
      const serverText =
        "device consumes counters and `partitionTypeAttribute` names this attribute, so it must be set";
      own.at("attributes", name).required(must, { serverText });
    } else own.at("attributes", name).say(must, { cause: "invalid" });
  }
}

const taints = deviceRule(
  { id: "resource-slice/taints", summary: "a taint of a device has a key and an effect" },
  ({ device: { taints: list = [] }, place }, _context, stored) => {
    const at = place.at("taints");
    const isKept = stored !== undefined && semanticEqual(stored.taints, list);
    if (!isKept && atMost(maxTaints, list, at)) each(list, at, deviceTaint);
  },
);

const binding = deviceRule(
  {
    id: "resource-slice/binding-conditions",
    summary: "a device has both binding conditions and binding failure conditions, or neither",
  },
  ({ device, place }) => checkBinding(device, place),
);

const fixed = sliceRule(
  { id: "resource-slice/immutable", summary: "driver, pool and node of a slice are immutable" },
  (spec, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const { spec: stored = {} } = oldObject;
    const after = ["spec", "pool"];
    const say = (at: Place) => at.say("field is immutable", { atKey: true, after });
    if (spec.pool?.name !== stored.pool?.name) say(place.at("pool", "name"));
    if (spec.driver !== stored.driver) say(place.at("driver"));
    if (spec.nodeName !== stored.nodeName) {
      const serverText = `${showGoValue(spec.nodeName ?? null)}: field is immutable`;
      place.at("nodeName").say("field is immutable", { atKey: true, serverText, after });
    }
  },
);

export const resourceSlice = kind("resource/v1.ResourceSlice", {
  conversions: { v1beta1: sliceConversion },
  resource: {
    columns: sliceColumns,
    selectableFields: ({ spec }) => ({
      "spec.driver": spec?.driver ?? "",
      "spec.nodeName": spec?.nodeName ?? "",
      "spec.pool.name": spec?.pool?.name ?? "",
    }),
  },
  rules: [pool, nodes, devices, attributes, capacity, counters, taints, binding, fixed],
  applyDefaults({ spec }, context) {
    for (const { taints = [] } of spec?.devices ?? []) defaultTaintTimes(taints ?? [], context);
  },
});
