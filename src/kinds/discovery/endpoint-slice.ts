/**
 * discovery.k8s.io/v1 EndpointSlice: a subset of the addresses behind a service.
 *
 * @module
 */
import type { Endpoint, EndpointSlice, ForZone } from "../../api/types/discovery-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { emptyRepeats, unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { canonicalIpFaults } from "../../text/canonical-ip.ts";
import { isIpv4, isIpv4Mapped } from "../../text/ip.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { addressAdviceInfo, adviseOnIp } from "../core/address-advice.ts";
import { endpointAddress, reachableAddress } from "../core/endpoint-address.ts";
import { kind } from "../kind.ts";
import { declaredImmutableError, immutableFields } from "../meta/object-meta-update-rules.ts";
import { endpointSliceColumns } from "./columns.ts";

const addressTypes = ["FQDN", "IPv4", "IPv6"];
const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20_000;
const maxHints = 8;

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);
const labelValue = text(validateLabelValue);
const qualifiedName = text(validateQualifiedName);

const addressType = rule<EndpointSlice>(
  { id: "endpoint-slice/address-type", severity: "error", summary: "`addressType` is IPv4, IPv6 or FQDN" },
  ({ addressType: type = "" }, place) => {
    const at = place.at("addressType");
    if (type === "") at.required();
    else if (!addressTypes.includes(type)) at.unsupported(addressTypes, type);
  },
);

function ipv4(address: string, place: Place<string>, context: RuleContext): void {
  const found = endpointAddress(address, place, context);
  if (found && !isIpv4(found) && !isIpv4Mapped(found))
    place.invalid("must be an IPv4 address", address, listField(place));
}

/** Requires an IPv6 address; since 1.33 in canonical form. */
function ipv6(address: string, place: Place<string>, context: RuleContext): void {
  const found = context.reaches("1.33")
    ? reachableAddress(address, place, canonicalIpFaults(address))
    : endpointAddress(address, place, context);
  if (found && (isIpv4(found) || isIpv4Mapped(found)))
    place.invalid("must be an IPv6 address", address, listField(place));
}

/** Names the list in errors about an address of the other family, as kube-apiserver does. */
const listField = ({ path }: Place) => ({ field: path.slice(0, -1) });

const domainName: Demand<string> = (name, place) => {
  const domain = name.replace(/\.$/, "");
  if (name === "") {
    place.required("must not be empty");
    return;
  }
  const faults = validateDns1123Subdomain(domain);
  if (faults.length > 0) place.invalid(faults.join(","), domain);
  else if (!domain.includes(".")) {
    const serverText = `${showGoValue(domain)}: should be a domain with at least two segments separated by dots`;
    place.invalid("must have at least two parts separated by a dot", name, { serverText });
  } else {
    const wrong = domain.split(".").find((part) => validateDns1123Label(part).length > 0);
    if (wrong !== undefined) place.invalid(validateDns1123Label(wrong).join(","), wrong);
  }
};

type AddressDemand = (address: string, place: Place<string>, context: RuleContext) => void;

const demandByType: ReadonlyMap<string, AddressDemand> = new Map(
  Object.entries({ IPv4: ipv4, IPv6: ipv6, FQDN: domainName }),
);

function checkHints(
  hints: readonly ForZone[] | undefined,
  place: Place<readonly ForZone[]>,
  demand: Demand<string>,
): void {
  if (!hints || !atMost(maxHints, hints, place)) return;
  unique(hints, place, {
    textOf: ({ name }) => name,
    placeOf: (item) => item.at("name"),
    message: (name) => `must be unique; got ${name} again`,
  });
  const names = hints.map(({ name }) => name);
  const repeatsOf = emptyRepeats(names);
  names.forEach((name = "", index) => {
    const also = repeatsOf(index);
    demand(
      name,
      place.at(index, "name").changing((finding) => ({ ...finding, also })),
    );
  });
}

