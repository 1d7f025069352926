/**
 * Table columns of flow schemas and priority levels.
 *
 * @module
 */

import type { FlowSchema, PriorityLevelConfiguration, QueuingConfiguration } from "../../api/types/flowcontrol-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, nameColumn, noneCell } from "../meta/columns.ts";

export const flowSchemaColumns: readonly Column<object>[] = [
  nameColumn,
  column<FlowSchema>(
    "PriorityLevel",
    "Its priority level.",
    ({ spec }) => spec?.priorityLevelConfiguration?.name ?? "",
  ),
  column<FlowSchema>(
    "MatchingPrecedence",
    "Lower values are matched first.",
    ({ spec }) => spec?.matchingPrecedence ?? 0,
  ),
  column<FlowSchema>(
    "DistinguisherMethod",
    "How requests are divided into flows.",
    ({ spec }) => spec?.distinguisherMethod?.type ?? noneCell,
  ),
  ageColumn,
  column<FlowSchema>(
    "MissingPL",
    "Whether its priority level is missing.",
    ({ status }) => status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
  ),
];

const queuing = (name: string, field: keyof QueuingConfiguration, description: string): Column<object> =>
  column<PriorityLevelConfiguration>(
    name,
    description,
    ({ spec }) => spec?.limited?.limitResponse?.queuing?.[field] ?? noneCell,
  );

export const priorityLevelColumns: readonly Column<object>[] = [
  nameColumn,
  column<PriorityLevelConfiguration>("Type", "Whether it is limited.", ({ spec }) => spec?.type ?? ""),
  column<PriorityLevelConfiguration>(
    "NominalConcurrencyShares",
    "Its share of the requests that run.",
    ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? noneCell,
  ),
  queuing("Queues", "queues", "Its queues."),
  queuing("HandSize", "handSize", "Queues that a flow may use."),
  queuing("QueueLengthLimit", "queueLengthLimit", "Requests that may wait in a queue."),
  ageColumn,
];
