/**
 * Table columns of services, endpoints, volumes, claims and quotas.
 *
 * @module
 */

import type {
  Endpoints,
  PersistentVolume,
  PersistentVolumeClaim,
  ResourceQuota,
  Service,
  ServicePort,
} from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Column } from "../../kind/kind.ts";
import { joinHostPort } from "../../text/ip.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import {
  ageColumn,
  column,
  labelsCell,
  listCell,
  nameColumn,
  noneCell,
  unknownCell,
  unsetCell,
  wideColumn,
} from "../meta/columns.ts";

function loadBalancerCell({ status }: Service): string {
  const addresses = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(addresses)].sort(compareUtf8).join(",");
}

function externalCell(service: Service): string {
  const { type, externalIPs = [], externalName = "" } = service.spec ?? {};
  if (type === "ExternalName") return externalName;
  if (type === "ClusterIP" || type === "NodePort") return externalIPs.join(",") || noneCell;
  if (type !== "LoadBalancer") return unknownCell;
  const balanced = loadBalancerCell(service);
  return [...(balanced === "" ? [] : [balanced]), ...externalIPs].join(",") || "<pending>";
}

const portText = ({ port, nodePort, protocol }: ServicePort): string =>
  `${nodePort ? `${port}:${nodePort}` : port}/${protocol}`;

export const serviceColumns: readonly Column<object>[] = [
  nameColumn,
  column<Service>("Type", "The type of the service.", ({ spec }) => spec?.type ?? ""),
  column<Service>("Cluster-IP", "Its address in the cluster.", ({ spec }) => spec?.clusterIPs?.[0] ?? noneCell),
  column<Service>("External-IP", "Its addresses outside.", externalCell),
  column<Service>("Port(s)", "Its ports.", ({ spec }) => (spec?.ports ?? []).map(portText).join(",") || noneCell),
  ageColumn,
  wideColumn(column<Service>("Selector", "The labels of its pods.", ({ spec }) => labelsCell(spec?.selector))),
];

function endpointsCell({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return noneCell;
  const all = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const ips = addresses.map(({ ip = "" }) => ip);
    if (ports.length === 0) return ips;
    return ports.flatMap(({ port }) => ips.map((ip) => joinHostPort(ip, port)));
  });
  return listCell(all, "");
}

export const endpointsColumns: readonly Column<object>[] = [
  nameColumn,
  column<Endpoints>("Endpoints", "Addresses and ports.", endpointsCell),
  ageColumn,
];

type AnyVolume = PersistentVolume | PersistentVolumeClaim;

const shortModes: readonly (readonly [string, string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

const modesCell = (modes: readonly string[] = []): string =>
  shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(",");

const phaseColumn = column<AnyVolume>("Status", "The phase.", ({ metadata, status }) =>
  metadata?.deletionTimestamp ? "Terminating" : (status?.phase ?? ""),
);

/** The storage class. Older objects name it in an annotation. */
const classColumn = column<AnyVolume>(
  "StorageClass",
  "The class of its storage.",
  ({ metadata, spec }) =>
    metadata?.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? spec?.storageClassName ?? "",
);

const attributesColumn = column<AnyVolume>(
  "VolumeAttributesClass",
  "The class of its attributes.",
  ({ spec }) => spec?.volumeAttributesClassName ?? unsetCell,
);

const modeColumn = wideColumn(
  column<AnyVolume>(
    "VolumeMode",
    "The volume mode: file system or block device.",
    ({ spec }) => spec?.volumeMode ?? unsetCell,
  ),
);

export const volumeColumns: readonly Column<object>[] = [
  nameColumn,
  column<PersistentVolume>("Capacity", "The capacity.", ({ spec }) => spec?.capacity?.["storage"] ?? "0"),
  column<PersistentVolume>("Access Modes", "The access modes.", ({ spec }) => modesCell(spec?.accessModes)),
  column<PersistentVolume>(
    "Reclaim Policy",
    "The reclaim policy.",
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? "",
  ),
  phaseColumn,
  column<PersistentVolume>("Claim", "The claim that is bound to it.", ({ spec }) =>
    spec?.claimRef ? `${spec.claimRef.namespace ?? ""}/${spec.claimRef.name ?? ""}` : "",
  ),
  classColumn,
  attributesColumn,
  column<PersistentVolume>("Reason", "Why it failed.", ({ status }) => status?.reason ?? ""),
  ageColumn,
  modeColumn,
];

const isBound = ({ spec }: PersistentVolumeClaim): boolean => Boolean(spec?.volumeName);

export const claimColumns: readonly Column<object>[] = [
  nameColumn,
  phaseColumn,
  column<PersistentVolumeClaim>("Volume", "The volume that it is bound to.", ({ spec }) => spec?.volumeName ?? ""),
  column<PersistentVolumeClaim>("Capacity", "The capacity of the volume.", (claim) =>
    isBound(claim) ? (claim.status?.capacity?.["storage"] ?? "0") : "",
  ),
  column<PersistentVolumeClaim>("Access Modes", "The access modes of the volume.", (claim) =>
    isBound(claim) ? modesCell(claim.status?.accessModes) : "",
  ),
  classColumn,
  attributesColumn,
  ageColumn,
  modeColumn,
];

function quotaCell({ status = {} }: ResourceQuota, isLimit: boolean): string {
  const { hard = {}, used = {} } = status;
  const names = Object.keys(hard).filter((name) => /^limits\./.test(name) === isLimit);
  return names
    .sort(compareUtf8)
    .map((name) => `${name}: ${memberOf(used, name) ?? "0"}/${hard[name]}`)
    .join(", ");
}

export const quotaColumns: readonly Column<object>[] = [
  nameColumn,
  column<ResourceQuota>("Request", "Used and allowed, of requests and counts.", (quota) => quotaCell(quota, false)),
  column<ResourceQuota>("Limit", "Used and allowed, of limits.", (quota) => quotaCell(quota, true)),
  ageColumn,
];
