/**
 * discovery.k8s.io/v1 EndpointSlice: some of the addresses behind a service.
 *
 * @module
 */
import type { Endpoint, EndpointPort, EndpointSlice, ForZone } from "../../api/types/discovery-v1.ts";
import { type Check, fields, text, unique, unlessEmpty, whenSet } from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { isIpv4, parseIp } from "../../text/ip.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { endpointAddress } from "../core/endpoint-address.ts";
import { kind } from "../kind.ts";
import { immutableFields } from "../meta/object-meta-update-rules.ts";
import { endpointSliceColumns } from "./columns.ts";

const addressTypes = ["FQDN", "IPv4", "IPv6"];
const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20_000;
const maxHints = 8;

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);

const addressType = rule<EndpointSlice>(
  { id: "endpoint-slice/address-type", severity: "error", summary: "`addressType` is IPv4, IPv6 or FQDN" },
  ({ addressType: type = "" }, place) => {
    const at = place.at("addressType");
    if (type === "") at.required();
    else if (!addressTypes.includes(type)) at.unsupported(addressTypes, type);
  },
);

const ipv4: Check<string, RuleContext> = (address, place, context) => {
  endpointAddress(address, place, context);
  const parsed = parseIp(address);
  if (parsed.ok && !isIpv4(parsed.value)) place.invalid("must be an IPv4 address", address);
};

const ipv6: Check<string, RuleContext> = (address, place, context) => {
  endpointAddress(address, place, context);
  const parsed = parseIp(address);
  if (parsed.ok && isIpv4(parsed.value)) place.invalid("must be an IPv6 address", address);
};

const domainName: Check<string> = (name, place) => {
  const domain = name.replace(/\.$/, "");
  if (name === "") place.required("must not be empty");
  else if (!domain.includes(".")) place.invalid("must have at least two parts separated by a dot", name);
  else {
    subdomain(domain, place);
    for (const part of domain.split(".")) label(part, place);
  }
};

const checkByType: ReadonlyMap<string, Check<string, RuleContext>> = new Map(
  Object.entries({ IPv4: ipv4, IPv6: ipv6, FQDN: domainName }),
);

function isWithin(most: number, count: number, place: Place): boolean {
  if (count <= most) return true;
  place.say(`must have at most ${most} items; got ${count}`, { cause: "too-many" });
  return false;
}

function checkHints(
  hints: readonly ForZone[] | undefined,
  place: Place<readonly ForZone[]>,
  check: Check<string>,
): void {
  if (!hints || !isWithin(maxHints, hints.length, place)) return;
  for (const [index, { name = "" }] of hints.entries()) check(name, place.at(index, "name"), undefined);
  unique(hints, place, {
    textOf: ({ name }) => name,
    placeOf: (item) => item.at("name"),
    message: (name) => `must be unique; got ${name} again`,
  });
}

const endpointFields = fields<Endpoint>({
  nodeName: whenSet(subdomain),
  hostname: whenSet(label),
});

function checkEndpoint(endpoint: Endpoint, place: Place<Endpoint>, context: RuleContext, type: string): void {
  const { addresses = [], hints = {} } = endpoint;
  const at = place.at("addresses");
  if (addresses.length === 0) at.required("`addresses` must have at least one address");
  isWithin(maxAddresses, addresses.length, at);
  for (const [index, address] of addresses.entries()) checkByType.get(type)?.(address, at.at(index), context);
  endpointFields(endpoint, place, context);
  checkHints(hints.forZones, place.at("hints", "forZones"), text(validateLabelValue));
  checkHints(hints.forNodes, place.at("hints", "forNodes"), subdomain);
}

const endpoints = rule<EndpointSlice>(
  {
    id: "endpoint-slice/endpoints",
    severity: "error",
    summary: "endpoints have valid addresses of the slice's type; loopback and link-local addresses are not allowed",
  },
  ({ endpoints: list = [], addressType: type = "" }, place, visit) => {
    const stored = visit.oldObject?.endpoints;
    const at = place.at("endpoints");
    if ((stored && semanticEqual(stored, list)) || !isWithin(maxEndpoints, list.length, at)) return;
    for (const [index, endpoint] of list.entries()) checkEndpoint(endpoint, at.at(index), visit, type);
  },
);

const portFields = fields<EndpointPort>({
  name: unlessEmpty(label),
  appProtocol: whenSet(text(validateQualifiedName)),
});

const ports = rule<EndpointSlice>(
  { id: "endpoint-slice/ports", severity: "error", summary: "ports of a slice have unique names" },
  ({ ports: list = [] }, place, visit) => {
    const at = place.at("ports");
    if (!isWithin(maxPorts, list.length, at)) return;
    const firstByName = new Map<string, Place>();
    for (const [index, port] of list.entries()) {
      const item = at.at(index);
      portFields(port, item, visit);
      const first = firstByName.get(port.name ?? "");
      if (first) item.at("name").duplicate("must be unique; another port has the same name, or also no name", first);
      else firstByName.set(port.name ?? "", item);
    }
  },
);

const fixed = immutableFields<EndpointSlice>(
  { id: "endpoint-slice/immutable", summary: "`addressType` is immutable" },
  ["addressType"],
);

export const endpointSlice = kind("discovery/v1.EndpointSlice", {
  resource: { columns: endpointSliceColumns },
  rules: [addressType, endpoints, ports, fixed],
  applyDefaults({ ports: list }) {
    for (const port of list ?? []) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
});
