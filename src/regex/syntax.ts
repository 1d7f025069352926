/**
 * The syntax tree of a regular expression in RE2 syntax, and the faults of reading one. Flags and counted classes are
 * already resolved in the tree: `(?i)a` is the class of `a` and `A`, `.` the class of all but the line feed.
 *
 * @module
 */
import type { CharClass } from "./char-class.ts";

export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordBoundary" | "noWordBoundary";

export type RegexNode =
  | { readonly kind: "empty" }
  /** One code point of the class. */
  | { readonly kind: "class"; readonly chars: CharClass }
  | { readonly kind: "assert"; readonly assertion: Assertion }
  /** Group `index` counts from 1; 0 is the whole match. */
  | { readonly kind: "capture"; readonly index: number; readonly node: RegexNode }
  /** `max` is Infinity where there is no bound. */
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

/** The codes are the words of Go's regexp/syntax. */
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
  /** Where the fault is, in UTF-16 units of the pattern. */
  readonly start: number;
  readonly end: number;
}

export interface ParsedRegex {
  readonly node: RegexNode;
  /** By group index; the whole match and unnamed groups have an empty name. */
  readonly groupNames: readonly string[];
}
