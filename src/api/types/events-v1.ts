/**
 * The types of `events/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

/** A report of something that happened to an object, newer form. */
export interface Event {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** When it was first seen, to the microsecond. */
  eventTime?: string | null;
  /** The series that the event is part of; absent for a single one. */
  series?: EventSeries;
  /** Name of the controller that reported the event. */
  reportingController?: string;
  /** Id of the instance of the controller. */
  reportingInstance?: string;
  /** Action that was done or failed. */
  action?: string;
  /** Why, in a word. */
  reason?: string;
  /** The object that the event is about. */
  regarding?: coreV1.ObjectReference;
  /** A second object that takes part. */
  related?: coreV1.ObjectReference;
  /** Why, for people; at most 1 kB. */
  note?: string;
  /** `Normal` or `Warning`. */
  type?: string;
  /** `source` of a core/v1 event. */
  deprecatedSource?: coreV1.EventSource;
  /** `firstTimestamp` of a core/v1 event. */
  deprecatedFirstTimestamp?: string | null;
  /** `lastTimestamp` of a core/v1 event. */
  deprecatedLastTimestamp?: string | null;
  /** `count` of a core/v1 event. */
  deprecatedCount?: number;
}

export interface EventSeries {
  /** How often it was seen. */
  count?: number;
  /** When it was last seen. */
  lastObservedTime?: string | null;
}
