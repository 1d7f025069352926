/**
 * The requests of a device claim, in ResourceClaims and their templates. In the oldest versions the fields of a request
 * are in the request itself, in newer ones under `exactly`.
 *
 * @module
 */
import type {
  DeviceRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from "../../api/types/resource-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, each, required, text, whenSet } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { checkDeviceConfigurations } from "./device-configuration.ts";
import { fullyQualifiedName } from "./device-names.ts";
import { checkSelectors } from "./device-selector.ts";

/** A request that may also have the fields of its devices itself, as in the oldest versions. */
interface OlderRequest extends DeviceRequest, ExactDeviceRequest {}

const maxRequests = 32;
const maxAlternatives = 8;
const maxConstraints = 32;
const maxConfigurations = 32;

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);

const tolerationKey: Demand<DeviceToleration> = ({ key = "" }, place) => {
  if (key !== "") for (const fault of validateQualifiedName(key)) place.at("key").invalid(fault, key);
};

export const toleration: Demand<DeviceToleration> = (item, place) => {
  const { operator, value = "" } = item;
  tolerationKey(item, place);
  if (operator === "Exists" && value !== "") place.at("value").invalid('must be empty with operator "Exists"', value);
  if (operator !== "Exists") for (const fault of validateLabelValue(value)) place.at("value").invalid(fault, value);
};

function checkDevices(devices: ExactDeviceRequest, place: Place<ExactDeviceRequest>, context: RuleContext): void {
  const { deviceClassName, selectors, allocationMode, count = 0, tolerations } = devices;
  required(deviceClassName, place.at("deviceClassName"), subdomain);
  checkSelectors(selectors, place.at("selectors"), context);
  const at = place.at("count");
  if (allocationMode === "All" && count !== 0) {
    const serverText = `${count}: must not be specified when allocationMode is 'All'`;
    at.invalid('must be absent with `allocationMode: "All"`', count, { serverText });
  }
  if (allocationMode === "ExactCount" && count <= 0) at.invalid("must be above 0", count);
  if (!allocationMode) place.at("allocationMode").unsupported(["All", "ExactCount"], "");
  each(tolerations, place.at("tolerations"), toleration);
}

/** Validates the only fields that kube-apiserver validates in alternatives that are not allowed. */
function checkDeclaredFields(
  { deviceClassName, tolerations }: ExactDeviceRequest,
  place: Place<ExactDeviceRequest>,
): void {
  required(deviceClassName, place.at("deviceClassName"), subdomain);
  each(tolerations, place.at("tolerations"), tolerationKey);
}

/** Whether a request has fields of devices itself, as in the oldest versions. */
function hasOwnDevices({ deviceClassName, allocationMode, count, ...others }: OlderRequest): boolean {
  const { selectors, adminAccess, tolerations, capacity, derivedAttributes } = others;
  return (
    [deviceClassName, allocationMode].some((value) => value !== undefined && value !== "") ||
    (count ?? 0) !== 0 ||
    [selectors, adminAccess, tolerations, capacity, derivedAttributes].some((value) => value !== undefined)
  );
}

/** The devices of a request or of one of its alternatives, and their place. */
interface PlacedDevices {
  readonly devices: ExactDeviceRequest;
  readonly place: Place<ExactDeviceRequest>;
  /** The name of the request, or `request/alternative`. */
  readonly name: string;
  /** False if the request has both forms, in which case kube-apiserver uses neither. */
  readonly isUsed: boolean;
}

/**
 * Returns all devices that a claim requests; leaves out requests and alternatives if there are too many, which another
 * rule reports.
 */
export function requestsOf({ devices }: ResourceClaimSpec, place: Place<ResourceClaimSpec>): readonly PlacedDevices[] {
  const requests = devices?.requests ?? [];
  if (requests.length > maxRequests) return [];
  return requests.flatMap((value: OlderRequest, index) => {
    const at = place.at("devices", "requests", index) as Place<OlderRequest>;
    const { name = "", exactly, firstAvailable = [] } = value;
    const single = [
      ...(exactly ? [{ devices: exactly, place: at.at("exactly"), name }] : []),
      ...(hasOwnDevices(value) ? [{ devices: value, place: at, name }] : []),
    ];
    const few = firstAvailable.length > maxAlternatives ? [] : firstAvailable;
    const alternatives = few.map((item, number) => ({
      devices: item,
      place: at.at("firstAvailable", number),
      name: `${name}/${item.name ?? ""}`,
    }));
    const isUsed = single.length === 0 || firstAvailable.length === 0;
    return [...single, ...alternatives].map((item) => ({ ...item, isUsed }));
  });
}

