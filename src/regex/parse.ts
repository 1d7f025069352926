/**
 * Parses RE2 syntax like Go's regexp (Perl flags): accepts the same patterns and reports the same errors. Without
 * recursion, so that only the limit below bounds the nesting.
 *
 * @module
 */
import { failure, type Result, success } from "../text/result.ts";
import { foldClass } from "./case-fold.ts";
import {
  anyChar,
  type CharClass,
  classOf,
  lineFeed,
  maxCodePoint,
  negate,
  perlClasses,
  posixClasses,
} from "./char-class.ts";
import type { Assertion, ParsedRegex, RegexFault, RegexFaultCode, RegexNode } from "./syntax.ts";
import { unicodeClass } from "./unicode-class.ts";

const maxRepeat = 1000;
/** Largest height of the syntax tree. */
const maxHeight = 1000;
/** Most instructions of the compiled program. */
const maxProgramSize = 3_355_443;

export function parseRegex(pattern: string): Result<ParsedRegex, RegexFault> {
  return new RegexParser(pattern).parse();
}

/** A node with the measures that are limited. */
interface Term {
  readonly node: RegexNode;
  readonly height: number;
  /** Number of instructions of the compiled node. */
  readonly size: number;
  /** Most copies of an innermost node that nested counted repetitions produce. */
  readonly copies: number;
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly swapGreed: boolean;
}

/** An open group, or the whole pattern. */
interface Group {
  readonly openAt: number;
  /** Index of the captured group; undefined for a group without capture. */
  readonly capture: number | undefined;
  readonly outerFlags: Flags;
  readonly branches: Term[];
  sequence: Term[];
}

const noFlags: Flags = { ignoreCase: false, multiLine: false, dotAll: false, swapGreed: false };

const escapeAssertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ["A", "textStart"],
  ["z", "textEnd"],
  ["b", "wordBoundary"],
  ["B", "noWordBoundary"],
]);

const controlEscapes: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);

const flagByLetter: ReadonlyMap<string, keyof Flags> = new Map<string, keyof Flags>([
  ["i", "ignoreCase"],
  ["m", "multiLine"],
  ["s", "dotAll"],
  ["U", "swapGreed"],
]);

class RegexParser {
  readonly #pattern: string;
  #at = 0;
  #flags = noFlags;
  readonly #groupNames: string[] = [""];
  readonly #groups: Group[] = [{ openAt: 0, capture: undefined, outerFlags: noFlags, branches: [], sequence: [] }];
  /** The start of the previous repetition if the current item directly follows it. */
  #lastRepeatAt: number | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): Result<ParsedRegex, RegexFault> {
    while (this.#at < this.#pattern.length) {
      const start = this.#at;
      const repeat = this.#readRepeat();
      const fault = repeat === undefined ? this.#readItem() : this.#applyRepeat(repeat, start);
      if (fault !== undefined) return failure(fault);
      this.#lastRepeatAt = repeat === undefined ? undefined : start;
    }
    const open = this.#group;
    if (this.#groups.length > 1) {
      return failure(this.#wholeFault("missing closing )", open.openAt, open.openAt + 1));
    }
    const term = closeGroup(open);
    const fault = this.#limitFault(term);
    return fault === undefined ? success({ node: term.node, groupNames: this.#groupNames }) : failure(fault);
  }

  get #group(): Group {
    const group = this.#groups[this.#groups.length - 1];
    if (group === undefined) throw new Error("the group of the whole pattern is never closed");
    return group;
  }

  #fault(code: RegexFaultCode, start: number, end: number): RegexFault {
    return { code, message: faultMessage(code, this.#pattern.slice(start, end)), start, end };
  }

  /** Returns a fault whose message contains the whole pattern. */
  #wholeFault(code: RegexFaultCode, start: number, end: number): RegexFault {
    return { code, message: faultMessage(code, this.#pattern), start, end };
  }

  #limitFault(term: Term): RegexFault | undefined {
    if (term.size > maxProgramSize) return this.#wholeFault("expression too large", 0, this.#pattern.length);
    if (term.height > maxHeight) return this.#wholeFault("expression nests too deeply", 0, this.#pattern.length);
    return undefined;
  }

  #push(term: Term): RegexFault | undefined {
    this.#group.sequence.push(term);
    return this.#limitFault(term);
  }

  #pushClass(chars: CharClass): undefined {
    this.#group.sequence.push(leaf({ kind: "class", chars }));
  }

