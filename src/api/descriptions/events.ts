/**
 * The purpose of the types and fields of `events`.
 *
 * @module
 */
export const events: Readonly<Record<string, string>> = {
  "events/v1.Event": "A report of something that happened to an object, newer form.",
};
