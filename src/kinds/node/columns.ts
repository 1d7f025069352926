/**
 * Table columns of runtime classes.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

export const runtimeClassColumns: readonly Column<object>[] = [
  nameColumn,
  column<{ readonly handler?: string }>(
    "Handler",
    "The handler of the container runtime.",
    ({ handler }) => handler ?? "",
  ),
  ageColumn,
];
