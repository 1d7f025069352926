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
  eventTime?: string;
  series?: EventSeries;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  regarding?: coreV1.ObjectReference;
  related?: coreV1.ObjectReference;
  note?: string;
  type?: string;
  deprecatedSource?: coreV1.EventSource;
  deprecatedFirstTimestamp?: string;
  deprecatedLastTimestamp?: string;
  deprecatedCount?: number;
}

export interface EventSeries {
  count?: number;
  lastObservedTime?: string;
}
