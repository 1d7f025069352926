/**
 * The table columns of APIServices.
 *
 * @module
 */
import type { APIService } from "../../api/types/apiregistration-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

function availableCell({ status }: APIService): string {
  const condition = status?.conditions?.find(({ type }) => type === "Available");
  if (!condition) return "Unknown";
  return condition.status === "True" ? "True" : `${condition.status} (${condition.reason})`;
}

export const apiServiceColumns: readonly Column<object>[] = [
  nameColumn,
  column<APIService>("Service", "Who serves it.", ({ spec }) =>
    spec?.service ? `${spec.service.namespace ?? ""}/${spec.service.name ?? ""}` : "Local",
  ),
  column<APIService>("Available", "Whether it is served.", availableCell),
  ageColumn,
];
