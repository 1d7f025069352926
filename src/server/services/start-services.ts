/**
 * Starts the allocation of addresses and ports to services.
 *
 * @module
 */
import { type IpPrefix, parseIpPrefix } from "../../text/ip.ts";
import { defaultRange } from "../bootstrap/cluster-objects.ts";
import type { EnsureOptions } from "../bootstrap/ensure-object.ts";
import type { AdmissionAttributes, Allocation } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { AddressRange } from "../services/address-range.ts";
import { Addresses } from "../services/addresses.ts";
import { NodePorts, type PortRange } from "../services/node-ports.ts";
import { ServiceAllocator } from "../services/service-allocation.ts";

/** Settings for the addresses and ports of services. */
export interface ServiceSettings {
  /** Ranges of addresses: one, or one for each family with the default family first; default `10.0.0.0/24`. */
  readonly ranges?: readonly IpPrefix[];
  /** Range of node ports; default 30000 to 32767. */
  readonly nodePorts?: PortRange;
  /** Address at which pods reach the server; absent: they cannot reach it. */
  readonly advertiseAddress?: string;
}

const defaultNodePorts: PortRange = { first: 30_000, last: 32_767 };

/** 10.0.0.0/24 */
const defaultServiceRanges: readonly IpPrefix[] = [
  { address: { bytes: Uint8Array.of(10, 0, 0, 0), zone: "" }, bits: 24 },
];

export interface Services {
  readonly ranges: readonly AddressRange[];
  claim(attempt: AdmissionAttributes): Promise<Allocation | undefined>;
  stop(): void;
}

/** Starts the allocation. The caches of the registry must be filled. */
export function startServices(
  { registry, write }: EnsureOptions,
  groupDomain: string,
  settings: ServiceSettings,
): Services {
  const ranges = (settings.ranges ?? defaultServiceRanges).map((prefix) => new AddressRange(prefix));
  const services = registry.store("", "services");
  const store = registry.store(`networking.${groupDomain}`, "ipaddresses");
  // Releases before 1.31 have no IPAddresses.
  if (!services || !store) return { ranges, claim: async () => undefined, stop: () => {} };
  const ports = new NodePorts(settings.nodePorts ?? defaultNodePorts, services);
  const further = registry.store(`networking.${groupDomain}`, "servicecidrs");
  const allRanges = () => [...ranges, ...(further?.cached() ?? []).flatMap(rangesOf)];
  const addresses = new Addresses({ ranges: allRanges, store, write });
  const allocation = new ServiceAllocator(addresses, ports);
  return {
    ranges,
    claim: async (attempt) => (attempt.resource === services.resource ? allocation.claim(attempt) : undefined),
    stop: () => ports.stop(),
  };
}

/** Returns the additional ranges of a ServiceCIDR. */
function rangesOf({ metadata, spec }: ApiObject): readonly AddressRange[] {
  if (metadata.deletionTimestamp || metadata.name === defaultRange) return [];
  const { cidrs = [] } = (spec ?? {}) as { readonly cidrs?: readonly string[] };
  return cidrs.flatMap((text) => {
    const prefix = parseIpPrefix(text);
    return prefix.ok ? [new AddressRange(prefix.value)] : [];
  });
}
