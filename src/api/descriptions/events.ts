/**
 * What the types and fields of `events` are for.
 *
 * @module
 */
export const events: Readonly<Record<string, string>> = {
  "events/v1.Event": "A report of something that happened to an object, newer form.",
};
