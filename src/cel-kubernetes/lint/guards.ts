/**
 * Finds reads of fields that may be absent without a test that they are present: `has(a.b) && a.b == 1`, `!has(a.b) ||
 * a.b == 1`, `has(a.b) ? a.b : ""`. In `&&` and `||` each operand guards the other, since an operand that decides the
 * result absorbs a failure of the other.
 *
 * @part expressions
 * @module
 */
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { children } from "../../cel/syntax/walk.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import { type ExpressionFinding, type LintPlace, textOf } from "./finding.ts";
import { type Nullable, nonNullPathsIf } from "./nullable.ts";
import { pathOf, testedPath, testedPaths } from "./paths.ts";

/**
 * Returns the findings `has-guard`: the first unguarded read of each field, except for fields inside of another
 * reported field.
 */
export function lintGuards(checked: CheckedAst, place: LintPlace): readonly ExpressionFinding[] {
  const { expr } = checked.ast;
  const {
    optionalPaths = testedPaths(expr),
    nullable = [],
    alternatives = new Map(),
    given = [],
    isGiven = () => false,
    failsClosed = false,
  } = place;
  if (optionalPaths.length === 0 && nullable.length === 0) return [];
  const { paths: optional, lengths: own } = cachedPaths(optionalPaths);
  const all = nullable.length === 0 ? own : new Set([...own, ...lengthsOf(nullable.map(({ path }) => path))]);
  const reads = new GuardedReads({ optional, nullable, lengths: all, alternatives, isGiven, failsClosed });
  reads.walk(expr, new Set(given.flatMap(({ ast }) => [...reads.fieldsPresentIf(ast.expr, true)])));
  const { unguarded } = reads;
  const lengths = lengthsOf(unguarded.keys());
  const outermost = [...unguarded].filter(
    ([path]) => !parentsOf(path, lengths).some((parent) => unguarded.has(parent)),
  );
  return outermost.map(([path, read]) => {
    const known = nullable.find((each) => each.path === path);
    return known ? nullFinding(read, known) : absentFinding(read, checked);
  });
}

/**
 * Returns a function that finds the fields that are present if an expression is true.
 *
 * @param optionalPaths - the paths of the fields that may be absent
 */
export function presenceReader(optionalPaths: readonly string[]): (expr: Expr) => ReadonlySet<string> {
  const { paths: optional, lengths } = cachedPaths(optionalPaths);
  const setting = { optional, lengths, nullable: [], alternatives: new Map(), isGiven: () => false, failsClosed: true };
  const reads = new GuardedReads(setting);
  return (expr) => reads.fieldsPresentIf(expr, true);
}

/** Paths and their lengths by list, cached because many expressions share a list. */
const pathsByList = new WeakMap<readonly string[], { readonly paths: Paths; readonly lengths: ReadonlySet<number> }>();

function cachedPaths(list: readonly string[]) {
  const known = pathsByList.get(list) ?? { paths: new Set(list), lengths: lengthsOf(list) };
  pathsByList.set(list, known);
  return known;
}

function absentFinding(read: Expr, checked: CheckedAst): ExpressionFinding {
  const text = textOf(checked, read);
  const [map, key] = read.kind === "call" ? read.args : [];
  const question = map && key ? `${textOf(checked, key)} in ${textOf(checked, map)}` : `has(${text})`;
  return {
    lint: "has-guard",
    start: read.start,
    end: read.end,
    message: `${text} may be absent, and then the expression fails`,
    help: `test it first, as in \`${question} && ...\`, or read it with \`${key ? "[?...]" : ".?"}\``,
  };
}

function nullFinding({ start, end }: Expr, { path, when }: Nullable): ExpressionFinding {
  const values = when.values.map((value) => `"${value}"`).join(" or ");
  return {
    lint: "has-guard",
    start,
    end,
    message: `${path} is null where ${when.path} is ${values}, and then the expression fails`,
    help: `test it first, as in \`${path} == null || ...\` or \`${path} != null && ...\``,
  };
}

/**
 * Returns the parents of a path, `a.b` and `a` for `a.b.c`, but only those as long as a path that matters. A key may
 * contain thousands of dots, and the text before most of them is not a path.
 */
function parentsOf(path: string, lengths: ReadonlySet<number>): string[] {
  return [...lengths].filter((length) => path[length] === ".").map((length) => path.slice(0, length));
}

const lengthsOf = (paths: Iterable<string>): ReadonlySet<number> => new Set([...paths].map(({ length }) => length));

type Paths = ReadonlySet<string>;

