/**
 * Table columns of ComponentStatuses.
 *
 * @module
 */
import type { ComponentStatus } from "../../api/types/core-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { column, nameColumn } from "../meta/columns.ts";

const healthOf = ({ conditions }: ComponentStatus) => conditions?.find(({ type }) => type === "Healthy");

function statusCell(status: ComponentStatus): string {
  const health = healthOf(status);
  if (!health) return "Unknown";
  return health.status === "True" ? "Healthy" : "Unhealthy";
}

export const componentStatusColumns: readonly Column<object>[] = [
  nameColumn,
  column<ComponentStatus>("Status", "Whether the component is healthy.", statusCell),
  column<ComponentStatus>("Message", "The answer of the component.", (status) => healthOf(status)?.message ?? ""),
  column<ComponentStatus>("Error", "Why it could not be asked.", (status) => healthOf(status)?.error ?? ""),
];
