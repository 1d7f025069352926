/**
 * Parses and matches gitignore(5) patterns as git does: byte by byte and case-sensitively. A pattern is compared with a
 * path and all its parent folders in one pass, in time proportional to the pattern's length times the path's length.
 *
 * @module
 */
import { countAtEnd, trimEnd } from "../text/trim-end.ts";

export interface IgnoreRules {
  /**
   * Returns the verdict of the last pattern that matches this exact path, or undefined if no pattern does. Folders have
   * the suffix `/`.
   */
  verdict(path: string, suffix: "" | "/"): "ignored" | "kept" | undefined;
  /** Whether the path or one of its parent folders is ignored. */
  ignores(path: string, suffix: "" | "/"): boolean;
}

/** @param lines - the lines of an ignore file; paths are relative to its folder */
export function ignoreRules(lines: readonly string[]): IgnoreRules {
  const rules = lines.flatMap((line) => ruleOf(bytesOf(line)) ?? []).reverse();
  const verdict = (path: string, suffix: "" | "/") => {
    const bytes = bytesOf(path);
    const whole = { end: bytes.length, name: bytes.slice(bytes.lastIndexOf("/") + 1), isFolder: suffix === "/" };
    return verdictsOf(rules, bytes, [whole]).get(whole);
  };
  const ignores = (path: string, suffix: "" | "/") => {
    const bytes = bytesOf(path);
    return [...verdictsOf(rules, bytes, partsOf(bytes, suffix)).values()].includes("ignored");
  };
  return { verdict, ignores };
}

type Verdict = "ignored" | "kept";

/** A path, or one of its parent folders. */
interface Part {
  /** Offset after the last byte. */
  readonly end: number;
  readonly name: string;
  readonly isFolder: boolean;
}

function partsOf(path: string, suffix: "" | "/"): readonly Part[] {
  const names = path.split("/");
  let end = -1;
  return names.map((name, index) => {
    end += 1 + name.length;
    return { end, name, isFolder: index < names.length - 1 || suffix === "/" };
  });
}

/** @param rules - in reverse order, since the last matching rule decides */
function verdictsOf(rules: readonly Rule[], path: string, parts: readonly Part[]): ReadonlyMap<Part, Verdict> {
  const verdicts = new Map<Part, Verdict>();
  let open = parts;
  for (const { isForFolders, matches, verdict } of rules) {
    if (open.length === 0) break;
    const asked = isForFolders ? open.filter(({ isFolder }) => isFolder) : open;
    const met = matches(path, asked);
    if (met.length === 0) continue;
    for (const part of met) verdicts.set(part, verdict);
    open = open.filter((part) => !verdicts.has(part));
  }
  return verdicts;
}

/** Returns a string with one character for each UTF-8 byte. */
function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}

/** @returns the parts that match */
type Matcher = (path: string, parts: readonly Part[]) => readonly Part[];

interface Rule {
  readonly verdict: Verdict;
  readonly isForFolders: boolean;
  readonly matches: Matcher;
}