/** The fields that may be absent or null, and the facts that make their reads safe. */
interface GuardFacts {
  readonly optional: Paths;
  readonly nullable: readonly Nullable[];
  /** The lengths of the paths in `optional` and `nullable`. */
  readonly lengths: ReadonlySet<number>;
  readonly alternatives: ReadonlyMap<string, string>;
  readonly isGiven: (path: string) => boolean;
  readonly failsClosed: boolean;
}

class GuardedReads {
  /** The first unguarded read of each path. */
  readonly unguarded = new Map<string, Expr>();
  private readonly setting: GuardFacts;

  constructor(setting: GuardFacts) {
    this.setting = setting;
  }

  /**
   * Records reads of optional fields that are not in `present`.
   *
   * @param decides - whether the whole expression is false if this part is, unless the other operand of an `||` is true
   */
  walk(expr: Expr, present: Paths, decides = this.setting.failsClosed): void {
    this.checkRead(expr, present);
    const [first, second, third] = expr.kind === "call" && expr.target === undefined ? expr.args : [];
    if (isLogic(expr) && first !== undefined && second !== undefined) {
      // The result of one operand matters only if the other is true (`&&`) or false (`||`).
      const other = expr.function === "_&&_";
      const [left, right] = decides && !other ? [this.fork(), this.fork()] : [this, this];
      left.walk(first, union(present, this.fieldsPresentIf(second, other)), decides);
      right.walk(second, union(present, this.fieldsPresentIf(first, other)), decides);
      // With `failsClosed`, an operand of `||` that fails counts as false, so only a read in both operands is a
      // problem.
      for (const [path, read] of left.unguarded) if (right.unguarded.has(path)) this.recordFirst(path, read);
    } else if (isConditional(expr) && first !== undefined && second !== undefined && third !== undefined) {
      this.walk(first, present, false);
      this.walk(second, union(present, this.fieldsPresentIf(first, true)), decides);
      this.walk(third, union(present, this.fieldsPresentIf(first, false)), decides);
    } else {
      for (const child of children(expr)) this.walk(child, present, false);
    }
  }

  private fork(): GuardedReads {
    return new GuardedReads(this.setting);
  }

  private recordFirst(path: string, read: Expr): void {
    if (!this.unguarded.has(path)) this.unguarded.set(path, read);
  }

  /** Returns the fields that are present if the result of an expression is `outcome`. */
  fieldsPresentIf(expr: Expr, outcome: boolean): Paths {
    const tested = testedPath(expr);
    if (tested !== undefined) {
      const alternative = this.setting.alternatives.get(tested);
      const found = outcome ? tested : alternative;
      return new Set([...this.presentParents(tested, outcome), ...(found === undefined ? [] : [found])]);
    }
    if (expr.kind !== "call") return noPaths;
    const values = nonNullPathsIf(expr, outcome, this.setting.nullable);
    if (values.length > 0) return new Set(values);
    const [first, second] = expr.args;
    if (expr.function === "!_" && first !== undefined) return this.fieldsPresentIf(first, !outcome);
    if (!isLogic(expr) || first === undefined || second === undefined) return noPaths;
    const sides = [this.fieldsPresentIf(first, outcome), this.fieldsPresentIf(second, outcome)] as const;
    return (expr.function === "_&&_") === outcome ? union(...sides) : intersection(...sides);
  }

  /**
   * Returns the parents of a tested field: they are present, or the test would have failed. The exception is a null
   * parent, which has no fields, so that the test is false.
   */
  private presentParents(tested: string, outcome: boolean): readonly string[] {
    const direct = tested.slice(0, tested.lastIndexOf("."));
    const isNullable = this.setting.nullable.some(({ path }) => path === direct);
    return parentsOf(tested, this.setting.lengths).filter((parent) => outcome || !isNullable || parent !== direct);
  }

  private checkRead(expr: Expr, present: Paths): void {
    if (expr.kind === "select" && expr.testOnly) return;
    this.recordUnguarded(pathOf(expr), this.setting.optional, expr, present);
    const looksInto = expr.kind === "select" || (expr.kind === "call" && expr.function === "_[_]");
    const [operand] = looksInto ? children(expr) : [];
    if (operand)
      this.recordUnguarded(pathOf(operand), new Set(this.setting.nullable.map(({ path }) => path)), expr, present);
  }

  private recordUnguarded(path: string | undefined, failing: Paths, expr: Expr, present: Paths): void {
    if (path === undefined || !failing.has(path) || present.has(path) || this.setting.isGiven(path)) return;
    this.recordFirst(path, expr);
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
