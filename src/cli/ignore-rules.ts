/**
 * Patterns of gitignore(5), read and matched as git does it: byte by byte, with case. A match takes steps in proportion to
 * pattern times path.
 *
 * @module
 */
import { countAtEnd, trimEnd } from "../text/trim-end.ts";

export interface IgnoreRules {
  /** Of the last pattern that matches this very path; undefined when none does. A folder has the suffix `/`. */
  verdict(path: string, suffix: "" | "/"): "ignored" | "kept" | undefined;
  /** Whether the path is ignored, or a folder that it lies in. */
  ignores(path: string, suffix: "" | "/"): boolean;
}

/** @param lines - of an ignore file; the paths are relative to its folder */
export function ignoreRules(lines: readonly string[]): IgnoreRules {
  const rules = lines.flatMap((line) => ruleOf(bytesOf(line)) ?? []).reverse();
  const verdict = (path: string, suffix: "" | "/") => {
    const bytes = bytesOf(path);
    const name = bytes.slice(bytes.lastIndexOf("/") + 1);
    return rules.find(({ isForFolders, matches }) => (suffix || !isForFolders) && matches(bytes, name))?.verdict;
  };
  const ignores = (path: string, suffix: "" | "/") => {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      if (verdict(path.slice(0, end), "/") === "ignored") return true;
    }
    return verdict(path, suffix) === "ignored";
  };
  return { verdict, ignores };
}

/** One character for each byte. */
function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}

/** @param name - the last part of the path */
type Matcher = (path: string, name: string) => boolean;

interface Rule {
  readonly verdict: "ignored" | "kept";
  readonly isForFolders: boolean;
  readonly matches: Matcher;
}

/** Nothing for a line without a pattern, and for a pattern that git takes and that matches nothing. */
function ruleOf(line: string): Rule | undefined {
  if (line.startsWith("#")) return undefined;
  const text = withoutTrailingSpaces(line);
  const isNegated = text.startsWith("!");
  const isForFolders = text.endsWith("/");
  const pattern = text.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  const matches = pattern.includes("/") ? pathMatcher(pattern.replace(/^\//, "")) : nameMatcher(pattern);
  return matches && { verdict: isNegated ? "kept" : "ignored", isForFolders, matches };
}

/** A space behind a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  const trimmed = trimEnd(" ", line);
  return line.slice(0, trimmed.length + (countAtEnd("\\", trimmed) % 2));
}

const wildcard = /[*?[\\]/;

function nameMatcher(pattern: string): Matcher | undefined {
  if (!wildcard.test(pattern)) return (_path, name) => name === pattern;
  const end = pattern.slice(1);
  if (pattern.startsWith("*") && !wildcard.test(end)) return (_path, name) => name.endsWith(end);
  const tokens = tokensOf(pattern);
  if (!tokens) return undefined;
  const last = literalEnd(tokens);
  return (_path, name) => name.endsWith(last) && matchesFrom(name, 0, tokens);
}

/** As in git, the part before the first wildcard is compared first, and the rest is a pattern of its own. */
function pathMatcher(pattern: string): Matcher | undefined {
  const length = pattern.search(wildcard);
  if (length < 0) return (path) => path === pattern;
  const start = pattern.slice(0, length);
  const tokens = tokensOf(pattern.slice(length));
  if (!tokens) return undefined;
  const last = literalEnd(tokens);
  return (path) => path.startsWith(start) && path.endsWith(last) && matchesFrom(path, length, tokens);
}

/**
 * A byte, or a class of bytes. A `star` takes bytes up to a slash, the `rest` takes all, `folders` take nothing or end with
 * any slash.
 */
type Token = number | ((byte: number) => boolean) | "star" | "rest" | "folders";

interface Read {
  readonly tokens: readonly Token[];
  readonly end: number;
}

const slash = 0x2f;

/** Nothing for a pattern that never matches: one that ends within a class or behind a backslash. */
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

/** Two stars reach over slashes if they are a whole part of the path; each other run of stars is one. */
function starsAt(pattern: string, start: number): Read {
  let end = start + 1;
  while (pattern[end] === "*") end++;
  const isPart = end - start > 1 && (start === 0 || pattern[start - 1] === "/");
  if (isPart && end === pattern.length) return { tokens: ["rest"], end };
  if (isPart && pattern[end] === "/") return { tokens: ["folders"], end: end + 1 };
  // An escaped slash is there in any case.
  if (isPart && pattern.startsWith("\\/", end)) return { tokens: ["star", slash, "folders"], end: end + 2 };
  return { tokens: ["star"], end };
}

/** Pairs of the first and the last byte of a range. */
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

/** @param start - behind the bracket */
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
  /** The character that a range may begin with; empty behind a range or a named class. */
  readonly from: string;
  readonly end: number;
}

/** @param closing - gives the first `]` from a place on */
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

/** The first `]` from a place on, for places in ascending order; below 0 without one. */
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

/** A place in the text, and the token that is tried there. */
interface Trial {
  readonly at: number;
  readonly index: number;
}

/**
 * After a failure the last star takes one byte more; if it can't, the last folders end with the next slash. No star before
 * them can change what they meet, so each is left alone once another is reached.
 */
function matchesFrom(text: string, start: number, tokens: readonly Token[]): boolean {
  let [at, index] = [start, 0];
  let star: Trial | undefined;
  let folders: Trial | undefined;
  for (;;) {
    const token = tokens[index++];
    if (token === "rest" || (token === undefined && at === text.length)) return true;
    if (token === "star") star = { at, index };
    else if (token === "folders") [folders, star] = [{ at, index }, undefined];
    else if (takesByte(token, text.charCodeAt(at))) at++;
    else {
      star = star && oneByteOn(text, star);
      folders = star ? folders : folders && oneFolderOn(text, folders);
      const next = star ?? folders;
      if (!next) return false;
      ({ at, index } = next);
    }
  }
}

/** The plain text at the end of a pattern: it tells most paths apart, however long they are. */
function literalEnd(tokens: readonly Token[]): string {
  const first = tokens.findLastIndex((token) => typeof token !== "number") + 1;
  return tokens
    .slice(first)
    .map((token) => (typeof token === "number" ? String.fromCharCode(token) : ""))
    .join("");
}

/** @param byte - NaN behind the end */
const takesByte = (token: number | ((byte: number) => boolean) | undefined, byte: number): boolean =>
  typeof token === "function" ? byte >= 0 && token(byte) : token === byte;

const oneByteOn = (text: string, { at, index }: Trial): Trial | undefined =>
  at < text.length && text[at] !== "/" ? { at: at + 1, index } : undefined;

function oneFolderOn(text: string, { at, index }: Trial): Trial | undefined {
  const end = text.indexOf("/", at);
  return end < 0 ? undefined : { at: end + 1, index };
}
