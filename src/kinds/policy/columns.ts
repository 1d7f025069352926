/**
 * Columns of disruption budgets.
 *
 * @module
 */
import type { PodDisruptionBudget } from "../../api/types/policy-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

const absent = "N/A";

export const budgetColumns: readonly Column<object>[] = [
  nameColumn,
  column<PodDisruptionBudget>("Min Available", "The fewest pods that must be there.", ({ spec }) =>
    String(spec?.minAvailable ?? absent),
  ),
  column<PodDisruptionBudget>("Max Unavailable", "The most pods that may be missing.", ({ spec }) =>
    String(spec?.maxUnavailable ?? absent),
  ),
  column<PodDisruptionBudget>(
    "Allowed Disruptions",
    "Pods that may be evicted now.",
    ({ status }) => status?.disruptionsAllowed ?? 0,
    "integer",
  ),
  ageColumn,
];
