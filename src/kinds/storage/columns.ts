/**
 * Columns of storage classes, drivers, nodes of drivers and attachments.
 *
 * @module
 */

import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn, noneCell, unsetCell } from "../meta/columns.ts";

interface StorageClass {
  readonly metadata?: ObjectMeta;
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
}

const defaultAnnotations = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

function classNameCell({ metadata }: StorageClass): string {
  const isDefault = defaultAnnotations.some((name) => metadata?.annotations?.[name] === "true");
  return `${metadata?.name ?? ""}${isDefault ? " (default)" : ""}`;
}

export const storageClassColumns: readonly Column<object>[] = [
  column<StorageClass>("Name", "Name of the object.", classNameCell),
  column<StorageClass>("Provisioner", "What makes its volumes.", ({ provisioner }) => provisioner ?? ""),
  column<StorageClass>("ReclaimPolicy", "What follows a claim.", ({ reclaimPolicy }) => reclaimPolicy ?? "Delete"),
  column<StorageClass>(
    "VolumeBindingMode",
    "When a claim gets its volume.",
    ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate",
  ),
  column<StorageClass>(
    "AllowVolumeExpansion",
    "Whether claims may grow.",
    ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  ),
  ageColumn,
];

interface Driver {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly podInfoOnMount?: boolean;
    readonly storageCapacity?: boolean;
    readonly requiresRepublish?: boolean;
    readonly tokenRequests?: readonly { readonly audience?: string }[];
    readonly volumeLifecycleModes?: readonly string[];
  };
}

export const driverColumns: readonly Column<object>[] = [
  nameColumn,
  column<Driver>(
    "AttachRequired",
    "Whether volumes are attached.",
    ({ spec }) => spec?.attachRequired ?? true,
    "boolean",
  ),
  column<Driver>(
    "PodInfoOnMount",
    "Whether it is told of the pod.",
    ({ spec }) => spec?.podInfoOnMount ?? false,
    "boolean",
  ),
  column<Driver>(
    "StorageCapacity",
    "Whether it tells its capacity.",
    ({ spec }) => spec?.storageCapacity ?? false,
    "boolean",
  ),
  column<Driver>("TokenRequests", "Audiences of tokens that it needs.", ({ spec }) =>
    spec?.tokenRequests ? spec.tokenRequests.map(({ audience = "" }) => audience).join(",") : unsetCell,
  ),
  column<Driver>(
    "RequiresRepublish",
    "Whether volumes are mounted again and again.",
    ({ spec }) => spec?.requiresRepublish ?? false,
    "boolean",
  ),
  column<Driver>(
    "Modes",
    "Lifecycles of its volumes.",
    ({ spec }) => spec?.volumeLifecycleModes?.join(",") || noneCell,
  ),
  ageColumn,
];

interface DriverNode {
  readonly spec?: { readonly drivers?: readonly unknown[] | null };
}

export const driverNodeColumns: readonly Column<object>[] = [
  nameColumn,
  column<DriverNode>("Drivers", "Drivers on the node.", ({ spec }) => spec?.drivers?.length ?? 0, "integer"),
  ageColumn,
];

interface Attachment {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

export const attachmentColumns: readonly Column<object>[] = [
  nameColumn,
  column<Attachment>("Attacher", "The driver that attaches.", ({ spec }) => spec?.attacher ?? ""),
  column<Attachment>("PV", "The volume.", ({ spec }) => spec?.source?.persistentVolumeName ?? ""),
  column<Attachment>("Node", "The node.", ({ spec }) => spec?.nodeName ?? ""),
  column<Attachment>("Attached", "Whether it is attached.", ({ status }) => status?.attached ?? false, "boolean"),
  ageColumn,
];

export const attributesClassColumns: readonly Column<object>[] = [
  nameColumn,
  column<{ readonly driverName?: string }>("DriverName", "The driver.", ({ driverName }) => driverName ?? ""),
  ageColumn,
];
