/**
 * Table columns of priority classes.
 *
 * @module
 */
import type { PriorityClass } from "../../api/types/scheduling-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

export const priorityClassColumns: readonly Column<object>[] = [
  nameColumn,
  column<PriorityClass>("Value", "The priority.", ({ value }) => value ?? 0, "integer"),
  column<PriorityClass>(
    "Global-Default",
    "Whether it applies to pods without a class.",
    ({ globalDefault }) => globalDefault ?? false,
    "boolean",
  ),
  ageColumn,
  column<PriorityClass>("PreemptionPolicy", "The preemption policy.", ({ preemptionPolicy }) => preemptionPolicy ?? ""),
];
