/**
 * Table columns of ingresses, ingress classes, network policies, IP addresses and service CIDRs.
 *
 * @module
 */
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from "../../api/types/networking-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { ageColumn, column, nameColumn, noneCell } from "../meta/columns.ts";
import { formatLabelSelector } from "../meta/label-selector.ts";

const maxHosts = 3;

/** Lists the first few hosts, and the number of further ones. */
function hostsCell({ spec }: Ingress): string {
  const { rules = [] } = spec ?? {};
  const shown = rules.flatMap(({ host }) => host || []).slice(0, maxHosts);
  if (shown.length === 0) return "*";
  const text = shown.join(",");
  const isMore = shown.length === maxHosts && rules.length > maxHosts;
  return isMore ? `${text} + ${rules.length - maxHosts} more...` : text;
}

function addressCell({ status }: Ingress): string {
  const addresses = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(addresses)].sort(compareUtf8).join(",");
}

export const ingressColumns: readonly Column<object>[] = [
  nameColumn,
  column<Ingress>("Class", "The ingress class.", ({ spec }) => spec?.ingressClassName ?? noneCell),
  column<Ingress>("Hosts", "Hosts of its rules.", hostsCell),
  column<Ingress>("Address", "The addresses of the load balancer.", addressCell),
  column<Ingress>("Ports", "Ports that are open.", ({ spec }) => (spec?.tls?.length ? "80, 443" : "80")),
  ageColumn,
];

const defaultAnnotation = "ingressclass.kubernetes.io/is-default-class";

function parametersCell({ spec }: IngressClass): string {
  const { parameters } = spec ?? {};
  if (!parameters) return noneCell;
  const { apiGroup, kind = "", name = "" } = parameters;
  return `${apiGroup === undefined ? kind : `${kind}.${apiGroup}`}/${name}`;
}

export const ingressClassColumns: readonly Column<object>[] = [
  column<IngressClass>(
    "Name",
    "Name of the object.",
    ({ metadata }) =>
      `${metadata?.name ?? ""}${metadata?.annotations?.[defaultAnnotation] === "true" ? " (default)" : ""}`,
  ),
  column<IngressClass>("Controller", "The controller of the class.", ({ spec }) => spec?.controller ?? ""),
  column<IngressClass>("Parameters", "The parameters of the class.", parametersCell),
  ageColumn,
];

export const networkPolicyColumns: readonly Column<object>[] = [
  nameColumn,
  column<NetworkPolicy>("Pod-Selector", "The pods that the policy applies to.", ({ spec }) =>
    formatLabelSelector(spec?.podSelector),
  ),
  ageColumn,
];

function parentCell({ spec }: IPAddress): string {
  const { parentRef } = spec ?? {};
  if (!parentRef) return noneCell;
  const { group, resource = "", namespace, name } = parentRef;
  const qualified = (group ? `${resource}.${group}` : resource).toLowerCase();
  return [qualified, ...(namespace ? [namespace] : []), name].join("/");
}

export const ipAddressColumns: readonly Column<object>[] = [
  nameColumn,
  column<IPAddress>("ParentRef", "The object that uses the address.", parentCell),
];

export const serviceCidrColumns: readonly Column<object>[] = [
  nameColumn,
  column<ServiceCIDR>("CIDRs", "Its ranges.", ({ spec }) => (spec?.cidrs ?? []).join(",")),
  ageColumn,
];
