/**
 * Formats several errors as one message, as the API server's aggregate errors do.
 *
 * @module
 */

/** Joins the distinct messages; if there are several, they are in brackets. */
export function aggregateErrors(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
}
