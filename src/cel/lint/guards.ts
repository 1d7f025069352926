/**
 * Reads of fields that may be absent, and whether something says that they are there: `has(a.b) && a.b == 1`,
 * `!has(a.b) || a.b == 1`, `has(a.b) ? a.b : ""`. In the logic operators each side guards the other, as a side that decides
 * absorbs faults of the other.
 *
 * @module
 */
import type { CallExpr, Expr } from "../syntax/ast.ts";
import { children, visit } from "../syntax/walk.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import { type ExpressionFinding, type LintPlace, textOf } from "./finding.ts";

/** Findings `has-guard`: the first unguarded read of each field, but for those inside of another. */
export function lintGuards(checked: CheckedAst, place: LintPlace): readonly ExpressionFinding[] {
  const { expr } = checked.ast;
  const optional = new Set(place.optionalPaths ?? testedPaths(expr));
  if (optional.size === 0) return [];
  const reads = new GuardedReads(optional, place.alternatives ?? new Map());
  const given = (place.given ?? []).flatMap(({ ast }) => [...reads.known(ast.expr, true)]);
  reads.walk(expr, new Set(given));
  const outermost = [...reads.unguarded].filter(
    ([path]) => !parentsOf(path).some((parent) => reads.unguarded.has(parent)),
  );
  return outermost.map(([, read]) => finding(read, checked));
}

function finding(read: Expr, checked: CheckedAst): ExpressionFinding {
  const text = textOf(checked, read);
  const [map, key] = read.kind === "call" ? read.args : [];
  const question = map && key ? `${textOf(checked, key)} in ${textOf(checked, map)}` : `has(${text})`;
  return {
    lint: "has-guard",
    start: read.start,
    end: read.end,
    message: `${text} may be absent, and then the expression fails`,
    help: `ask first, as in \`${question} && ...\`, or read it with \`${key ? "[?...]" : ".?"}\``,
  };
}

/** `a.b` and `a` for `a.b.c`. */
function parentsOf(path: string): string[] {
  const steps = path.split(".");
  return steps.slice(1).map((_, count) => steps.slice(0, count + 1).join("."));
}

/** Fields that an expression asks for with `has`, `in` or `.?`. */
export function testedPaths(root: Expr): readonly string[] {
  const paths: string[] = [];
  visit(root, (expr) => {
    const path = testedPath(expr) ?? (isOptionalStep(expr) ? steppedPath(expr) : undefined);
    if (path !== undefined) paths.push(path);
    return true;
  });
  return paths;
}

function isOptionalStep(expr: Expr): expr is CallExpr {
  return expr.kind === "call" && (expr.function === "_?._" || expr.function === "_[?_]");
}

type Paths = ReadonlySet<string>;

class GuardedReads {
  /** By path, the node that reads it first. */
  readonly unguarded = new Map<string, Expr>();
  private readonly optional: Paths;
  private readonly alternatives: ReadonlyMap<string, string>;

  constructor(optional: Paths, alternatives: ReadonlyMap<string, string>) {
    this.optional = optional;
    this.alternatives = alternatives;
  }

  /** Notes reads of fields that `present` does not hold. */
  walk(expr: Expr, present: Paths): void {
    this.read(expr, present);
    const [first, second, third] = expr.kind === "call" && expr.target === undefined ? expr.args : [];
    if (isLogic(expr) && first !== undefined && second !== undefined) {
      // Where a side matters, the other is true in a conjunction and false in a disjunction.
      const other = expr.function === "_&&_";
      this.walk(first, union(present, this.known(second, other)));
      this.walk(second, union(present, this.known(first, other)));
    } else if (isConditional(expr) && first !== undefined && second !== undefined && third !== undefined) {
      this.walk(first, present);
      this.walk(second, union(present, this.known(first, true)));
      this.walk(third, union(present, this.known(first, false)));
    } else {
      for (const child of children(expr)) this.walk(child, present);
    }
  }

  /** The fields that are there when an expression is true, or false. */
  known(expr: Expr, outcome: boolean): Paths {
    const tested = testedPath(expr);
    if (tested !== undefined) {
      const alternative = this.alternatives.get(tested);
      // What is looked into was there, else the test would have failed.
      const passed = tested.slice(0, tested.lastIndexOf("."));
      const found = outcome ? tested : alternative;
      return new Set(found === undefined ? [passed] : [passed, found]);
    }
    if (expr.kind !== "call") return noPaths;
    const [first, second] = expr.args;
    if (expr.function === "!_" && first !== undefined) return this.known(first, !outcome);
    if (!isLogic(expr) || first === undefined || second === undefined) return noPaths;
    const sides = [this.known(first, outcome), this.known(second, outcome)] as const;
    return (expr.function === "_&&_") === outcome ? union(...sides) : intersection(...sides);
  }

  private read(expr: Expr, present: Paths): void {
    const path = expr.kind === "select" && expr.testOnly ? undefined : pathOf(expr);
    if (path === undefined || !this.optional.has(path) || present.has(path) || this.unguarded.has(path)) return;
    this.unguarded.set(path, expr);
  }
}

const noPaths: Paths = new Set();

function union(a: Paths, b: Paths): Paths {
  return b.size === 0 ? a : new Set([...a, ...b]);
}

function intersection(a: Paths, b: Paths): Paths {
  return new Set([...a].filter((path) => b.has(path)));
}

function isLogic(expr: Expr): expr is CallExpr {
  return expr.kind === "call" && (expr.function === "_&&_" || expr.function === "_||_");
}

function isConditional(expr: Expr): expr is CallExpr {
  return expr.kind === "call" && expr.function === "_?_:_";
}

/** `a.b` for `has(a.b)` and for `"b" in a`. */
function testedPath(expr: Expr): string | undefined {
  if (expr.kind === "select" && expr.testOnly) return stepFrom(expr.operand, expr.field);
  const [key, map] = expr.kind === "call" && expr.function === "@in" ? expr.args : [];
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || map === undefined) return undefined;
  return stepFrom(map, key.constant.value);
}

/** `a.b` for `a.b` and for `a["b"]`. */
function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind === "select") return stepFrom(expr.operand, expr.field);
  return expr.kind === "call" && expr.function === "_[_]" ? steppedPath(expr) : undefined;
}

function steppedPath({ args: [operand, key] }: CallExpr): string | undefined {
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || operand === undefined) return undefined;
  return stepFrom(operand, key.constant.value);
}

function stepFrom(operand: Expr, field: string): string | undefined {
  const path = pathOf(operand);
  return path === undefined ? undefined : `${path}.${field}`;
}
