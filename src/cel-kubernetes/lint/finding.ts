/**
 * Findings in expressions that compile: they can be evaluated, but hardly do what their author meant.
 *
 * @module
 */
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { TrackingRules } from "../../cel/types/costs.ts";
import type { Declarations } from "../../cel/types/environment.ts";
import type { Nullable } from "./nullable.ts";

/** `always-fails`, `never-true`, `has-guard`, `cost`. */
export type ExpressionLint = "always-fails" | "never-true" | "has-guard" | "cost";

/** A finding; offsets are UTF-16 code units of the expression's text. */
export interface ExpressionFinding {
  readonly lint: ExpressionLint;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
}

/** The facts about the place of an expression. */
export interface LintPlace {
  readonly environment: Declarations;
  /** The costs that the component charges. Default: costs are not looked at. */
  readonly costRules?: TrackingRules;
  /** Variables that hold JSON, with what whole numbers are in it. Default: none. */
  readonly json?: Readonly<Record<string, "int" | "double">>;
  /** Fields that may be absent, as paths; default: those that the expression asks for somewhere. */
  readonly optionalPaths?: readonly string[];
  /** Values that are null for some inputs. Default: none. */
  readonly nullable?: readonly Nullable[];
  /** Whether a failure counts as false; then one side of an `||` may well fail. Default: false. */
  readonly failsClosed?: boolean;
  /** Pairs of optional fields of which always one is there, each way round. Default: none. */
  readonly alternatives?: ReadonlyMap<string, string>;
  /** Expressions that hold wherever this one counts. Default: none. */
  readonly given?: readonly CheckedAst[];
  /** Whether others, too many to look at for each expression, answer for a field, as a path. Default: for none. */
  readonly isGiven?: (path: string) => boolean;
}

/** The part of a text that a finding is about. */
export function textOf({ ast }: CheckedAst, { start, end }: { readonly start: number; readonly end: number }): string {
  return ast.text.slice(start, end);
}
