/**
 * v1 Event: a record of something that happened to an object.
 *
 * @module
 */
import type { Event } from "../../api/types/core-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { kind } from "../kind.ts";
import { nameColumn } from "../meta/columns.ts";
import { eventRules } from "./event-rules.ts";

const firstSeen = ({ firstTimestamp, eventTime }: Event): string => firstTimestamp || eventTime || "";

const lastSeen = (event: Event): string =>
  event.series ? (event.series.lastObservedTime ?? "") : event.lastTimestamp || firstSeen(event);

function objectCell({ involvedObject: { kind = "", name = "" } = {} }: Event): string {
  return name === "" ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
}

function sourceCell({ source = {}, reportingComponent, reportingInstance }: Event): string {
  const component = source.component || reportingComponent || "";
  const instance = source.host || reportingInstance || "";
  return instance === "" ? component : `${component}, ${instance}`;
}

/** Returns how often the event happened; an event without a count happened once. */
const countCell = ({ series, count }: Event): number => (series ? (series.count ?? 0) : count || 1);

const columns: readonly Column<Event>[] = [
  { name: "Last Seen", type: "age", description: "Time of the last occurrence.", value: lastSeen },
  { name: "Type", type: "string", description: "Normal or Warning.", value: ({ type }) => type ?? "" },
  { name: "Reason", type: "string", description: "The reason, in one word.", value: ({ reason }) => reason ?? "" },
  { name: "Object", type: "string", description: "The object that the event is about.", value: objectCell },
  {
    name: "Subobject",
    type: "string",
    description: "The part of the object.",
    priority: 1,
    value: ({ involvedObject }) => involvedObject?.fieldPath ?? "",
  },
  { name: "Source", type: "string", description: "Who reports it.", priority: 1, value: sourceCell },
  {
    name: "Message",
    type: "string",
    description: "A message for humans.",
    value: ({ message = "" }) => message.trim(),
  },
  { name: "First Seen", type: "age", description: "Time of the first occurrence.", priority: 1, value: firstSeen },
  { name: "Count", type: "string", description: "Number of occurrences.", priority: 1, value: countCell },
  { ...nameColumn, priority: 1 },
];

function selectableFields({ involvedObject = {}, reason, reportingComponent, source, type }: Event) {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = involvedObject;
  const values = {
    "involvedObject.kind": kind,
    "involvedObject.namespace": namespace,
    "involvedObject.name": name,
    "involvedObject.uid": uid,
    "involvedObject.apiVersion": apiVersion,
    "involvedObject.resourceVersion": resourceVersion,
    "involvedObject.fieldPath": fieldPath,
    reason,
    reportingComponent,
    source: source?.component || reportingComponent,
    type,
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
}

export const event = kind("core/v1.Event", {
  rules: eventRules<Event>({
    object: "involvedObject",
    reporter: "reportingComponent",
    message: "message",
    hidesMetadata: true,
  }),
  resource: { columns, selectableFields },
});
