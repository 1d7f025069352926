/**
 * v1 Endpoints: the addresses behind a service; the predecessor of EndpointSlice.
 *
 * @module
 */
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from "../../api/types/core-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, each, inRange, required, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { addressAdviceInfo, adviseOnIp } from "./address-advice.ts";
import { subsetAddress } from "./endpoint-address.ts";
import { endpointsColumns } from "./resource-columns.ts";

const label = text(validateDns1123Label);

const subdomain = text(validateDns1123Subdomain);
const qualifiedName = text(validateQualifiedName);
const portNumber = inRange(1, 65535);

function address(value: EndpointAddress, place: Place<EndpointAddress>, context: RuleContext): void {
  subsetAddress(value.ip ?? "", place.at("ip"), context);
  unlessEmpty(value.hostname, place.at("hostname"), label);
  whenSet(value.nodeName, place.at("nodeName"), subdomain);
}

const checkPort: Demand<EndpointPort> = ({ name, port = 0, appProtocol }, place) => {
  unlessEmpty(name, place.at("name"), label);
  portNumber(port, place.at("port"));
  whenSet(appProtocol, place.at("appProtocol"), qualifiedName);
};

function subset(value: EndpointSubset, place: Place<EndpointSubset>, context: RuleContext): void {
  const { addresses = [], notReadyAddresses = [], ports = [] } = value;
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    place.required("must have `addresses` or `notReadyAddresses`");
  }
  each(addresses, place.at("addresses"), (item, at) => address(item, at, context));
  each(notReadyAddresses, place.at("notReadyAddresses"), (item, at) => address(item, at, context));
  each(ports, place.at("ports"), checkPort);
  if (ports.length < 2) return;
  ports.forEach(({ name }, index) => {
    required(name, place.at("ports", index, "name"));
  });
}

const subsets = rule<Endpoints>(
  {
    id: "endpoints/subsets",
    severity: "error",
    summary: "a subset has addresses and ports; loopback and link-local addresses are not allowed",
  },
  ({ subsets: list }, place, visit) => {
    const stored = visit.oldObject?.subsets;
    if (stored && semanticEqual(stored, list)) return;
    each(list, place.at("subsets"), (item, at) => subset(item, at, visit));
  },
);

const addressForm = rule<Endpoints>(addressAdviceInfo, ({ metadata, subsets: list }, place, visit) => {
  if (metadata?.labels?.[managedBy] === "endpoint-controller") return;
  list?.forEach((item, index) => {
    for (const field of ["addresses", "notReadyAddresses"] as const) {
      item[field]?.forEach(({ ip = "" }, number) => {
        adviseOnIp(ip, place.at("subsets", index, field, number).at("ip"), visit);
      });
    }
  });
});

/** The label of objects that the endpoints controller manages, which writes only standard addresses. */
const managedBy = "endpoints.kubernetes.io/managed-by";

export const endpoints = kind("core/v1.Endpoints", {
  resource: { columns: endpointsColumns },
  rules: [subsets, addressForm],
  applyDefaults({ subsets: list = [] }) {
    for (const { ports = [] } of list) for (const item of ports) item.protocol ||= "TCP";
  },
});
