/**
 * Columns of disruption budgets.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

interface Budget {
  readonly spec?: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status?: { readonly disruptionsAllowed?: number };
}

const absent = "N/A";

export const budgetColumns: readonly Column<object>[] = [
  nameColumn,
  column<Budget>("Min Available", "The fewest pods that must be there.", ({ spec }) =>
    String(spec?.minAvailable ?? absent),
  ),
  column<Budget>("Max Unavailable", "The most pods that may be missing.", ({ spec }) =>
    String(spec?.maxUnavailable ?? absent),
  ),
  column<Budget>(
    "Allowed Disruptions",
    "Pods that may be evicted now.",
    ({ status }) => status?.disruptionsAllowed ?? 0,
    "integer",
  ),
  ageColumn,
];
