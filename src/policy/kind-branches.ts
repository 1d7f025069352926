/**
 * Finds the parts of an expression that are never evaluated for a kind, or whose errors have no effect. `object.kind ==
 * "Pod" ? a : b` never evaluates `a` for a Deployment, and `true || a` is true even if `a` fails.
 *
 * @part policies
 * @module
 */
import type { Environment } from "../cel/environment.ts";
import { fromJson } from "../cel/eval/json.ts";
import { plan } from "../cel/eval/plan.ts";
import type { Ast, Expr } from "../cel/syntax/ast.ts";
import { children, visit } from "../cel/syntax/walk.ts";
import type { Value } from "../cel/types/values.ts";
import { pathOf } from "../cel-kubernetes/lint/paths.ts";
import type { CheckedKind } from "./checked-kind.ts";

/** Conditions that take more steps count as unknown. */
const maxConditionSteps = 10_000;

/** The values that are the same in every request for a kind. */
export class KnownValues {
  private readonly variables = new Map<string, boolean>();
  private readonly environment: Environment;
  private readonly paths: Set<string>;
  private readonly valueByVariable: ReadonlyMap<string, Value>;

  /** @param environment - in which the expressions compile for any kind */
  constructor({ name, plural }: CheckedKind, environment: Environment) {
    this.environment = environment;
    const [apiVersion = "", kind = ""] = name.split(" ");
    const [version = "", group = ""] = apiVersion.split("/").toReversed();
    const object = { apiVersion, kind };
    const requests = { kind: { group, version, kind }, resource: { group, version, resource: plural } };
    this.valueByVariable = new Map(
      Object.entries({ object, request: requests }).map(([key, json]) => [key, fromJson(json)]),
    );
    this.paths = new Set([
      ...Object.keys(object).map((field) => `object.${field}`),
      ...Object.keys(requests.kind).map((field) => `request.kind.${field}`),
      ...Object.keys(requests.resource).map((field) => `request.resource.${field}`),
    ]);
  }

  /** Adds a variable of the policy whose value is the same in every request. */
  addVariable(name: string, value: boolean): void {
    this.variables.set(name, value);
    this.paths.add(`variables.${name}`);
  }

  /** Returns the value of a condition; undefined if it depends on the request. */
  evaluate(ast: Ast, expr: Expr): boolean | undefined {
    if (!this.isKnown(expr, [])) return undefined;
    const program = plan({ ...ast, expr }, this.environment, { dialect: "cel-go" });
    const values = new Map(this.valueByVariable).set("variables", fromJson(Object.fromEntries(this.variables)));
    const value = program.evaluate(values, { maxSteps: maxConditionSteps });
    return typeof value === "boolean" ? value : undefined;
  }

  /** Whether the expression reads only known values. @param bound - the variables of enclosing macros */
  private isKnown(expr: Expr, bound: readonly string[]): boolean {
    if (expr.kind === "ident") return bound.includes(expr.name);
    if (expr.kind === "select" && this.paths.has(pathOf(expr) ?? "")) return true;
    if (expr.kind !== "comprehension") return children(expr).every((child) => this.isKnown(child, bound));
    const inside = [...bound, expr.iterVar, expr.iterVar2 ?? expr.iterVar, expr.accuVar];
    return this.isKnown(expr.iterRange, bound) && children(expr).every((child) => this.isKnown(child, inside));
  }
}

/** The evaluated and unevaluated parts of one expression for one kind. */
export class KindBranches {
  private readonly ast: Ast;
  private readonly known: KnownValues;
  private readonly isPresent: (expr: Expr) => boolean | undefined;
  private readonly truths = new Map<Expr, boolean | undefined>();
  private readonly unreached = new Set<Expr>();

  /** @param isPresent - returns the value of `has(...)`; undefined if it depends on the request, and for other nodes */
  constructor(ast: Ast, known: KnownValues, isPresent: (expr: Expr) => boolean | undefined) {
    this.ast = ast;
    this.known = known;
    this.isPresent = isPresent;
    visit(ast.expr, (expr) => {
      for (const part of this.unreachedIn(expr)) {
        // Skip parts that a macro created, which have the range of the macro.
        if (part.start > expr.start || part.end < expr.end) this.unreached.add(part);
      }
      return !this.unreached.has(expr);
    });
  }

  /** The value of the expression as a condition; undefined if it depends on the request. */
  get value(): boolean | undefined {
    return this.truth(this.ast.expr);
  }

  /** Whether an error in this range can make an evaluation fail. */
  reaches({ start, end }: { readonly start: number; readonly end: number }): boolean {
    return ![...this.unreached].some((part) => part.start <= start && end <= part.end);
  }

  /** Returns the variables of the policy that an evaluation may read. */
  variablesRead(): readonly string[] {
    const names: string[] = [];
    visit(this.ast.expr, (expr) => {
      if (this.unreached.has(expr)) return false;
      if (expr.kind === "select" && pathOf(expr.operand) === "variables") names.push(expr.field);
      return true;
    });
    return names;
  }

  private unreachedIn(expr: Expr): readonly Expr[] {
    const [first, second, third] = expr.kind === "call" ? expr.args : [];
    if (expr.kind !== "call" || first === undefined || second === undefined) return [];
    const condition = this.truth(first);
    if (expr.function === "_?_:_" && third) return condition === undefined ? [] : [condition ? third : second];
    const decisive = decisiveValues.get(expr.function);
    if (decisive === undefined) return [];
    if (condition === decisive) return [second];
    return this.truth(second) === decisive ? [first] : [];
  }

  private truth(expr: Expr): boolean | undefined {
    if (this.truths.has(expr)) return this.truths.get(expr);
    const truth = this.truthOf(expr);
    this.truths.set(expr, truth);
    return truth;
  }

  private truthOf(expr: Expr): boolean | undefined {
    if (expr.kind !== "call") return this.isPresent(expr) ?? this.known.evaluate(this.ast, expr);
    const [first, second, third] = expr.args;
    if (first === undefined) return undefined;
    if (expr.function === "!_") return negated(this.truth(first));
    if (expr.function === "_?_:_") return this.truthOfChoice(first, second, third);
    const decisive = decisiveValues.get(expr.function);
    if (decisive === undefined || second === undefined) return this.known.evaluate(this.ast, expr);
    const sides = [this.truth(first), this.truth(second)];
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }

  private truthOfChoice(condition: Expr, yes: Expr | undefined, no: Expr | undefined): boolean | undefined {
    const truth = this.truth(condition);
    const chosen = truth ? yes : no;
    return truth === undefined || chosen === undefined ? undefined : this.truth(chosen);
  }
}

const negated = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? undefined : !truth);

/** For each operator, the value of one operand that decides the result, whatever the other operand is. */
const decisiveValues: ReadonlyMap<string, boolean> = new Map([
  ["_||_", true],
  ["_&&_", false],
]);
