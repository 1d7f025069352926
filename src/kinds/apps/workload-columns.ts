/**
 * Table columns of the workloads that keep a number of pods running.
 *
 * @module
 */

import type { LabelSelector } from "../../api/types/meta-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Column } from "../../kind/kind.ts";
import { containerColumns } from "../core/container-columns.ts";
import { ageColumn, column, labelsCell, nameColumn, wideColumn } from "../meta/columns.ts";
import { formatLabelSelector } from "../meta/label-selector.ts";

interface WorkloadLike {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: object;
    readonly template?: {
      readonly spec?: { readonly containers?: readonly { readonly name?: string; readonly image?: string }[] };
    };
  };
  readonly status?: Readonly<Record<string, unknown>>;
}

const statusCountOf = ({ status }: WorkloadLike, name: string): number => Number(memberOf(status, name) ?? 0);
const wantedReplicas = ({ spec }: WorkloadLike): number => spec?.replicas ?? 0;
const containers = containerColumns<WorkloadLike>(({ spec }) => spec?.template?.spec?.containers, 1);

const readyOfWanted = column<WorkloadLike>(
  "Ready",
  "Ready pods and desired pods.",
  (object) => `${statusCountOf(object, "readyReplicas")}/${wantedReplicas(object)}`,
);

const selector = wideColumn(
  column<WorkloadLike>("Selector", "The pods that belong to it.", ({ spec }) =>
    formatLabelSelector(spec?.selector as LabelSelector | undefined),
  ),
);

const counters: readonly Column<object>[] = [
  column<WorkloadLike>("Desired", "Desired pods.", wantedReplicas, "integer"),
  column<WorkloadLike>("Current", "Existing pods.", (object) => statusCountOf(object, "replicas"), "integer"),
  column<WorkloadLike>("Ready", "Pods that are ready.", (object) => statusCountOf(object, "readyReplicas"), "integer"),
];

export const deploymentColumns: readonly Column<object>[] = [
  nameColumn,
  readyOfWanted,
  column<WorkloadLike>("Up-to-date", "Pods of the newest template.", (object) =>
    statusCountOf(object, "updatedReplicas"),
  ),
  column<WorkloadLike>("Available", "Pods that have been ready for long enough.", (object) =>
    statusCountOf(object, "availableReplicas"),
  ),
  ageColumn,
  ...containers,
  selector,
];

export const statefulSetColumns: readonly Column<object>[] = [nameColumn, readyOfWanted, ageColumn, ...containers];

export const replicaSetColumns: readonly Column<object>[] = [
  nameColumn,
  ...counters,
  ageColumn,
  ...containers,
  selector,
];

/** Separate columns, since the selector of a ReplicationController is a map of labels. */
export const replicationControllerColumns: readonly Column<object>[] = [
  nameColumn,
  ...counters,
  ageColumn,
  ...containers,
  wideColumn(
    column<WorkloadLike>("Selector", "The pods that belong to it.", ({ spec }) =>
      labelsCell(spec?.selector as Readonly<Record<string, string>> | undefined),
    ),
  ),
];
