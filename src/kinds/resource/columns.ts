/**
 * Columns of claims for devices, slices of them and their taints.
 *
 * @module
 */

import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageCell, ageColumn, column, nameColumn } from "../meta/columns.ts";

interface Claim {
  readonly metadata?: ObjectMeta;
  readonly status?: { readonly allocation?: object; readonly reservedFor?: readonly unknown[] };
}

function stateCell({ metadata, status = {} }: Claim): string {
  const states = [
    ...(metadata?.deletionTimestamp ? ["deleted"] : []),
    ...(status.allocation ? ["allocated"] : metadata?.deletionTimestamp ? [] : ["pending"]),
    ...(status.allocation && status.reservedFor?.length ? ["reserved"] : []),
  ];
  return states.join(",");
}

export const claimColumns: readonly Column<object>[] = [
  nameColumn,
  column<Claim>("State", "How far it is.", stateCell),
  ageColumn,
];

interface Slice {
  readonly spec?: {
    readonly nodeName?: string;
    readonly driver?: string;
    readonly pool?: { readonly name?: string };
  };
}

export const sliceColumns: readonly Column<object>[] = [
  nameColumn,
  column<Slice>("Node", "Where the devices are.", ({ spec }) => spec?.nodeName ?? ""),
  column<Slice>("Driver", "Whose devices they are.", ({ spec }) => spec?.driver ?? ""),
  column<Slice>("Pool", "Their pool.", ({ spec }) => spec?.pool?.name ?? ""),
  ageColumn,
];

interface TaintRule {
  readonly spec?: { readonly taint?: Readonly<Record<"key" | "value" | "effect" | "timeAdded", string | undefined>> };
}

const taintColumn = (name: string, field: "key" | "value" | "effect"): Column<object> =>
  column<TaintRule>(name, "Of the taint.", ({ spec }) => spec?.taint?.[field] ?? "");

export const taintRuleColumns: readonly Column<object>[] = [
  nameColumn,
  taintColumn("Key", "key"),
  taintColumn("Value", "value"),
  taintColumn("Effect", "effect"),
  column<TaintRule>("TimeAdded", "Time since it was set.", ({ spec }, nowMs) =>
    spec?.taint?.timeAdded ? ageCell(spec.taint.timeAdded, nowMs) : "",
  ),
  ageColumn,
];
