/**
 * Table columns of storage classes, CSI drivers, CSI nodes and volume attachments.
 *
 * @module
 */

import type { CSIDriver, CSINode, StorageClass, VolumeAttachment } from "../../api/types/storage-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Column } from "../../kind/kind.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { ageColumn, column, nameColumn, noneCell, unsetCell } from "../meta/columns.ts";

const defaultAnnotations = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

export const storageClassColumns: readonly Column<object>[] = [
  nameColumn,
  column<StorageClass>("Provisioner", "The provisioner.", ({ provisioner }) => provisioner ?? ""),
  column<StorageClass>("ReclaimPolicy", "The reclaim policy.", ({ reclaimPolicy }) => reclaimPolicy ?? "Delete"),
  column<StorageClass>(
    "VolumeBindingMode",
    "The volume binding mode.",
    ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate",
  ),
  column<StorageClass>(
    "AllowVolumeExpansion",
    "Whether claims can be expanded.",
    ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  ),
  ageColumn,
];

/**
 * Returns the columns of a list of storage classes, which marks the class that claims get by default: the last one
 * created of those with the annotation, the first by name of several from the same second.
 */
export function columnsOfStorageClasses(classes: readonly StorageClass[]): readonly Column<object>[] {
  const [marked] = classes.filter(isMarkedDefault).sort(byAgeAndName);
  if (!marked) return storageClassColumns;
  const nameCell = ({ metadata }: StorageClass) =>
    metadata?.name === marked.metadata?.name ? `${metadata?.name} (default)` : (metadata?.name ?? "");
  return [column<StorageClass>(nameColumn.name, nameColumn.description, nameCell), ...storageClassColumns.slice(1)];
}

const isMarkedDefault = ({ metadata }: StorageClass): boolean =>
  defaultAnnotations.some((name) => memberOf(metadata?.annotations, name) === "true");

/** Compares by `creationTimestamp`, the last one first, then by name. */
const byAgeAndName = ({ metadata: a }: StorageClass, { metadata: b }: StorageClass): number =>
  compareUtf8(b?.creationTimestamp ?? "", a?.creationTimestamp ?? "") || compareUtf8(a?.name ?? "", b?.name ?? "");

export const driverColumns: readonly Column<object>[] = [
  nameColumn,
  column<CSIDriver>(
    "AttachRequired",
    "Whether volumes are attached.",
    ({ spec }) => spec?.attachRequired ?? true,
    "boolean",
  ),
  column<CSIDriver>(
    "PodInfoOnMount",
    "Whether the driver gets information about the pod.",
    ({ spec }) => spec?.podInfoOnMount ?? false,
    "boolean",
  ),
  column<CSIDriver>(
    "StorageCapacity",
    "Whether the driver reports its storage capacity.",
    ({ spec }) => spec?.storageCapacity ?? false,
    "boolean",
  ),
  column<CSIDriver>("TokenRequests", "Audiences of tokens that it needs.", ({ spec }) =>
    spec?.tokenRequests ? spec.tokenRequests.map(({ audience = "" }) => audience).join(",") : unsetCell,
  ),
  column<CSIDriver>(
    "RequiresRepublish",
    "Whether volumes are republished periodically.",
    ({ spec }) => spec?.requiresRepublish ?? false,
    "boolean",
  ),
  column<CSIDriver>(
    "Modes",
    "Lifecycles of its volumes.",
    ({ spec }) => spec?.volumeLifecycleModes?.join(",") || noneCell,
  ),
  ageColumn,
];

export const driverNodeColumns: readonly Column<object>[] = [
  nameColumn,
  column<CSINode>("Drivers", "Drivers on the node.", ({ spec }) => spec?.drivers?.length ?? 0, "integer"),
  ageColumn,
];

export const attachmentColumns: readonly Column<object>[] = [
  nameColumn,
  {
    ...column<VolumeAttachment>("Attacher", "The driver that attaches the volume.", ({ spec }) => spec?.attacher ?? ""),
    format: "name",
  },
  column<VolumeAttachment>("PV", "The volume.", ({ spec }) => spec?.source?.persistentVolumeName ?? ""),
  column<VolumeAttachment>("Node", "The node.", ({ spec }) => spec?.nodeName ?? ""),
  column<VolumeAttachment>("Attached", "Whether it is attached.", ({ status }) => status?.attached ?? false, "boolean"),
  ageColumn,
];

export const attributesClassColumns: readonly Column<object>[] = [
  nameColumn,
  column<{ readonly driverName?: string }>("DriverName", "The driver.", ({ driverName }) => driverName ?? ""),
  ageColumn,
];
