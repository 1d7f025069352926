/**
 * events.k8s.io/v1 Event: a report about an object, stored in the form of a v1 Event.
 *
 * @module
 */
import type { Event } from "../../api/types/events-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { eventRules } from "../core/event-rules.ts";
import { kind } from "../kind.ts";
import { eventConversion, selectableEventFields, toStoredNames } from "./event-conversion.ts";

const types = ["Normal", "Warning"];
const deprecatedFields = [
  "deprecatedSource",
  "deprecatedFirstTimestamp",
  "deprecatedLastTimestamp",
  "deprecatedCount",
] as const;
const minSeriesCount = 2;

/** Renames fields in findings: kube-apiserver's errors use the names of the core group, except for the reporter. */
const renameToServerFields = (place: Place<Event>): Place<Event> =>
  place.changing((finding) => {
    const [name, ...rest] = finding.path;
    const stored = name === "reportingController" ? undefined : toStoredNames.get(name);
    return stored === undefined ? finding : { ...finding, field: [stored, ...rest] };
  });

const strict = rule<Event>(
  {
    id: "event/strict",
    severity: "error",
    summary: "a new events.k8s.io event has an `eventTime`, a known type and no deprecated field",
  },
  (event, all, { oldObject }) => {
    if (oldObject !== undefined) return;
    const place = renameToServerFields(all);
    const { type = "" } = event;
    if (!event.eventTime) place.at("eventTime").required();
    if (!types.includes(type)) {
      place.at("type").invalid(`must be ${types.join(" or ")}`, type, { serverText: `"": has invalid value: ${type}` });
    }
    for (const name of deprecatedFields) {
      if (!isSet(event[name])) continue;
      place.at(name).say(`\`${name}\` must be absent`, { atKey: true, serverText: '"": needs to be unset' });
    }
  },
);

const isSet = (value: unknown): boolean => (isPlainObject(value) ? Object.values(value).some(Boolean) : Boolean(value));

const series = rule<Event>(
  {
    id: "event/series",
    severity: "error",
    summary: "a series has a count of at least 2 and the time of its last event",
  },
  (event, place, { oldObject }) => {
    const stored = oldObject;
    if (!event.series || (stored && semanticEqual(event.series, stored.series))) return;
    const { count = 0, lastObservedTime } = event.series;
    const at = place.at("series");
    if (count < minSeriesCount) {
      const serverText = `"": should be at least ${minSeriesCount}`;
      at.at("count").invalid(`must be ${minSeriesCount} or above`, count, { serverText });
    }
    if (!lastObservedTime) at.at("lastObservedTime").required();
  },
);

const fixedFields = [
  "regarding",
  "reason",
  "note",
  ...deprecatedFields,
  "type",
  "eventTime",
  "action",
  "related",
  "reportingController",
  "reportingInstance",
] as const;

/** Allows only the series of a stored event to change. */
const fixed = rule<Event>(
  { id: "event/fixed", severity: "error", summary: "only the series of a stored event changes" },
  (event, place, { oldObject }) => {
    const stored = oldObject;
    if (!stored) return;
    for (const name of fixedFields) {
      if (semanticEqual(event[name], stored[name])) continue;
      renameToServerFields(place).at(name).say("field is immutable", { atKey: true, after: [] });
    }
  },
);

export const newEvent = kind("events/v1.Event", {
  rules: [
    ...eventRules<Event>({
      object: "regarding",
      reporter: "reportingController",
      message: "note",
      withServerFields: renameToServerFields,
    }),
    strict,
    series,
    fixed,
  ],
  conversions: { v1: eventConversion },
  resource: { storedAs: "Event.", selectableFields: selectableEventFields },
});
