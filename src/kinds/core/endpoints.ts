/**
 * v1 Endpoints: the addresses behind a service, as it was done before there were EndpointSlices.
 *
 * @module
 */
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from "../../api/types/core-v1.ts";
import { type Check, each, fields, inRange, required, text, unlessEmpty, whenSet } from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { endpointAddress } from "./endpoint-address.ts";
import { endpointsColumns } from "./resource-columns.ts";

const label = text(validateDns1123Label);

const address = fields<EndpointAddress, RuleContext>({
  ip: (ip = "", place, context) => endpointAddress(ip, place, context),
  hostname: unlessEmpty(label),
  nodeName: whenSet(text(validateDns1123Subdomain)),
});

const port = fields<EndpointPort>({
  name: unlessEmpty(label),
  port: (number = 0, place) => inRange(1, 65535)(number, place),
  appProtocol: whenSet(text(validateQualifiedName)),
});

const subset: Check<EndpointSubset, RuleContext> = (value, place, context) => {
  const { addresses = [], notReadyAddresses = [], ports = [] } = value;
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    place.required("must have `addresses` or `notReadyAddresses`");
  }
  each(address)(addresses, place.at("addresses"), context);
  each(address)(notReadyAddresses, place.at("notReadyAddresses"), context);
  each(port)(ports, place.at("ports"), context);
  if (ports.length < 2) return;
  ports.forEach(({ name }, index) => {
    required<string>()(name, place.at("ports", index, "name"), context);
  });
};

const subsets = rule<Endpoints>(
  {
    id: "endpoints/subsets",
    severity: "error",
    summary: "a subset has addresses and ports; loopback and link-local addresses are not allowed",
  },
  ({ subsets: list }, place, visit) => {
    const stored = visit.oldObject?.subsets;
    if (stored && semanticEqual(stored, list)) return;
    each(subset)(list, place.at("subsets"), visit);
  },
);

export const endpoints = kind("core/v1.Endpoints", {
  resource: { columns: endpointsColumns },
  rules: [subsets],
  applyDefaults({ subsets: list = [] }) {
    for (const { ports = [] } of list) for (const item of ports) item.protocol ||= "TCP";
  },
});
