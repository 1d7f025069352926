/**
 * Columns of flow schemas and priority levels.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn, noneCell } from "../meta/columns.ts";

interface Schema {
  readonly spec?: {
    readonly priorityLevelConfiguration?: { readonly name?: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type?: string };
  };
  readonly status?: { readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] };
}

export const flowSchemaColumns: readonly Column<object>[] = [
  nameColumn,
  column<Schema>("PriorityLevel", "Its priority level.", ({ spec }) => spec?.priorityLevelConfiguration?.name ?? ""),
  column<Schema>("MatchingPrecedence", "Lower ones are asked first.", ({ spec }) => spec?.matchingPrecedence ?? 0),
  column<Schema>(
    "DistinguisherMethod",
    "What makes a flow.",
    ({ spec }) => spec?.distinguisherMethod?.type ?? noneCell,
  ),
  ageColumn,
  column<Schema>(
    "MissingPL",
    "Whether its priority level is missing.",
    ({ status }) => status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
  ),
];

interface Level {
  readonly spec?: {
    readonly type?: string;
    readonly limited?: {
      readonly nominalConcurrencyShares?: number;
      readonly limitResponse?: { readonly queuing?: Readonly<Record<string, number>> };
    };
  };
}

const queuing = (name: string, field: string, description: string): Column<object> =>
  column<Level>(name, description, ({ spec }) => spec?.limited?.limitResponse?.queuing?.[field] ?? noneCell);

export const priorityLevelColumns: readonly Column<object>[] = [
  nameColumn,
  column<Level>("Type", "Whether it is limited.", ({ spec }) => spec?.type ?? ""),
  column<Level>(
    "NominalConcurrencyShares",
    "Its share of the requests that run.",
    ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? noneCell,
  ),
  queuing("Queues", "queues", "Its queues."),
  queuing("HandSize", "handSize", "Queues that a flow may use."),
  queuing("QueueLengthLimit", "queueLengthLimit", "Requests that may wait in a queue."),
  ageColumn,
];
