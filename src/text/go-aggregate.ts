/**
 * Several errors in one text, as the API server's aggregate shows them.
 *
 * @module
 */

/** Each text once; several are in brackets. */
export function aggregateErrors(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
}
