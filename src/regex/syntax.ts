/**
 * The syntax tree of a regular expression in RE2 syntax, and the parse errors. Flags and classes are already resolved
 * in the tree: `(?i)a` is the class of `a` and `A`, `.` the class of all characters but the line feed.
 *
 * @module
 */
import type { CharClass } from "./char-class.ts";

export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordBoundary" | "noWordBoundary";

export type RegexNode =
  | { readonly kind: "empty" }
  /** Matches one code point of the class. */
  | { readonly kind: "class"; readonly chars: CharClass }
  | { readonly kind: "assert"; readonly assertion: Assertion }
  /** Group `index` counts from 1; 0 is the whole match. */
  | { readonly kind: "capture"; readonly index: number; readonly node: RegexNode }
  /** `max` is Infinity without an upper bound. */
  | {
      readonly kind: "repeat";
      readonly node: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly kind: "concat"; readonly nodes: readonly RegexNode[] }
  /** Earlier branches are preferred. */
  | { readonly kind: "alternate"; readonly nodes: readonly RegexNode[] };

/** The error codes of Go's regexp/syntax, with their texts. */
export type RegexFaultCode =
  | "invalid character class range"
  | "invalid escape sequence"
  | "invalid named capture"
  | "invalid or unsupported Perl syntax"
  | "invalid nested repetition operator"
  | "invalid repeat count"
  | "missing closing ]"
  | "missing closing )"
  | "missing argument to repetition operator"
  | "trailing backslash at end of expression"
  | "unexpected )"
  | "expression nests too deeply"
  | "expression too large";

export interface RegexFault {
  readonly code: RegexFaultCode;
  /** Go's message: ``error parsing regexp: missing closing ]: `[a` ``. */
  readonly message: string;
  /** The range of the fault, in UTF-16 units of the pattern. */
  readonly start: number;
  readonly end: number;
}

export interface ParsedRegex {
  readonly node: RegexNode;
  /** Names by group index; empty for the whole match and unnamed groups. */
  readonly groupNames: readonly string[];
}
