/**
 * Finds duplicates in a list, each with the first occurrence of its value, and reports them.
 *
 * @module
 */
import type { AlsoNamed } from "./finding.ts";
import type { Place } from "./place.ts";

export interface Repeat<T = string> {
  readonly index: number;
  readonly first: number;
  readonly text: T;
}

/** Minimum length of lists for which building a map is faster than a linear search. */
const minMapped = 16;

/** Returns the items that equal an earlier one; ignores undefined items. */
export function findRepeats<T extends string | number>(texts: readonly (T | undefined)[]): Repeat<T>[] {
  if (texts.length >= minMapped) return repeatedByMap(texts);
  const repeats: Repeat<T>[] = [];
  for (let index = 1; index < texts.length; index++) {
    const text = texts[index];
    const first = text === undefined ? index : texts.indexOf(text);
    if (text !== undefined && first < index) repeats.push({ index, first, text });
  }
  return repeats;
}

function repeatedByMap<T>(texts: readonly (T | undefined)[]): Repeat<T>[] {
  const firstByText = new Map<T, number>();
  const repeats: Repeat<T>[] = [];
  texts.forEach((text, index) => {
    if (text === undefined) return;
    const first = firstByText.get(text);
    if (first === undefined) firstByText.set(text, index);
    else repeats.push({ index, first, text });
  });
  return repeats;
}

/** Returns the first occurrence of each value, with its index; omits undefined items. */
export function firstOccurrences(
  texts: readonly (string | undefined)[],
): { readonly index: number; readonly text: string }[] {
  const repeats = new Set(findRepeats(texts).map(({ index }) => index));
  return texts.flatMap((text, index) => (text === undefined || repeats.has(index) ? [] : [{ index, text }]));
}

/** The words of the message `rule 0 has the same expression`, and the places to report at. */
export interface RepeatOptions {
  readonly item: string;
  readonly what: string;
  placeOf(index: number): Place;
}

/** Reports every duplicate with a reference to the first. Ignores empty texts, since other checks report those. */
export function reportRepeats(texts: readonly (string | undefined)[], { item, what, placeOf }: RepeatOptions): void {
  for (const { index, first, text } of findRepeats(texts.map((each) => each || undefined))) {
    placeOf(index).say(`must be unique; ${item} ${first} has the same ${what}`, {
      see: placeOf(first).note("first listed here"),
      value: text,
    });
  }
}

/** How duplicate items are found and reported. */
export interface UniqueOptions<T> {
  readonly textOf: (item: T) => string | undefined;
  readonly placeOf: (item: Place) => Place;
  readonly message: (text: string) => string;
  /** Whether empty texts are compared as well; by default not, since other checks report them. */
  readonly comparesEmpty?: true;
}

/**
 * Returns a function that, for the index of a repeated empty text, returns the API server's duplicate error, which it
 * reports in addition to the error for the empty text.
 */
export function emptyRepeats(texts: readonly (string | undefined)[]): (index: number) => readonly AlsoNamed[] {
  const first = texts.findIndex((text) => !text);
  return (index) => (index > first && !texts[index] ? [{ cause: "duplicate", serverText: '""' }] : []);
}

/** Reports items that equal an earlier one. */
export function unique<T>(
  items: readonly T[] | null | undefined,
  place: Place,
  { textOf, placeOf, message, comparesEmpty }: UniqueOptions<T>,
): void {
  if (!items || items.length < 2) return;
  const compared = (item: T) => (comparesEmpty ? textOf(item) : textOf(item) || undefined);
  for (const { index, first, text } of findRepeats(items.map(compared))) {
    placeOf(place.at(index)).duplicate(message(text), placeOf(place.at(first)));
  }
}
