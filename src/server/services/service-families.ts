/**
 * Determines the IP families of a service: those that it specifies, those of its addresses, or the default of the
 * cluster.
 *
 * @module
 */
import type { IPFamily, ServiceSpec } from "../../api/types/core-v1.ts";
import { addressesOf, familyOf, isHeadless } from "../../kinds/core/service-spec.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { parseIp } from "../../text/ip.ts";
import type { StatusCause } from "../request/status.ts";

export const hasAddresses = ({ type }: ServiceSpec): boolean => type !== "ExternalName";

/** Whether the addresses and families of a service are consistent. If not, validation rejects the service. */
export function isWellFormed(spec: ServiceSpec): boolean {
  const { clusterIP = "", clusterIPs = [], ipFamilies = [] } = spec;
  if (clusterIPs.length > 0 && clusterIPs[0] !== clusterIP) return false;
  if (new Set(ipFamilies).size < ipFamilies.length) return false;
  if (isHeadless(spec)) return true;
  const addresses = addressesOf(spec);
  if (!addresses.every((address) => parseIp(address).ok)) return false;
  const own = addresses.map(familyOf);
  const isOfOther = (family: string, index: number) => isKnown(ipFamilies[index]) && ipFamilies[index] !== family;
  return new Set(own).size === own.length && !own.some(isOfOther);
}

const knownFamilies = ["IPv4", "IPv6"];
const knownPolicies = ["PreferDualStack", "RequireDualStack", "SingleStack"];

const isKnown = (family: string | undefined): boolean => family !== undefined && knownFamilies.includes(family);

export const invalidField = (field: string, value: unknown, why: string): StatusCause => ({
  reason: "FieldValueInvalid",
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
  field: `spec.${field}`,
});

/**
 * Sets the families of a service and its family policy.
 *
 * @param families - families of the cluster, the default first
 * @param old - specification of the stored service; absent for a new service
 * @returns the errors
 */
export function settleFamilies(
  spec: ServiceSpec,
  families: readonly IPFamily[],
  old: ServiceSpec | undefined,
): readonly StatusCause[] {
  if (!hasAddresses(spec) || (old && isKeptPreference(spec, old))) return [];
  const isHeadlessWithoutSelector = spec.clusterIP === "None" && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isHeadlessWithoutSelector ? "RequireDualStack" : "SingleStack");
  const unknown = unknownFaults(spec);
  if (unknown.length > 0) return unknown;
  const faults = [...singleFaults(spec, old), ...addFamiliesOfAddresses(spec, families)];
  if (faults.length > 0) return faults;
  const [first] = families;
  if (isHeadlessWithoutSelector) {
    spec.ipFamilies = completeFamilies(spec.ipFamilies ?? [], first, spec.ipFamilyPolicy !== "SingleStack");
    return [];
  }
  const missing = configurationFaults(spec, families);
  if (missing.length > 0) return missing;
  const isDual = spec.ipFamilyPolicy !== "SingleStack" && families.length === 2;
  spec.ipFamilies = completeFamilies(spec.ipFamilies ?? [], first, isDual);
  return [];
}

const assignedTypes = ["ClusterIP", "NodePort", "LoadBalancer"];

function isKeptPreference(spec: ServiceSpec, old: ServiceSpec): boolean {
  return (
    spec.type === old.type &&
    assignedTypes.includes(spec.type ?? "") &&
    spec.ipFamilyPolicy === "PreferDualStack" &&
    (old.ipFamilyPolicy ?? spec.ipFamilyPolicy) === spec.ipFamilyPolicy &&
    semanticEqual(spec.clusterIPs, old.clusterIPs) &&
    semanticEqual(spec.ipFamilies, old.ipFamilies)
  );
}

/**
 * Returns errors for unknown families and policies. A service with these gets no addresses, and its other fields are
 * not checked.
 */
function unknownFaults({ ipFamilies = [], ipFamilyPolicy: policy }: ServiceSpec): readonly StatusCause[] {
  return [
    ...ipFamilies.flatMap((family, index) =>
      isKnown(family) ? [] : [unsupported(`ipFamilies[${index}]`, family, knownFamilies)],
    ),
    ...(policy === undefined || knownPolicies.includes(policy)
      ? []
      : [unsupported("ipFamilyPolicy", policy, knownPolicies)]),
  ];
}

const unsupported = (field: string, value: string, accepted: readonly string[]): StatusCause => ({
  reason: "FieldValueNotSupported",
  message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${accepted.map((each) => JSON.stringify(each)).join(", ")}`,
  field: `spec.${field}`,
});

/**
 * Returns errors for a single-stack service with two addresses or families, and for a service that gives up its second
 * one without the policy `SingleStack`.
 */
function singleFaults(spec: ServiceSpec, old: ServiceSpec | undefined): readonly StatusCause[] {
  const { ipFamilyPolicy, clusterIPs = [], ipFamilies = [] } = spec;
  const fault = (why: string) => invalidField("ipFamilyPolicy", ipFamilyPolicy, why);
  if (ipFamilyPolicy === "SingleStack") {
    const must = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    return [
      ...(clusterIPs.length === 2 ? [fault(`${must} cluster IPs are specified`)] : []),
      ...(ipFamilies.length === 2 ? [fault(`${must} IP families are specified`)] : []),
    ];
  }
  const isReduced = (name: "clusterIPs" | "ipFamilies") => old?.[name]?.length === 2 && spec[name]?.length === 1;
  return [
    ...(isReduced("clusterIPs") ? [fault("must be 'SingleStack' to release the secondary cluster IP")] : []),
    ...(isReduced("ipFamilies") ? [fault("must be 'SingleStack' to release the secondary IP family")] : []),
  ];
}

function addFamiliesOfAddresses(spec: ServiceSpec, families: readonly IPFamily[]): readonly StatusCause[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (isHeadless(spec)) return [];
  const further = clusterIPs.slice(ipFamilies.length).map(familyOf);
  const unknown = further.flatMap((family, index) =>
    isOneOf(families, family)
      ? []
      : [
          invalidField(
            `clusterIPs[${ipFamilies.length + index}]`,
            clusterIPs,
            `${family} is not configured on this cluster`,
          ),
        ],
  );
  if (unknown.length === 0) spec.ipFamilies = [...ipFamilies, ...further];
  return unknown;
}

function configurationFaults(spec: ServiceSpec, families: readonly IPFamily[]): readonly StatusCause[] {
  const { ipFamilyPolicy, ipFamilies = [] } = spec;
  const needsTwo = ipFamilyPolicy === "RequireDualStack" && families.length < 2;
  return [
    ...(needsTwo
      ? [invalidField("ipFamilyPolicy", ipFamilyPolicy, "this cluster is not configured for dual-stack services")]
      : []),
    ...ipFamilies.flatMap((family, index) =>
      isOneOf(families, family) ? [] : [invalidField(`ipFamilies[${index}]`, family, "not configured on this cluster")],
    ),
  ];
}

const isOneOf = (families: readonly IPFamily[], family: string): boolean => families.some((each) => each === family);

function completeFamilies(asked: readonly IPFamily[], first: IPFamily | undefined, isDual: boolean): IPFamily[] {
  const [family = first ?? "IPv4", ...more] = asked;
  if (more.length > 0 || !isDual) return [family, ...more];
  return [family, family === "IPv4" ? "IPv6" : "IPv4"];
}
