/**
 * Table columns of disruption budgets.
 *
 * @module
 */
import type { PodDisruptionBudget } from "../../api/types/policy-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn } from "../meta/columns.ts";

const absentCell = "N/A";

export const budgetColumns: readonly Column<object>[] = [
  nameColumn,
  column<PodDisruptionBudget>("Min Available", "The minimum number of available pods.", ({ spec }) =>
    String(spec?.minAvailable ?? absentCell),
  ),
  column<PodDisruptionBudget>("Max Unavailable", "The maximum number of unavailable pods.", ({ spec }) =>
    String(spec?.maxUnavailable ?? absentCell),
  ),
  column<PodDisruptionBudget>(
    "Allowed Disruptions",
    "Pods that may be evicted now.",
    ({ status }) => status?.disruptionsAllowed ?? 0,
    "integer",
  ),
  ageColumn,
];