  #pushAssertion(assertion: Assertion): undefined {
    this.#group.sequence.push(leaf({ kind: "assert", assertion }));
  }

  #pushLiteral(code: number): undefined {
    this.#pushClass(this.#folded([code, code]));
  }

  #folded(chars: CharClass): CharClass {
    return this.#flags.ignoreCase ? foldClass(chars) : chars;
  }

  #takeCodePoint(): number {
    const code = this.#pattern.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** Reads one item other than a repetition. */
  #readItem(): RegexFault | undefined {
    const character = this.#pattern.charAt(this.#at);
    switch (character) {
      case "(":
        return this.#pattern.startsWith("(?", this.#at) ? this.#readSpecialGroup() : this.#openCapture("", 1);
      case ")":
        return this.#closeGroup();
      case "|":
        this.#at++;
        endBranch(this.#group);
        return undefined;
      case "^":
        this.#at++;
        return this.#pushAssertion(this.#flags.multiLine ? "lineStart" : "textStart");
      case "$":
        this.#at++;
        return this.#pushAssertion(this.#flags.multiLine ? "lineEnd" : "textEnd");
      case ".":
        this.#at++;
        return this.#pushClass(this.#flags.dotAll ? anyChar : negate(lineFeed));
      case "[":
        return this.#readClass();
      case "\\":
        return this.#readEscape();
      default:
        return this.#pushLiteral(this.#takeCodePoint());
    }
  }

  /** Reads a repetition operator with its bounds. A brace that does not begin a repetition is an ordinary character. */
  #readRepeat(): { readonly min: number; readonly max: number; readonly counted: boolean } | undefined {
    const rest = this.#pattern.slice(this.#at, this.#at + 1);
    const simple = simpleRepeats.get(rest);
    if (simple !== undefined) {
      this.#at++;
      return { ...simple, counted: false };
    }
    if (rest !== "{") return undefined;
    const counted = new RegExp(countedRepeat, "y");
    counted.lastIndex = this.#at;
    const match = counted.exec(this.#pattern);
    if (match === null) return undefined;
    this.#at = counted.lastIndex;
    const [, minText = "", comma, maxText = ""] = match;
    const min = Number(minText);
    if (comma === undefined) return { min, max: min, counted: true };
    return { min, max: maxText === "" ? Number.POSITIVE_INFINITY : Number(maxText), counted: true };
  }

  #applyRepeat(
    { min, max, counted }: { readonly min: number; readonly max: number; readonly counted: boolean },
    start: number,
  ): RegexFault | undefined {
    const bound = Number.isFinite(max) ? max : min;
    if (counted && (min > maxRepeat || bound > maxRepeat || min > max)) {
      return this.#fault("invalid repeat count", start, this.#at);
    }
    const lazy = this.#pattern.charAt(this.#at) === "?";
    if (lazy) this.#at++;
    if (this.#lastRepeatAt !== undefined) {
      return this.#fault("invalid nested repetition operator", this.#lastRepeatAt, this.#at);
    }
    const { sequence } = this.#group;
    const last = sequence.pop();
    if (last === undefined) return this.#fault("missing argument to repetition operator", start, this.#at);
    const greedy = lazy === this.#flags.swapGreed;
    const term = repeatTerm(last, { min, max, greedy, counted });
    if (counted && bound >= 2 && term.copies > maxRepeat) return this.#fault("invalid repeat count", start, this.#at);
    return this.#push(term);
  }

  #openCapture(name: string, length: number): undefined {
    const openAt = this.#at;
    this.#at += length;
    const capture = this.#groupNames.push(name) - 1;
    this.#groups.push({ openAt, capture, outerFlags: this.#flags, branches: [], sequence: [] });
  }

  #closeGroup(): RegexFault | undefined {
    const at = this.#at;
    if (this.#groups.length === 1) return this.#wholeFault("unexpected )", at, at + 1);
    this.#at++;
    const group = this.#group;
    this.#groups.pop();
    this.#flags = group.outerFlags;
    const inner = closeGroup(group);
    return this.#push(group.capture === undefined ? inner : captureTerm(inner, group.capture));
  }

  /** Reads a named group, `(?flags)` or `(?flags:`. */
  #readSpecialGroup(): RegexFault | undefined {
    const start = this.#at;
    const named = /^\(\?P?<(?=.).*?(>|$)/s;
    const rest = this.#pattern.slice(start);
    const opening = named.exec(rest);
    if (opening === null) return this.#readFlags();
    const [capture, end] = opening;
    const name = capture.slice(capture.indexOf("<") + 1, -1);
    if (end === "" || !/^[A-Za-z0-9_]+$/.test(name)) {
      return this.#fault("invalid named capture", start, end === "" ? this.#pattern.length : start + capture.length);
    }
    return this.#openCapture(name, capture.length);
  }

  #readFlags(): RegexFault | undefined {
    const start = this.#at;
    this.#at += 2;
    let flags = this.#flags;
    let value = true;
    let sawFlag = false;
    while (this.#at < this.#pattern.length) {
      const character = String.fromCodePoint(this.#takeCodePoint());
      const flag = flagByLetter.get(character);
      if (flag !== undefined) {
        flags = { ...flags, [flag]: value };
        sawFlag = true;
      } else if (character === "-" && value) {
        value = false;
        sawFlag = false;
      } else if ((character === ":" || character === ")") && (value || sawFlag)) {
        if (character === ":") {
          this.#groups.push({ openAt: start, capture: undefined, outerFlags: this.#flags, branches: [], sequence: [] });
        }
        this.#flags = flags;
        return undefined;
      } else {
        break;
      }
    }
    return this.#fault("invalid or unsupported Perl syntax", start, this.#at);
  }

  #readEscape(): RegexFault | undefined {
    const start = this.#at;
    const letter = this.#pattern.charAt(start + 1);
    const assertion = escapeAssertions.get(letter);
    if (assertion !== undefined) {
      this.#at += 2;
      return this.#pushAssertion(assertion);
    }
    if (letter === "C") return this.#fault("invalid escape sequence", start, start + 2);
    if (letter === "Q") return this.#readQuotation();
    const chars = this.#readClassEscape();
    if (chars !== undefined) return isFault(chars) ? chars : this.#pushClass(chars);
    const code = this.#readCharEscape();
    return typeof code === "number" ? this.#pushLiteral(code) : code;
  }

  /** Reads `\Q...\E`; `\E` is optional. */
  #readQuotation(): undefined {
    this.#at += 2;
    const close = this.#pattern.indexOf("\\E", this.#at);
    const end = close < 0 ? this.#pattern.length : close;
    while (this.#at < end) this.#pushLiteral(this.#takeCodePoint());
    if (close >= 0) this.#at += 2;
  }

  /** Reads a class such as `\d`, `\pL` or `\p{Greek}`, inside or outside of brackets. */
  #readClassEscape(): CharClass | RegexFault | undefined {
    const letter = this.#pattern.charAt(this.#at + 1);
    if (letter === "p" || letter === "P") return this.#readUnicodeClass();
    const chars = perlClasses.get(letter.toLowerCase());
    if (chars === undefined) return undefined;
    this.#at += 2;
    return this.#signed(chars, letter === letter.toUpperCase());
  }

  #signed(chars: CharClass, negative: boolean): CharClass {
    const folded = this.#folded(chars);
    return negative ? negate(folded) : folded;
  }

  #readUnicodeClass(): CharClass | RegexFault {
    const start = this.#at;
    const isNegative = this.#pattern.charAt(start + 1) === "P";
    this.#at += 2;
    const inBraces = this.#pattern.charAt(this.#at) === "{";
    const close = inBraces ? this.#pattern.indexOf("}", this.#at) : this.#at;
    if (inBraces && close < 0) return this.#fault("invalid character class range", start, this.#pattern.length);
    if (inBraces) this.#at = close + 1;
    else this.#takeCodePoint();
    const name = inBraces ? this.#pattern.slice(start + 3, close) : this.#pattern.slice(start + 2, this.#at);
    const caret = name.startsWith("^");
    const chars = unicodeClass(caret ? name.slice(1) : name);
    if (chars === undefined) return this.#fault("invalid character class range", start, this.#at);
    return this.#signed(chars, isNegative !== caret);
  }

  /** Reads an escape for a single code point. */
  #readCharEscape(): number | RegexFault {
    const start = this.#at;
    this.#at++;
    if (this.#at === this.#pattern.length) {
      const code = "trailing backslash at end of expression";
      return { code, message: faultMessage(code, ""), start, end: this.#at };
    }
    const code = this.#takeCodePoint();
    const character = String.fromCodePoint(code);
    const octal = /^(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(this.#pattern.slice(start + 1, start + 4))?.[0];
    if (octal !== undefined) {
      this.#at = start + 1 + octal.length;
      return Number.parseInt(octal, 8);
    }
    if (character === "x") return this.#readHexEscape(start);
    const control = controlEscapes.get(character);
    if (control !== undefined) return control;
    if (code < 0x80 && !/[A-Za-z0-9]/.test(character)) return code;
    return this.#fault("invalid escape sequence", start, this.#at);
  }

  /** Reads the text after `\x`: two digits, or digits in braces. */
  #readHexEscape(start: number): number | RegexFault {
    const rest = this.#pattern.slice(this.#at);
    const digits = /^(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/.exec(rest);
    const code = Number.parseInt(digits?.[1] ?? digits?.[2] ?? "", 16);
    if (digits !== null && code <= maxCodePoint) {
      this.#at += digits[0].length;
      return code;
    }
    this.#at += hexFaultLength(rest);
    return this.#fault("invalid escape sequence", start, this.#at);
  }

  /** Reads `[...]`. */
  #readClass(): RegexFault | undefined {
    const start = this.#at;
    this.#at++;
    const negative = this.#pattern.charAt(this.#at) === "^";
    if (negative) this.#at++;
    const ranges: number[] = [];
    for (let first = true; first || this.#pattern.charAt(this.#at) !== "]"; first = false) {
      const item = this.#readNamedClass() ?? this.#readEscapeInClass() ?? this.#readRange(start);
      if (isFault(item)) return item;
      for (const bound of item) ranges.push(bound);
    }
    this.#at++;
    const chars = classOf(ranges);
    return this.#pushClass(negative ? negate(chars) : chars);
  }

  #readEscapeInClass(): CharClass | RegexFault | undefined {
    return this.#pattern.charAt(this.#at) === "\\" ? this.#readClassEscape() : undefined;
  }

  /** Reads `[:alpha:]` or `[:^alpha:]` within brackets. */
  #readNamedClass(): CharClass | RegexFault | undefined {
    const start = this.#at;
    if (!this.#pattern.startsWith("[:", start)) return undefined;
    const close = this.#pattern.indexOf(":]", start + 2);
    if (close < 0) return undefined;
    const name = this.#pattern.slice(start + 2, close);
    const negative = name.startsWith("^");
    const chars = posixClasses.get(negative ? name.slice(1) : name);
    this.#at = close + 2;
    return chars === undefined
      ? this.#fault("invalid character class range", start, this.#at)
      : this.#signed(chars, negative);
  }

  /** Reads a character, or two with a dash between them; a dash before the closing bracket is an ordinary character. */
  #readRange(classStart: number): CharClass | RegexFault {
    const start = this.#at;
    const low = this.#readClassChar(classStart);
    if (typeof low !== "number") return low;
    const isRange = /^-[^\]]/su.test(this.#pattern.slice(this.#at, this.#at + 3));
    if (!isRange) return this.#folded([low, low]);
    this.#at++;
    const high = this.#readClassChar(classStart);
    if (typeof high !== "number") return high;
    if (high < low) return this.#fault("invalid character class range", start, this.#at);
    return this.#folded([low, high]);
  }

  #readClassChar(classStart: number): number | RegexFault {
    if (this.#at >= this.#pattern.length) return this.#fault("missing closing ]", classStart, this.#pattern.length);
    return this.#pattern.charAt(this.#at) === "\\" ? this.#readCharEscape() : this.#takeCodePoint();
  }
}