function checkEndpoint(endpoint: Endpoint, place: Place<Endpoint>, context: RuleContext, type: string): void {
  const { hints = {} } = endpoint;
  const addresses = endpoint.addresses ?? [];
  const at = place.at("addresses");
  if (addresses.length === 0) at.required("`addresses` must have at least one address", { after: [] });
  atMost(maxAddresses, addresses, at);
  for (const [index, address] of addresses.entries()) demandByType.get(type)?.(address, at.at(index), context);
  whenSet(endpoint.nodeName, place.at("nodeName"), subdomain);
  whenSet(endpoint.hostname, place.at("hostname"), label);
  checkHints(hints.forZones, place.at("hints", "forZones"), labelValue);
  checkHints(hints.forNodes, place.at("hints", "forNodes"), subdomain);
}

const endpoints = rule<EndpointSlice>(
  {
    id: "endpoint-slice/endpoints",
    severity: "error",
    summary: "endpoints have valid addresses of the slice's type; loopback and link-local addresses are not allowed",
  },
  ({ endpoints: given, addressType: type = "" }, place, visit) => {
    const list = given ?? [];
    const stored = visit.oldObject?.endpoints;
    const at = place.at("endpoints");
    if ((stored && semanticEqual(stored, list)) || !atMost(maxEndpoints, list, at)) return;
    for (const [index, endpoint] of list.entries()) checkEndpoint(endpoint, at.at(index), visit, type);
  },
);

/** Controllers of Kubernetes, which write only standard addresses. */
const ownControllers = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

const addressForm = rule<EndpointSlice>(
  addressAdviceInfo,
  ({ metadata, addressType, endpoints: list }, place, visit) => {
    const manager = metadata?.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "";
    if (addressType === "FQDN" || ownControllers.includes(manager)) return;
    list?.forEach(({ addresses }, index) => {
      addresses?.forEach((address, number) => {
        adviseOnIp(address, place.at("endpoints", index, "addresses", number), visit);
      });
    });
  },
);

const deprecatedAddressType = rule<EndpointSlice>(
  { id: "endpoint-slice/fqdn", severity: "warning", summary: "a slice does not have the deprecated address type FQDN" },
  ({ addressType }, place, { isUpdate }) => {
    if (addressType !== "FQDN" || isUpdate) return;
    const serverWarning = "spec.addressType: FQDN endpoints are deprecated";
    place.at("addressType").say('the address type "FQDN" is deprecated', { serverWarning });
  },
);

const ports = rule<EndpointSlice>(
  { id: "endpoint-slice/ports", severity: "error", summary: "ports of a slice have unique names" },
  ({ ports: given }, place) => {
    const list = given ?? [];
    const at = place.at("ports");
    if (!atMost(maxPorts, list, at)) return;
    const firstByName = new Map<string, Place>();
    for (const [index, port] of list.entries()) {
      const item = at.at(index);
      unlessEmpty(port.name, item.at("name"), label);
      whenSet(port.appProtocol, item.at("appProtocol"), qualifiedName);
      const first = firstByName.get(port.name ?? "");
      if (first) item.at("name").duplicate("must be unique; another port has the same name, or no name either", first);
      else firstByName.set(port.name ?? "", item);
    }
  },
);

const fixed = immutableFields<EndpointSlice>(
  { id: "endpoint-slice/immutable", summary: "`addressType` is immutable" },
  ["addressType"],
  { serverError: declaredImmutableError },
);

/** Drops a read-only field: only the removed version v1beta1 could write it. */
function dropTopology({ endpoints: list }: EndpointSlice): void {
  for (const endpoint of list ?? []) delete endpoint.deprecatedTopology;
}

export const endpointSlice = kind("discovery/v1.EndpointSlice", {
  resource: {
    columns: endpointSliceColumns,
    prepareForCreate(slice) {
      dropTopology(slice);
    },
    prepareForUpdate(slice, stored) {
      if (semanticEqual(slice.endpoints, stored.endpoints)) return;
      // Counts as a change even if dropping the topology leaves no difference.
      slice.metadata = { ...slice.metadata, generation: Number(stored.metadata?.generation ?? 0) + 1 };
      dropTopology(slice);
    },
  },
  rules: [addressType, deprecatedAddressType, endpoints, addressForm, ports, fixed],
  applyDefaults({ ports: list }) {
    for (const port of list ?? []) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
});
