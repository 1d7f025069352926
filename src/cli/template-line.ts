/**
 * Finds the line of a Helm template that produced a rendered line: a line with the same text, or with the same text
 * around actions (`port: {{ .Values.port }}`). The lines around it decide between several candidates.
 *
 * @module
 */
import { groupBy } from "../text/group-by.ts";

/** Maximum number of lines to compare before and after the rendered line. */
const maxContextLines = 200;

/** Maximum number of lines with actions and the same key; if a template has more, none of them is chosen. */
export const maxPatternsOfKey = 1_000;

/** Minimum number of characters outside of actions for a line with actions to serve as an anchor. */
const minAnchorLength = 12;

/**
 * The lines of a text without leading and trailing white space, indexed by their content because many findings look up
 * lines of the same text.
 */
export class TextLines {
  readonly all: readonly string[];
  readonly #indexes: ReadonlyMap<string, readonly number[]>;
  readonly #matching = new Map<string, readonly number[]>();
  #patterns: ReadonlyMap<string, readonly Pattern[]> | undefined;

  constructor(text: string) {
    this.all = text.split("\n").map((line) => line.trim());
    this.#indexes = groupBy(this.all.keys(), (index) => this.all[index] ?? "");
  }

  /** Returns the indexes of a line; none for an empty line. */
  indexesOf(line: string): readonly number[] {
    return line === "" ? [] : (this.#indexes.get(line) ?? []);
  }

  /**
   * Returns the indexes of the lines with actions that have the line's key, and whose text outside of the actions
   * occurs in the line.
   */
  matching(line: string, minLength = 0): readonly number[] {
    const id = `${minLength} ${line}`;
    const known = this.#matching.get(id);
    if (known) return known;
    this.#patterns ??= groupBy(this.all.flatMap(patternIn), ({ key }) => key);
    const patterns = this.#patterns.get(keyOf(line)) ?? [];
    const found = (patterns.length > maxPatternsOfKey ? [] : patterns).flatMap(({ index, parts, length }) =>
      length >= minLength && hasParts(line, parts) ? [index] : [],
    );
    this.#matching.set(id, found);
    return found;
  }
}

/** A line with a key and actions. */
interface Pattern {
  readonly key: string;
  readonly index: number;
  /** The text before, between and after the actions. */
  readonly parts: readonly string[];
  /** Total length of the parts. */
  readonly length: number;
}

function patternIn(line: string, index: number): readonly Pattern[] {
  const parts = line.includes("{{") ? line.split(action) : [];
  const [first = ""] = parts;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return parts.length > 1 && first.includes(":") ? [{ key: keyOf(first), index, parts, length }] : [];
}

const keyOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(":")));

/**
 * @param at - an index into the rendered lines
 * @returns an index into the template; undefined if several lines are possible
 */
export function templateLine(rendered: TextLines, template: TextLines, at: number): number | undefined {
  const line = rendered.all[at] ?? "";
  const same = template.indexesOf(line);
  if (same.length === 1) return same[0];
  const [from, to] = windowAround(rendered, template, at);
  if (same.length > 0) return bestOf(within(same, from, to), rendered.all, template.all, at);
  const [only, ...others] = within(template.matching(line), from, to);
  const isCertain = others.length === 0 && !template.all.slice(from + 1, only).some(isIncluded);
  return isCertain ? only : undefined;
}

const within = (indexes: readonly number[], from: number, to: number): readonly number[] =>
  indexes.filter((index) => index > from && index < to);

/** Returns the template indexes of the nearest lines before and after that match for certain. */
function windowAround(rendered: TextLines, template: TextLines, at: number): readonly [number, number] {
  const isCertain = anchorIn(rendered, template);
  const before = rendered.all.slice(Math.max(0, at - maxContextLines), at).reverse();
  const behind = rendered.all.slice(at + 1, at + 1 + maxContextLines);
  return [firstOf(before, isCertain) ?? -1, firstOf(behind, isCertain) ?? template.all.length];
}

function firstOf<T>(lines: readonly string[], find: (line: string) => T | undefined): T | undefined {
  for (const line of lines) {
    const found = find(line);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a function that finds the template index of a line if the line occurs only once in both texts. */
function anchorIn(rendered: TextLines, template: TextLines) {
  return (line: string): number | undefined => {
    const same = template.indexesOf(line);
    const [only, ...others] = same.length > 0 ? same : template.matching(line, minAnchorLength);
    return only === undefined || others.length > 0 || rendered.indexesOf(line).length > 1 ? undefined : only;
  };
}

/** Returns the index with the most equal lines directly before it, or undefined if several have the same number. */
function bestOf(
  indexes: readonly number[],
  rendered: readonly string[],
  template: readonly string[],
  at: number,
): number | undefined {
  const [only] = indexes;
  if (indexes.length === 1) return only;
  const counts = indexes.map((index) => {
    let count = 0;
    while (count < Math.min(at, index, maxContextLines) && rendered[at - count - 1] === template[index - count - 1])
      count++;
    return count;
  });
  const most = Math.max(0, ...counts);
  return most > 0 && counts.filter((count) => count === most).length === 1 ? indexes[counts.indexOf(most)] : undefined;
}

const action = /\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}/;

/**
 * Whether a line starts with the first part, ends with the last one, and contains the other parts in between in their
 * order.
 */
function hasParts(line: string, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? "";
  let at = 0;
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const found = line.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}

/** Whether a template line inserts other lines, such as `{{- include "labels" . | nindent 4 }}`. */
const isIncluded = (line: string): boolean =>
  /^\{\{.*(?:\b(?:include|template|toYaml|tpl|indent|nindent|block|range)\b|\.(?:Get|AsConfig)\b)/.test(line);
