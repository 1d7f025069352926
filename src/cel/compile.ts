/**
 * Compiles the text of an expression to a checked tree: parses, checks and validates it, and reports every fault that
 * it can determine.
 *
 * @part expressions
 * @module
 */
import { check } from "./check/checker.ts";
import { validateConstantCalls, validateLiterals } from "./check/validate.ts";
import type { Environment } from "./environment.ts";
import type { CelIssue } from "./syntax/ast.ts";
import { parse } from "./syntax/parser.ts";
import type { CheckedAst } from "./types/checked-ast.ts";
import { equalTypes } from "./types/equal-types.ts";
import { formatType } from "./types/format-type.ts";
import type { CelType } from "./types/types.ts";
import { isDynamic } from "./types/unify.ts";

/** Requirements for an expression in addition to its environment. */
export interface CompileOptions {
  /** The type that the expression must have exactly: `any` and `dyn` do not count as it. Default: any type. */
  readonly resultType?: CelType;
}

/** A checked expression, or its issues. */
export interface CompileResult {
  /** Absent when there are issues. */
  readonly checked?: CheckedAst;
  /** The static type of the whole expression; absent when there are issues. */
  readonly outputType?: CelType;
  /** Ordered by position. */
  readonly issues: readonly CelIssue[];
}

/** Compiles an expression; every error in `text` is returned as an issue. */
export function compile(env: Environment, text: string, options: CompileOptions = {}): CompileResult {
  const parsed = parse(text, env);
  if (parsed.result === undefined) return { issues: parsed.issues };
  const { result: checked, issues } = check(parsed.result, env);
  if (checked === undefined) return { issues };
  const found = validate(checked, env, options);
  return found.length > 0 ? { issues: found } : { checked, outputType: checked.outputType, issues: [] };
}

/** Checks literals first; checks the result type and the constant calls only if the literals have no issues. */
function validate(checked: CheckedAst, env: Environment, { resultType }: CompileOptions): readonly CelIssue[] {
  const literalIssues = env.validateLiterals ? validateLiterals(checked, env) : [];
  if (literalIssues.length > 0) return literalIssues;
  const resultIssues = resultType === undefined ? [] : checkResultType(checked, resultType);
  const callIssues = env.validateLiterals ? validateConstantCalls(checked, env) : [];
  return [...resultIssues, ...callIssues];
}

function checkResultType({ ast, outputType }: CheckedAst, expected: CelType): readonly CelIssue[] {
  if (outputType.kind === expected.kind && equalTypes(outputType, expected)) return [];
  const written = ast.text.slice(ast.expr.start, ast.expr.end);
  const isName = ast.expr.kind === "select" || ast.expr.kind === "ident";
  const help = isName && expected.kind === "bool" && isDynamic(outputType) ? `write ${written} == true` : undefined;
  return [
    {
      code: "type",
      message: `must evaluate to '${formatType(expected)}'; got '${formatType(outputType)}'`,
      start: ast.expr.start,
      end: ast.expr.end,
      ...(help && { help }),
    },
  ];
}
