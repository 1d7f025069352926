/**
 * Table columns of resource claims, resource slices and device taints.
 *
 * @module
 */
import type { DeviceTaintRule, ResourceClaim, ResourceSlice } from "../../api/types/resource-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageCell, ageColumn, column, nameColumn } from "../meta/columns.ts";

function stateCell({ metadata, status = {} }: ResourceClaim): string {
  const states = [
    ...(metadata?.deletionTimestamp ? ["deleted"] : []),
    ...(status.allocation ? ["allocated"] : metadata?.deletionTimestamp ? [] : ["pending"]),
    ...(status.allocation && status.reservedFor?.length ? ["reserved"] : []),
  ];
  return states.join(",");
}

export const claimColumns: readonly Column<object>[] = [
  nameColumn,
  column<ResourceClaim>("State", "How far it is.", stateCell),
  ageColumn,
];

export const sliceColumns: readonly Column<object>[] = [
  nameColumn,
  column<ResourceSlice>("Node", "The node of the devices.", ({ spec }) => spec?.nodeName ?? ""),
  column<ResourceSlice>("Driver", "The driver of the devices.", ({ spec }) => spec?.driver ?? ""),
  column<ResourceSlice>("Pool", "Their pool.", ({ spec }) => spec?.pool?.name ?? ""),
  ageColumn,
];

const taintColumn = (name: string, field: "key" | "value" | "effect"): Column<object> =>
  column<DeviceTaintRule>(name, "Of the taint.", ({ spec }) => spec?.taint?.[field] ?? "");

export const taintRuleColumns: readonly Column<object>[] = [
  nameColumn,
  taintColumn("Key", "key"),
  taintColumn("Value", "value"),
  taintColumn("Effect", "effect"),
  column<DeviceTaintRule>("TimeAdded", "Time since it was set.", ({ spec }, nowMs) =>
    spec?.taint?.timeAdded ? ageCell(spec.taint.timeAdded, nowMs) : "",
  ),
  ageColumn,
];
