/**
 * Files by pattern. Naming files one by one never comes here, so the program loads this on first use.
 *
 * @part glob
 * @module
 */
import picomatch from "picomatch";
import { compileRegex } from "../regex/regex.ts";
import { UsageError } from "./exit.ts";

/** A pattern in parts: a directory to walk, and what to take there. */
export interface Pattern {
  readonly directory: string;
  /** Directories below `directory` that a match can lie in, from one to the next; infinite with `**`. */
  readonly depth: number;
  /** @param path - relative to `directory`, with forward slashes */
  matches(path: string): boolean;
}

/** Whether an argument that names no file is meant as a pattern. */
export function isPattern(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

/** In UTF-16 units: each may become ten of a regular expression, whose size is limited. */
const maxPatternLength = 1024;

/** @throws {UsageError} for a pattern that is too long, and for a range with too many values */
export function parsePattern(text: string): Pattern {
  if (text.length > maxPatternLength) {
    throw new UsageError(`a pattern has ${text.length} characters; at most ${maxPatternLength} are allowed`);
  }
  const { base, glob } = picomatch.scan(text);
  return {
    directory: base || (text.startsWith("/") ? "/" : "."),
    depth: glob.includes("**") ? Number.POSITIVE_INFINITY : glob.split("/").length - 1,
    matches: matcherOf(glob),
  };
}

/** The part that keeps `*` from the names `.` and `..` in picomatch's expressions; no walk yields them. */
const noDots = /\(\?!(?:\(\?:\^\|\\\/\))?\\\.\{1,2\}\(\?:\\\/\|\$\)\)/g;
/**
 * The part that demands that a name follows, which each name does; at the end of a path, where `**` may end, nothing
 * does.
 */
const nameFollows = /(?:\|\$(\)))?\(\?=\.\)/g;

/** A negation can only be matched by trying; with more stars than these that takes long. */
const maxStarsOfNegation = 4;

/** In linear time, except for the few stars of a pattern with a negation. */
function matcherOf(glob: string): (path: string) => boolean {
  const options = { dot: true, expandRange };
  const regex = compileRegex(picomatch.makeRe(glob, options).source.replace(noDots, "").replace(nameFollows, "$1"));
  if (regex.ok) return (path) => regex.value.matches(path);
  const stars = glob.match(/\*+/g) ?? [];
  if (stars.length > maxStarsOfNegation || /[+*]\(/.test(glob)) {
    throw new UsageError(
      `the pattern "${glob}" is too complex: with !(...) it may have ${maxStarsOfNegation} stars, and no +(...) or *(...)`,
    );
  }
  return picomatch(glob, options);
}

/** Values of one `{from..to}`; each is a part of the regular expression that the pattern becomes. */
const maxRangeValues = 1000;

function expandRange(...[from, to, step]: readonly unknown[]): string {
  const [first, last] = [Number(from), Number(to)];
  if (!Number.isInteger(first) || !Number.isInteger(last)) return `[${String(from)}-${String(to)}]`;
  const stride = Math.max(1, Math.abs(Number(step)) || 1);
  const count = Math.floor(Math.abs(last - first) / stride) + 1;
  if (count > maxRangeValues) {
    throw new UsageError(`{${from}..${to}} in a pattern has ${count} values; at most ${maxRangeValues} are allowed`);
  }
  const direction = first <= last ? stride : -stride;
  const values = Array.from({ length: count }, (_, index) => first + index * direction);
  const width = [from, to].some((bound) => /^-?0\d/.test(String(bound))) ? String(from).length : 0;
  return `(?:${values.map((value) => String(value).padStart(width, "0")).join("|")})`;
}
