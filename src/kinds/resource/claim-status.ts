/**
 * The status of a ResourceClaim, which the scheduler and drivers write: the allocated devices, their state, and the
 * consumers of the claim.
 *
 * @module
 */
import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimStatus,
} from "../../api/types/resource-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { atMostBytes, type Demand, each, oneOf, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Extra, Place } from "../../rule/place.ts";
import { type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { canonicalInterfaceFaults } from "../../text/canonical-ip.ts";
import { isUuid } from "../../text/string-formats.ts";
import { nodeTerms } from "../core/scheduling-rules.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { checkConditions } from "../meta/status-rules.ts";
import { checkBinding, checkSkipped } from "./device.ts";
import { checkReferences, requestNames, requestReference, toleration } from "./device-claim.ts";
import { checkDeviceConfigurations, checkParameters } from "./device-configuration.ts";
import { deviceName, poolName } from "./device-names.ts";

const maxConsumers = 256;
const maxResults = 32;
const maxConfigurations = 64;
const maxConditions = 8;
const maxAddresses = 16;
const maxInterfaceBytes = 256;
const maxHardwareAddressBytes = 128;

/** Returns a rule about the status, which runs only when the status is written. */
const statusRule = (
  info: Omit<RuleInfo, "severity">,
  check: (status: ResourceClaimStatus, place: Place<ResourceClaimStatus>, visit: Visit<ResourceClaim>) => void,
) =>
  rule<ResourceClaim>({ ...info, severity: "error" }, ({ status = {} }, place, visit) => {
    if (visit.subresource === "status") check(status, place.at("status"), visit);
  });

const storedStatus = ({ oldObject }: Visit<ResourceClaim>): ResourceClaimStatus => oldObject?.status ?? {};

/** Faults of declarative validation, which kube-apiserver reports after all others. */
const reportedLast: Extra = { after: ["status"] };
const afterDevices: Extra = { after: ["status", "devices"] };

const reservations = statusRule(
  {
    id: "device-claim/reserved-for",
    summary: "`status.reservedFor` needs an allocation, and gets no new entries while the claim is being deleted",
  },
  ({ reservedFor = [], allocation }, place, visit) => {
    const at = place.at("reservedFor");
    if (!atMost(maxConsumers, reservedFor, at)) return;
    for (const [index, consumer] of reservedFor.entries()) {
      for (const name of ["resource", "name", "uid"] as const) if (!consumer[name]) at.at(index, name).required();
      if (reservedFor.findIndex(({ uid }) => uid === consumer.uid) < index) {
        const { apiGroup, resource = "", name = "", uid = "" } = consumer;
        const shown = new Map(Object.entries({ ...(apiGroup ? { apiGroup } : {}), resource, name, uid }));
        const field = at.at(index).path;
        at.at(index, "uid").say("must be unique", {
          cause: "duplicate",
          field,
          serverText: showGoValue(shown),
          ...reportedLast,
        });
      }
    }
    if (reservedFor.length > 0 && !allocation) at.forbidden("must be absent without `allocation`", afterDevices);
    else if (visit.object.metadata?.deletionTimestamp) {
      const { reservedFor: stored = [] } = storedStatus(visit);
      const isNew = reservedFor.some((consumer) => !stored.some((each) => semanticEqual(each, consumer)));
      if (isNew) at.forbidden("must not have new entries when the claim is being deleted", afterDevices);
    }
  },
);

const allocated = statusRule(
  {
    id: "device-claim/allocation",
    summary: "an allocation assigns devices to requests of the claim, and is immutable until it is removed",
  },
  ({ allocation }, place, visit) => {
    const { allocation: stored } = storedStatus(visit);
    if (!allocation) return;
    const at = place.at("allocation");
    if (!stored) checkAllocation(allocation, at, visit);
    else if (!semanticEqual(stored, allocation)) {
      const serverText = "null: field cannot be modified once set";
      at.say("is immutable: it can only be removed", { atKey: true, cause: "invalid", serverText, ...reportedLast });
    }
  },
);

function checkAllocation(
  { devices: { results = [], config = [] } = {}, nodeSelector }: AllocationResult,
  place: Place<AllocationResult>,
  visit: Visit<ResourceClaim>,
): void {
  const names = requestNames(visit.object.spec ?? {});
  const devices = place.at("devices");
  if (atMost(maxResults, results, devices.at("results"))) {
    each(results, devices.at("results"), (result, at) => checkResult(result, at, names));
  }
  if (atMost(maxConfigurations, config, devices.at("config"))) {
    each(config, devices.at("config"), (item, at) => checkConfiguration(item, at, names));
    checkDeviceConfigurations(config, devices.at("config"));
  }
  whenSet(nodeSelector, place.at("nodeSelector"), (selector, at) => nodeTerms(selector, at, visit));
}

const uuid: Demand<string> = (value, place) => {
  if (value.length === 36 && isUuid(value) && value === value.toLowerCase()) return;
  const serverText = `${showGoValue(value)}: must be a lowercase UUID in 8-4-4-4-12 format`;
  const example = "must be a UUID in lower case with dashes, such as 123e4567-e89b-12d3-a456-426614174000";
  place.invalid(example, value, { serverText, ...reportedLast });
};

/**
 * Validates the identity of a device: its driver, the pool of the driver, and the device in the pool.
 *
 * @param missing - properties of the finding about a missing driver or pool
 */
function identity(
  { driver = "", pool = "", device, shareID }: AllocatedDeviceStatus,
  place: Place<AllocatedDeviceStatus>,
  missing: Extra = {},
): void {
  if (driver === "") place.at("driver").required(undefined, missing);
  else driverName(driver, place.at("driver"));
  if (pool === "") place.at("pool").required(undefined, missing);
  else poolName(pool, place.at("pool"));
  deviceName(device ?? "", place.at("device"));
  whenSet(shareID, place.at("shareID"), uuid);
}

const skippableOperations = ["*", "NodePrepareResources", "NodeUnprepareResources"];

function checkResult(
  result: DeviceRequestAllocationResult,
  place: Place<DeviceRequestAllocationResult>,
  names: ReadonlySet<string>,
): void {
  const { request = "", tolerations, skipNodeOperations = [] } = result;
  requestReference(request, place.at("request"), names);
  identity(result, place, reportedLast);
  checkBinding(result, place);
  each(tolerations, place.at("tolerations"), toleration);
  const skipped = place.at("skipNodeOperations");
  each(skipNodeOperations, skipped, oneOf(skippableOperations));
  checkSkipped(skipNodeOperations, skipped);
}

const sources = ["FromClaim", "FromClass"];

function checkConfiguration(
  { source = "", requests }: DeviceAllocationConfiguration,
  place: Place<DeviceAllocationConfiguration>,
  names: ReadonlySet<string>,
): void {
  const at = place.at("source");
  if (source === "") at.required(undefined, reportedLast);
  else if (!sources.includes(source)) at.unsupported(sources, source, reportedLast);
  checkReferences(requests, place.at("requests"), names);
}

const idOf = ({ driver = "", pool = "", device = "", shareID = "" }: AllocatedDeviceStatus): string =>
  [driver, pool, device, shareID].join("/");

const deviceStatuses = statusRule(
  {
    id: "device-claim/device-status",
    summary: "`status.devices` lists only devices that are allocated to the claim, each once",
  },
  ({ devices = [], allocation }, place) => {
    const at = place.at("devices");
    const known = new Set((allocation?.devices?.results ?? []).map(idOf));
    each(devices, at, (device, own) => checkDeviceStatus(device, own, known));
    distinctDevices(devices, at);
  },
);

/** Reports a second device with the same identity. kube-apiserver's error shows it as JSON. */
function distinctDevices(
  devices: readonly AllocatedDeviceStatus[],
  place: Place<readonly AllocatedDeviceStatus[]>,
): void {
  const seen = new Set<string>();
  for (const [index, status] of devices.entries()) {
    const id = idOf(status);
    if (seen.has(id)) {
      const { driver = "", pool = "", device = "", shareID, conditions = null, data, networkData } = status;
      const fields = Object.entries({ driver, pool, device, shareID, conditions, data, networkData });
      const shown = showGoValue(new Map(fields.filter(([, value]) => value !== undefined)));
      place.at(index).say("must be unique", { cause: "duplicate", serverText: shown, ...reportedLast });
    }
    seen.add(id);
  }
}

function checkDeviceStatus(
  status: AllocatedDeviceStatus,
  place: Place<AllocatedDeviceStatus>,
  known: ReadonlySet<string>,
): void {
  identity(status, place);
  if (!known.has(idOf(status))) {
    const { driver = "", pool = "", device = "", shareID = "" } = status;
    const shown = showGoValue(
      new Map(Object.entries({ Driver: driver, Pool: pool, Device: device, ShareID: shareID })),
    );
    const serverText = `${shown}: must be an allocated device in the claim`;
    place.invalid("must be a device that is allocated to the claim", idOf(status), { serverText });
  }
  const { conditions, data, networkData } = status;
  atMost(maxConditions, conditions, place.at("conditions"));
  checkConditions(conditions ?? [], place.at("conditions"), "common");
  if (data !== undefined && data !== null) checkParameters(data, place.at("data"));
  whenSet(networkData, place.at("networkData"), checkNetwork);
}

const checkNetwork: Demand<NetworkDeviceData> = ({ interfaceName, hardwareAddress, ips = [] }, place) => {
  unlessEmpty(interfaceName, place.at("interfaceName"), atMostBytes(maxInterfaceBytes));
  unlessEmpty(hardwareAddress, place.at("hardwareAddress"), atMostBytes(maxHardwareAddressBytes));
  const at = place.at("ips");
  if (!atMost(maxAddresses, ips, at)) return;
  each(ips, at, text(canonicalInterfaceFaults));
  distinct(ips, at, (address) => address);
};

export const claimStatusRules = [reservations, allocated, deviceStatuses];
