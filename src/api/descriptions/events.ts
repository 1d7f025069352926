/**
 * The purpose of the types and fields of `events`.
 *
 * @module
 */
export const events: Readonly<Record<string, string>> = {
  "events/v1.Event": "A report of something that happened to an object, newer form.",
  "events/v1.Event.action": "Action that was done or failed.",
  "events/v1.Event.deprecatedCount": "`count` of a core/v1 event.",
  "events/v1.Event.deprecatedFirstTimestamp": "`firstTimestamp` of a core/v1 event.",
  "events/v1.Event.deprecatedLastTimestamp": "`lastTimestamp` of a core/v1 event.",
  "events/v1.Event.deprecatedSource": "`source` of a core/v1 event.",
  "events/v1.Event.eventTime": "When it was first seen, to the microsecond.",
  "events/v1.Event.note": "Why, for people; at most 1 kB.",
  "events/v1.Event.reason": "Why, in a word.",
  "events/v1.Event.regarding": "The object that the event is about.",
  "events/v1.Event.related": "A second object that takes part.",
  "events/v1.Event.reportingController": "Name of the controller that reported the event.",
  "events/v1.Event.reportingInstance": "Id of the instance of the controller.",
  "events/v1.Event.series": "The series that the event is part of; absent for a single one.",
  "events/v1.Event.type": "`Normal` or `Warning`.",
  "events/v1.EventSeries.count": "How often it was seen.",
  "events/v1.EventSeries.lastObservedTime": "When it was last seen.",
};
