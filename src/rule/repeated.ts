/**
 * Repeats in a list, each with the first of its kind.
 *
 * @module
 */

export interface Repeat {
  readonly index: number;
  readonly first: number;
  readonly text: string;
}

/** Items equal to an earlier one; undefined items take no part. */
export function repeated(texts: readonly (string | undefined)[]): Repeat[] {
  const firstByText = new Map<string, number>();
  const repeats: Repeat[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    const first = firstByText.get(text);
    if (first === undefined) firstByText.set(text, index);
    else repeats.push({ index, first, text });
  }
  return repeats;
}
