/**
 * Matches paths against glob patterns. Commands with file names only do not need it, so the program loads this part on
 * first use.
 *
 * @part glob
 * @module
 */
import picomatch from "picomatch";
import { compileRegex } from "../regex/regex.ts";
import { UsageError } from "./exit.ts";

/** A parsed pattern: the directory to search, and the check for paths in it. */
export interface Pattern {
  readonly directory: string;
  /** Number of directory levels below `directory` in which matches can be; infinite with `**`. */
  readonly depth: number;
  /** @param path - relative to `directory`, with forward slashes */
  matches(path: string): boolean;
}

/** Whether an argument that names no file is a pattern. */
export function isPattern(text: string): boolean {
  return picomatch.scan(text).isGlob;
}

/** Maximum length in UTF-16 code units. Each may become ten units of a regular expression, whose size is limited. */
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

/**
 * The part of picomatch's expressions that keeps `*` from matching `.` and `..`. It can be removed, since a directory
 * search never returns these names.
 */
const dotLookahead = /\(\?!(?:\(\?:\^\|\\\/\))?\\\.\{1,2\}\(\?:\\\/\|\$\)\)/g;
/**
 * The part that requires a name to follow. It can be removed, since a name always follows; at the end of a path, where
 * `**` may match nothing, nothing needs to follow.
 */
const nameLookahead = /(?:\|\$(\)))?\(\?=\.\)/g;

/** A pattern with a negation is matched by backtracking, which takes long with more stars than these. */
const maxStarsOfNegation = 4;

/** Returns a check that needs linear time, except for patterns with a negation, which may have only a few stars. */
function matcherOf(glob: string): (path: string) => boolean {
  const options = { dot: true, expandRange };
  const regex = compileRegex(
    picomatch.makeRe(glob, options).source.replace(dotLookahead, "").replace(nameLookahead, "$1"),
  );
  if (regex.ok) return (path) => regex.value.matches(path);
  const stars = glob.match(/\*+/g) ?? [];
  if (stars.length > maxStarsOfNegation || /[+*]\(/.test(glob)) {
    throw new UsageError(
      `the pattern "${glob}" is too complex: with !(...) it may have ${maxStarsOfNegation} stars, and no +(...) or *(...)`,
    );
  }
  return picomatch(glob, options);
}

/** Maximum number of values of a range `{from..to}`: each value becomes an alternative in the regular expression. */
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
