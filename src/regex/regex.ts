/**
 * Regular expressions in RE2 syntax with linear-time matching. Accepts the same patterns as Go's regexp and finds the
 * same matches.
 *
 * @part patterns
 * @module
 */
import { type Result, success } from "../text/result.ts";
import { Automaton } from "./automaton.ts";
import { findAll, type SearchResult } from "./find-all.ts";
import { Matcher, type Slots } from "./matcher.ts";
import { maxNativeTextLength, nativeRegex } from "./native.ts";
import { parseRegex } from "./parse.ts";
import { compileProgram, type Program } from "./program.ts";
import type { ParsedRegex, RegexFault } from "./syntax.ts";

/** Start and end in UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface RegexMatch extends Span {
  /** Spans by group index, beginning with the whole match; undefined for a group that did not take part. */
  readonly groups: readonly (Span | undefined)[];
}

export type CompiledRegex = Result<Regex, RegexFault>;

/** Number of compiled patterns in the cache, which evicts the least recently used one. */
const maxCachedPatterns = 500;
const cache = new Map<string, CompiledRegex>();
/** The last pattern with its result; most patterns are compiled several times in a row. */
let last: { readonly pattern: string; readonly compiled: CompiledRegex } | undefined;

/** Compiles a pattern, or returns its fault. Repeated patterns come from a cache. */
export function compileRegex(pattern: string): CompiledRegex {
  if (last?.pattern !== pattern) last = { pattern, compiled: compileCached(pattern) };
  return last.compiled;
}

function compileCached(pattern: string): CompiledRegex {
  const known = cache.get(pattern);
  if (known !== undefined) {
    cache.delete(pattern);
    cache.set(pattern, known);
    return known;
  }
  const parse = parseRegex(pattern);
  const compiled: CompiledRegex = parse.ok ? success(new Regex(pattern, parse.value)) : parse;
  cache.set(pattern, compiled);
  const [oldest] = cache.keys();
  if (cache.size > maxCachedPatterns && oldest !== undefined) cache.delete(oldest);
  return compiled;
}

/** A compiled pattern; its automata are built on first use. */
export class Regex {
  readonly pattern: string;
  /** Names by group index; empty for the whole match and unnamed groups. */
  readonly groupNames: readonly string[];
  readonly #parsed: ParsedRegex;
  /** The pattern for JavaScript's engine; null if it is not proven to take linear time there. */
  #native: RegExp | null | undefined;
  #program: Program | undefined;
  #automaton: Automaton | undefined;
  #spanMatcher: Matcher | undefined;
  #groupMatcher: Matcher | undefined;

  constructor(pattern: string, parsed: ParsedRegex) {
    this.pattern = pattern;
    this.groupNames = parsed.groupNames;
    this.#parsed = parsed;
  }

  /** Whether the pattern matches any part of `text`. */
  matches(text: string): boolean {
    this.#native ??= nativeRegex(this.#parsed.node) ?? null;
    if (this.#native !== null && text.length <= maxNativeTextLength) return this.#native.test(text);
    this.#automaton ??= new Automaton(this.#compiled());
    return this.#automaton.matches(text);
  }

  /** Returns the leftmost match at or after `from` (default 0), with its groups. */
  exec(text: string, from = 0): RegexMatch | undefined {
    if (from === 0 && !this.matches(text)) return undefined;
    this.#groupMatcher ??= new Matcher(this.#compiled(), true);
    const slots = this.#groupMatcher.find(text, from);
    return slots && toMatch(slots);
  }

  /** Returns the text of the first match. */
  find(text: string): string | undefined {
    const [first] = this.findAll(text, 1);
    return first;
  }

  /** Returns the texts of the matches from left to right, without overlaps, at most `limit` (default all). */
  findAll(text: string, limit = Number.POSITIVE_INFINITY): readonly string[] {
    return this.findAllWithCost(text, limit).texts;
  }

  /** Returns the result of `findAll` with the number of characters read for it. */
  findAllWithCost(text: string, limit = Number.POSITIVE_INFINITY): SearchResult {
    if (limit <= 0 || !this.matches(text)) return { texts: [], charactersRead: text.length };
    this.#spanMatcher ??= new Matcher(this.#compiled(), false);
    return findAll(this.#compiled(), this.#spanMatcher, text, limit);
  }

  #compiled(): Program {
    this.#program ??= compileProgram(this.#parsed.node, this.groupNames.length - 1);
    return this.#program;
  }
}

function toMatch(slots: Slots): RegexMatch {
  const groups = Array.from({ length: slots.length / 2 }, (_, index): Span | undefined => {
    const start = slots[2 * index] ?? -1;
    const end = slots[2 * index + 1] ?? -1;
    return start < 0 || end < 0 ? undefined : { start, end };
  });
  const [whole = { start: 0, end: 0 }] = groups;
  return { ...whole, groups };
}
