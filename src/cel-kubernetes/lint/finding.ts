/**
 * Types of lint findings: problems of expressions that compile and run, but hardly do what their author meant.
 *
 * @module
 */
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { TrackingRules } from "../../cel/types/costs.ts";
import type { Declarations } from "../../cel/types/environment.ts";
import type { Nullable } from "./nullable.ts";

/** The kinds of findings. */
export type ExpressionLint = "always-fails" | "never-true" | "has-guard" | "cost";

/** A finding; `start` and `end` are UTF-16 offsets into the expression. */
export interface ExpressionFinding {
  readonly lint: ExpressionLint;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
}

/** Facts about the context of an expression. */
export interface LintPlace {
  readonly environment: Declarations;
  /** The costs that the component charges. Default: the cost is not checked. */
  readonly costRules?: TrackingRules;
  /** Variables that hold JSON, with the type that its whole numbers have. Default: none. */
  readonly json?: Readonly<Record<string, "int" | "double">>;
  /** Paths of fields that may be absent; default: the fields whose presence the expression tests somewhere. */
  readonly optionalPaths?: readonly string[];
  /** Values that are null for some inputs. Default: none. */
  readonly nullable?: readonly Nullable[];
  /** Whether a failure counts as false; then one operand of `||` may fail. Default: false. */
  readonly failsClosed?: boolean;
  /** Pairs of optional fields of which always one is present, as entries in both directions. Default: none. */
  readonly alternatives?: ReadonlyMap<string, string>;
  /** Expressions that are true whenever the result of this one matters. Default: none. */
  readonly given?: readonly CheckedAst[];
  /**
   * Whether other expressions, too many to pass as `given`, test or require the presence of the field at a path.
   * Default: never.
   */
  readonly isGiven?: (path: string) => boolean;
}

/** Returns the text between two offsets. */
export function textOf({ ast }: CheckedAst, { start, end }: { readonly start: number; readonly end: number }): string {
  return ast.text.slice(start, end);
}
