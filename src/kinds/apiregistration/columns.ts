/**
 * Columns of API services.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

interface ApiService {
  readonly spec?: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  readonly status?: {
    readonly conditions?: readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[];
  };
}

function availableCell({ status }: ApiService): string {
  const condition = status?.conditions?.find(({ type }) => type === "Available");
  if (!condition) return "Unknown";
  return condition.status === "True" ? "True" : `${condition.status} (${condition.reason})`;
}

export const apiServiceColumns: readonly Column<object>[] = [
  nameColumn,
  column<ApiService>("Service", "Who serves it.", ({ spec }) =>
    spec?.service ? `${spec.service.namespace ?? ""}/${spec.service.name ?? ""}` : "Local",
  ),
  column<ApiService>("Available", "Whether it is served.", availableCell),
  ageColumn,
];