function request(value: OlderRequest, place: Place<OlderRequest>, context: RuleContext): void {
  const { name = "", exactly, firstAvailable = [] } = value;
  label(name, place.at("name"));
  const own = hasOwnDevices(value);
  if (firstAvailable.length > 0) {
    const hasBoth = exactly !== undefined || own;
    if (hasBoth) {
      const serverText = "null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set";
      place.say("must have one of `exactly` and `firstAvailable`; got both", { serverText });
    }
    if (!atMost(maxAlternatives, firstAvailable, place.at("firstAvailable"))) return;
    distinct(firstAvailable, place.at("firstAvailable"), (item) => item.name ?? "");
    for (const [index, item] of firstAvailable.entries()) {
      const at = place.at("firstAvailable", index);
      if (hasBoth) {
        checkDeclaredFields(item, at);
        continue;
      }
      label(item.name ?? "", at.at("name"));
      checkDevices(item, at, context);
    }
  } else if (exactly) checkDevices(exactly, place.at("exactly"), context);
  else if (own) checkDevices(value, place, context);
  else place.required("must have `exactly`, or alternatives in `firstAvailable`");
}

/** Validates the requests of the claim. */
export function checkRequests(
  { devices: { requests } = {} }: ResourceClaimSpec,
  place: Place<ResourceClaimSpec>,
  context: RuleContext,
): void {
  const at = place.at("devices", "requests");
  if (!atMost(maxRequests, requests, at)) return;
  each(requests, at, (item, own) => request(item, own, context));
  distinct(requests, at, ({ name = "" }) => name);
}

/** Returns the names of the requests of a claim, and those of alternatives as `request/alternative`. */
export function requestNames({ devices }: ResourceClaimSpec): ReadonlySet<string> {
  return new Set(
    (devices?.requests ?? []).flatMap(({ name = "", firstAvailable = [] }) => [
      name,
      ...firstAvailable.map((item) => `${name}/${item.name ?? ""}`),
    ]),
  );
}

const unknownRequest =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/** Requires the name of a request of the claim, or of one of its alternatives. */
export function requestReference(name: string, place: Place<string>, names: ReadonlySet<string>): void {
  if (names.has(name)) return;
  const parts = name.split("/");
  // kube-apiserver reports the faults of each part, and then that the name is unknown.
  const ofParts =
    parts.length > 2 ? [] : parts.flatMap((part) => validateDns1123Label(part).map((fault) => [part, fault]));
  const words = [...ofParts, [name, unknownRequest]].map(([value = "", fault]) => `${showGoValue(value)}: ${fault}`);
  const [serverText, ...further] = words;
  place.invalid("must be the name of a request, or request/alternative", name, {
    ...(serverText === undefined ? {} : { serverText }),
    also: further.map((text) => ({ cause: "invalid", serverText: text })),
  });
}

/** Validates a list of request names. */
export function checkReferences(
  references: readonly string[] | undefined,
  place: Place<readonly string[]>,
  names: ReadonlySet<string>,
): void {
  if (!references || !atMost(maxRequests, references, place)) return;
  for (const [index, name] of references.entries()) {
    requestReference(name, place.at(index), names);
  }
  distinct(references, place, (name) => name);
}

/** Validates the constraints: attributes that all devices of several requests must share, or must not share. */
export function checkConstraints(spec: ResourceClaimSpec, place: Place<ResourceClaimSpec>, context: RuleContext): void {
  const { constraints = [] } = spec.devices ?? {};
  const list = place.at("devices", "constraints");
  if (!atMost(maxConstraints, constraints, list)) return;
  const names = requestNames(spec);
  for (const [index, { requests, matchAttribute, distinctAttribute }] of constraints.entries()) {
    const at = list.at(index);
    checkReferences(requests, at.at("requests"), names);
    whenSet(matchAttribute, at.at("matchAttribute"), fullyQualifiedName(context));
    whenSet(distinctAttribute, at.at("distinctAttribute"), fullyQualifiedName(context));
    if (matchAttribute === undefined && distinctAttribute === undefined) {
      const serverText =
        'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
      const words = context.isEnabled("DRAConsumableCapacity") ? { field: at.path, serverText } : {};
      at.at("matchAttribute").required("`matchAttribute` or `distinctAttribute` must be set", words);
    }
  }
}

/** Validates the configuration that drivers receive for the devices of the claim. */
export function checkConfigurations(spec: ResourceClaimSpec, place: Place<ResourceClaimSpec>): void {
  const { config = [] } = spec.devices ?? {};
  const list = place.at("devices", "config");
  if (!atMost(maxConfigurations, config, list)) return;
  const names = requestNames(spec);
  for (const [index, { requests }] of config.entries()) checkReferences(requests, list.at(index, "requests"), names);
  checkDeviceConfigurations(config, list);
}

/** Sets the default allocation mode and number of devices of each request, and the default operators of tolerations. */
export function defaultClaim({ devices }: ResourceClaimSpec): void {
  const requests: readonly OlderRequest[] = devices?.requests ?? [];
  for (const item of requests) {
    if (item.exactly) defaultDevices(item.exactly);
    for (const alternative of item.firstAvailable ?? []) defaultDevices(alternative);
    if (item.deviceClassName) defaultDevices(item);
  }
}

function defaultDevices(devices: ExactDeviceRequest): void {
  devices.allocationMode ||= "ExactCount";
  if (devices.allocationMode === "ExactCount") devices.count ||= 1;
  defaultTolerations(devices.tolerations);
}

export function defaultTolerations(tolerations: readonly DeviceToleration[] = []): void {
  for (const each of tolerations) each.operator ||= "Equal";
}
