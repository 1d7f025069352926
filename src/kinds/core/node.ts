/**
 * v1 Node: a machine that runs pods.
 *
 * @module
 */
import type { Column, Kind } from "../../kind/kind.ts";
import { compareUtf8 } from "../../lexical/utf8.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn, noneCell, unknownCell } from "../meta/columns.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { keepStored } from "../meta/stored-part.ts";
import { roundToMillis } from "./resource-list.ts";

interface NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
  conditions?: { type?: string; status?: string }[];
  addresses?: { type?: string; address?: string }[];
  nodeInfo?: {
    kernelVersion?: string;
    osImage?: string;
    containerRuntimeVersion?: string;
    kubeletVersion?: string;
    architecture?: string;
  };
  config?: unknown;
}

interface Node {
  metadata?: ObjectMeta;
  spec?: { unschedulable?: boolean; configSource?: unknown };
  status?: NodeStatus;
}

const rolePrefix = "node-role.kubernetes.io/";
const roleLabel = "kubernetes.io/role";

function rolesCell({ metadata }: Node): string {
  const roles = Object.entries(metadata?.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length);
    return key === roleLabel ? value : [];
  });
  const named = [...new Set(roles)].filter((role) => role !== "");
  return named.sort(compareUtf8).join(",") || noneCell;
}

function statusCell({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === "Ready");
  const readiness = ready ? (ready.status === "True" ? "Ready" : "NotReady") : "Unknown";
  return spec?.unschedulable ? `${readiness},SchedulingDisabled` : readiness;
}

const addressColumn = (name: string, type: string, description: string): Column<Node> => ({
  name,
  type: "string",
  description,
  priority: 1,
  value: ({ status }) => status?.addresses?.find((address) => address.type === type)?.address ?? noneCell,
});

function kernelCell({ status }: Node): string {
  const { kernelVersion, architecture } = status?.nodeInfo ?? {};
  return `${kernelVersion || unknownCell}${architecture ? ` (${architecture})` : ""}`;
}

const columns: readonly Column<Node>[] = [
  nameColumn,
  {
    name: "Status",
    type: "string",
    description: "Whether the node is ready, and takes new pods.",
    value: statusCell,
  },
  { name: "Roles", type: "string", description: "Roles that its labels give it.", value: rolesCell },
  ageColumn,
  {
    name: "Version",
    type: "string",
    description: "Version of its node agent.",
    value: ({ status }) => status?.nodeInfo?.kubeletVersion ?? "",
  },
  addressColumn("Internal-IP", "InternalIP", "Its address inside the cluster."),
  addressColumn("External-IP", "ExternalIP", "Its address outside the cluster."),
  {
    name: "OS-Image",
    type: "string",
    description: "Its operating system.",
    priority: 1,
    value: ({ status }) => status?.nodeInfo?.osImage || unknownCell,
  },
  {
    name: "Kernel-Version",
    type: "string",
    description: "Its kernel, and its architecture.",
    priority: 1,
    value: kernelCell,
  },
  {
    name: "Container-Runtime",
    type: "string",
    description: "Its container runtime.",
    priority: 1,
    value: ({ status }) => status?.nodeInfo?.containerRuntimeVersion || unknownCell,
  },
];

export const node: Kind<Node> = kindFromTable<Node>("", "Node", {
  applyDefaults({ status }) {
    if (!status) return;
    if (status.capacity) status.allocatable ??= { ...status.capacity };
    roundToMillis(status.capacity);
    roundToMillis(status.allocatable);
  },
  resource: {
    columns,
    selectableFields: ({ spec }) => ({ "spec.unschedulable": String(spec?.unschedulable ?? false) }),
    prepareForCreate({ spec, status }) {
      delete spec?.configSource;
      delete status?.config;
    },
    prepareForUpdate(object, oldObject) {
      keepStored("status", object, oldObject);
      if (oldObject.spec?.configSource === undefined) delete object.spec?.configSource;
    },
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      if (oldObject.status?.config === undefined) delete object.status?.config;
    },
  },
});
