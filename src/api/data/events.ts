/**
 * The types of `events`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const eventsTypes = (): string => `
events/v1.Event
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta +
eventTime 2 microTime !
series 3 EventSeries *
reportingController 4 string
reportingInstance 5 string
action 6 string
reason 7 string
regarding 8 core/v1.ObjectReference
related 9 core/v1.ObjectReference *
note 10 string
type 11 string
deprecatedSource 12 core/v1.EventSource
deprecatedFirstTimestamp 13 time
deprecatedLastTimestamp 14 time
deprecatedCount 15 int32

events/v1.EventSeries
count 1 int32 !
lastObservedTime 2 microTime !
`;