const simpleRepeats: ReadonlyMap<string, { readonly min: number; readonly max: number }> = new Map([
  ["*", { min: 0, max: Number.POSITIVE_INFINITY }],
  ["+", { min: 1, max: Number.POSITIVE_INFINITY }],
  ["?", { min: 0, max: 1 }],
]);

/** Matches `{2}`, `{2,}` or `{2,5}`, with numbers without leading zeros. */
const countedRepeat = "\\{(0|[1-9][0-9]*)(,(0|[1-9][0-9]*)?)?\\}";

const faultMessage = (code: RegexFaultCode, fragment: string): string =>
  `error parsing regexp: ${code}: \`${fragment}\``;

const isFault = (value: CharClass | RegexFault): value is RegexFault => !Array.isArray(value);

/** Returns how much text after `\x` Go's parser reads until it detects an invalid number. */
function hexFaultLength(rest: string): number {
  const taken = rest.startsWith("{") ? (/^\{[0-9A-Fa-f]*/.exec(rest)?.[0] ?? "") : rest.slice(0, 1);
  const overflow = /^\{0*(?:10|[1-9A-Fa-f])[0-9A-Fa-f]{5}/.exec(rest)?.[0];
  const end = overflow?.length ?? taken.length;
  const next = rest.codePointAt(end);
  return overflow !== undefined || next === undefined ? end : end + String.fromCodePoint(next).length;
}

const leaf = (node: RegexNode): Term => ({ node, height: 1, size: 1, copies: 1 });

const captureTerm = ({ node, height, size, copies }: Term, index: number): Term => ({
  node: { kind: "capture", index, node },
  height: height + 1,
  size: size + 2,
  copies,
});

function repeatTerm(
  inner: Term,
  {
    min,
    max,
    greedy,
    counted,
  }: { readonly min: number; readonly max: number; readonly greedy: boolean; readonly counted: boolean },
): Term {
  const bounded = Number.isFinite(max);
  const count = bounded ? max : Math.max(min, 1);
  const extra = bounded ? max - min : min === 0 ? 2 : 1;
  return {
    node: { kind: "repeat", node: inner.node, min, max, greedy },
    height: inner.height + 1,
    size: Math.max(1, count * inner.size + extra),
    copies: !counted ? inner.copies : max === 0 ? 1 : Math.max(count, 1) * inner.copies,
  };
}

function endBranch(group: Group): void {
  group.branches.push(joinTerms(group.sequence, "concat"));
  group.sequence = [];
}

function closeGroup(group: Group): Term {
  endBranch(group);
  return joinTerms(group.branches, "alternate");
}

function joinTerms(terms: readonly Term[], kind: "concat" | "alternate"): Term {
  const [only] = terms;
  if (only === undefined) return leaf({ kind: "empty" });
  if (terms.length === 1) return only;
  return {
    node: { kind, nodes: terms.map(({ node }) => node) },
    height: 1 + terms.reduce((most, { height }) => Math.max(most, height), 0),
    size: terms.reduce((sum, { size }) => sum + size, kind === "alternate" ? terms.length - 1 : 0),
    copies: terms.reduce((most, { copies }) => Math.max(most, copies), 1),
  };
}
