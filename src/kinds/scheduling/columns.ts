/**
 * Columns of priority classes.
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
    "Whether pods of no class have it.",
    ({ globalDefault }) => globalDefault ?? false,
    "boolean",
  ),
  ageColumn,
  column<PriorityClass>(
    "PreemptionPolicy",
    "Whether its pods push others out.",
    ({ preemptionPolicy }) => preemptionPolicy ?? "",
  ),
];