/** Returns undefined for a line without a pattern, and for a pattern that git accepts but that never matches. */
function ruleOf(line: string): Rule | undefined {
  if (line.startsWith("#")) return undefined;
  const text = withoutTrailingSpaces(line);
  const isNegated = text.startsWith("!");
  const isForFolders = text.endsWith("/");
  const pattern = text.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  const matches = pattern.includes("/") ? pathMatcher(pattern.replace(/^\//, "")) : nameMatcher(pattern);
  return matches && { verdict: isNegated ? "kept" : "ignored", isForFolders, matches };
}

/** Keeps a trailing space that a backslash escapes. */
function withoutTrailingSpaces(line: string): string {
  const trimmed = trimEnd(" ", line);
  return line.slice(0, trimmed.length + (countAtEnd("\\", trimmed) % 2));
}

const wildcard = /[*?[\\]/;

function nameMatcher(pattern: string): Matcher | undefined {
  if (!wildcard.test(pattern)) return (_path, parts) => parts.filter(({ name }) => name === pattern);
  const end = pattern.slice(1);
  if (pattern.startsWith("*") && !wildcard.test(end)) {
    return (_path, parts) => parts.filter(({ name }) => name.endsWith(end));
  }
  const tokens = tokensOf(pattern);
  if (!tokens) return undefined;
  const last = literalEnd(tokens);
  const meets = automatonOf(tokens);
  return (_path, parts) =>
    parts.filter(({ name }) => name.endsWith(last) && meets(name, 0, [{ end: name.length }]).length > 0);
}

/** Compares the part before the first wildcard literally and matches the rest as a separate pattern, as git does. */
function pathMatcher(pattern: string): Matcher | undefined {
  const length = pattern.search(wildcard);
  if (length < 0) {
    return (path, parts) => (path.startsWith(pattern) ? parts.filter(({ end }) => end === pattern.length) : nothing);
  }
  const start = pattern.slice(0, length);
  const tokens = tokensOf(pattern.slice(length));
  if (!tokens) return undefined;
  const last = literalEnd(tokens);
  const meets = automatonOf(tokens);
  return (path, parts) => {
    if (!path.startsWith(start)) return nothing;
    const asked = parts.filter(({ end }) => end >= length + last.length && path.endsWith(last, end));
    return asked.length === 0 ? nothing : meets(path, length, asked);
  };
}

/**
 * A number matches one byte, a function one byte of a class. `star` matches any bytes except a slash, `rest` matches
 * everything, and `folders` matches nothing or any path that ends with a slash.
 */
type Token = number | ((byte: number) => boolean) | "star" | "rest" | "folders";

interface Read {
  readonly tokens: readonly Token[];
  readonly end: number;
}

const slash = 0x2f;

/** Returns undefined for a pattern that never matches: one that ends within a class or after a backslash. */
function tokensOf(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const read = tokensAt(pattern, at);
    if (!read) return undefined;
    tokens.push(...read.tokens);
    at = read.end;
  }
  return tokens;
}

function tokensAt(pattern: string, at: number): Read | undefined {
  const char = pattern[at];
  if (char === "*") return starsAt(pattern, at);
  if (char === "[") return classAt(pattern, at + 1);
  if (char === "?") return { tokens: [(byte) => byte !== slash], end: at + 1 };
  const literal = char === "\\" ? at + 1 : at;
  return literal < pattern.length ? { tokens: [pattern.charCodeAt(literal)], end: literal + 1 } : undefined;
}

/**
 * Two or more stars match slashes only if they are a complete path segment. Any other run of stars counts as one star.
 */
function starsAt(pattern: string, start: number): Read {
  let end = start + 1;
  while (pattern[end] === "*") end++;
  const isPart = end - start > 1 && (start === 0 || pattern[start - 1] === "/");
  if (isPart && end === pattern.length) return { tokens: ["rest"], end };
  if (isPart && pattern[end] === "/") return { tokens: ["folders"], end: end + 1 };
  // An escaped slash must match in any case.
  if (isPart && pattern.startsWith("\\/", end)) return { tokens: ["star", slash, "folders"], end: end + 2 };
  return { tokens: ["star"], end };
}

/** Each class is a sequence of pairs: the first and the last byte of a range. */
const namedClasses: ReadonlyMap<string, string> = new Map([
  ["alnum", "09AZaz"],
  ["alpha", "AZaz"],
  ["blank", "\t\t  "],
  ["cntrl", "\0\x1f\x7f\x7f"],
  ["digit", "09"],
  ["graph", "!~"],
  ["lower", "az"],
  ["print", " ~"],
  ["punct", "!/:@[`{~"],
  ["space", "\t\n\r\r  "],
  ["upper", "AZ"],
  ["xdigit", "09AFaf"],
]);

/** @param start - the offset after the opening bracket */
function classAt(pattern: string, start: number): Read | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const closing = bracketsOf(pattern);
  let pairs = "";
  let item: ClassItem | undefined = { pairs: "", from: "", end: isNegated ? start + 1 : start };
  do {
    item = classItemAt(pattern, item, closing);
    if (!item) return undefined;
    pairs += item.pairs;
  } while (pattern[item.end] !== "]");
  return { tokens: [(byte) => byte !== slash && isWithin(pairs, byte) !== isNegated], end: item.end + 1 };
}

interface ClassItem {
  readonly pairs: string;
  /** The character with which a range may begin; empty after a range or a named class. */
  readonly from: string;
  readonly end: number;
}

/** @param closing - returns the offset of the first `]` at or after an offset */
function classItemAt(pattern: string, { from, end: at }: ClassItem, closing: (at: number) => number) {
  if (pattern[at] === "-" && from !== "" && (pattern[at + 1] ?? "]") !== "]") {
    const to = escapedAt(pattern, at + 1);
    return to && { pairs: from + to.char, from: "", end: to.end };
  }
  if (pattern.startsWith("[:", at)) {
    const end = closing(at + 2);
    if (end < 0) return undefined;
    if (end > at + 2 && pattern[end - 1] === ":") {
      const pairs = namedClasses.get(pattern.slice(at + 2, end - 1));
      return pairs === undefined ? undefined : { pairs, from: "", end: end + 1 };
    }
  }
  const one = escapedAt(pattern, at);
  return one && { pairs: one.char + one.char, from: one.char, end: one.end };
}

function escapedAt(pattern: string, start: number): { readonly char: string; readonly end: number } | undefined {
  const at = pattern[start] === "\\" ? start + 1 : start;
  const char = pattern[at];
  return char === undefined ? undefined : { char, end: at + 1 };
}

/**
 * Returns a function that finds the first `]` at or after an offset, or a negative number if there is no `]`. The
 * offsets must be in ascending order.
 */
function bracketsOf(pattern: string): (from: number) => number {
  let found = 0;
  return (from) => {
    if (found < from) found = pattern.indexOf("]", from);
    return found;
  };
}

function isWithin(pairs: string, byte: number): boolean {
  for (let at = 0; at < pairs.length; at += 2) {
    if (pairs.charCodeAt(at) <= byte && byte <= pairs.charCodeAt(at + 1)) return true;
  }
  return false;
}

/**
 * @returns the parts, in the order of their ends, for which the tokens match the text from `start` to the end of the
 *   part
 */
type Automaton = <P extends { readonly end: number }>(text: string, start: number, parts: readonly P[]) => readonly P[];

const nothing: readonly never[] = [];

/** Returns a matcher that follows all possible next tokens in parallel, one byte of the text at a time. */
function automatonOf(tokens: readonly Token[]): Automaton {
  /**
   * For each token, and for the end of the pattern: the last offset in the text at which it was a possible next token.
   */
  const seen = new Int32Array(tokens.length + 1);

  /**
   * Adds a token as a possible next token. `star`, `rest` and `folders` may match nothing, so the tokens after them are
   * added as well.
   */
  function enter(next: number[], from: number, at: number): number[] {
    for (let index = from; seen[index] !== at; index++) {
      seen[index] = at;
      next.push(index);
      if (typeof tokens[index] !== "string") break;
    }
    return next;
  }

  /** @param at - the offset after the byte */
  function afterByte(indexes: readonly number[], byte: number, at: number): readonly number[] {
    const next: number[] = [];
    for (const index of indexes) {
      const token = tokens[index];
      if (typeof token !== "string") {
        if (takesByte(token, byte)) enter(next, index + 1, at);
      } else if (token === "rest" || (token === "folders") === (byte === slash)) enter(next, index, at);
      // Within a folder's name: the name has not ended, and no other token leads to this one here.
      else if (token === "folders") next.push(index);
    }
    return next;
  }

  return (text, start, parts) => {
    seen.fill(-1);
    let indexes: readonly number[] = enter([], 0, start);
    let at = start;
    return parts.filter(({ end }) => {
      for (; at < end && indexes.length > 0; at++) indexes = afterByte(indexes, text.charCodeAt(at), at + 1);
      return at === end && seen[tokens.length] === end;
    });
  };
}

/**
 * Returns the literal text at the end of a pattern. A comparison with it rules out most paths quickly, however long
 * they are.
 */
function literalEnd(tokens: readonly Token[]): string {
  const first = tokens.findLastIndex((token) => typeof token !== "number") + 1;
  return tokens
    .slice(first)
    .map((token) => (typeof token === "number" ? String.fromCharCode(token) : ""))
    .join("");
}

/** @param token - undefined at the end of the pattern, which matches no byte */
const takesByte = (token: number | ((byte: number) => boolean) | undefined, byte: number): boolean =>
  typeof token === "function" ? token(byte) : token === byte;
