/**
 * cel-go's static cost estimate: computes a range of costs for each node of a checked expression, and a range of sizes
 * if known, bottom-up. It ignores constant folding, so an evaluation may cost less than the minimum.
 *
 * @module
 */
import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { CallEstimate, OperandEstimate, Range, TrackingRules } from "../types/costs.ts";
import { type CelType, dynType } from "../types/types.ts";
import { exactly, exactlyOne, product, sum, union, unknownSize } from "./range.ts";
import {
  type EntrySizes,
  firstTypeParameter,
  isScalar,
  literalSize,
  unionOfEntries,
  unionOfSizes,
} from "./static-size.ts";

/**
 * A path in the input: a variable, then names of fields, `@items` for the elements of a list, `@keys` and `@values` for
 * those of a map, `@indices` for the indexes of a list.
 */
export type SizePath = readonly string[];

/**
 * Returns the largest size of the value at a path; undefined if there is no bound. The path is empty for values that
 * the expression creates.
 */
export type SizeBounds = (path: SizePath, type: CelType) => number | undefined;

/** A size of the input that the estimate needs but that has no bound. */
export interface UnknownSize {
  readonly path: SizePath;
  readonly type: CelType;
  /** The first node that reads it. */
  readonly expr: Expr;
}

const zeroCost = exactly(0);

/** Functions for which cel-go or Kubernetes charges more than it estimates. */
const underestimatedFunctions: ReadonlySet<string> = new Set([
  ...["distinct", "findAll", "join", "slice", "split", "validate"],
  "jsonpatch.escapeKey",
]);

/** The accumulators of macros, which hold values that the expression creates. */
const accumulatorNames: ReadonlySet<string | undefined> = new Set(["__result__", "@result"]);

/** A loop variable, an accumulator, or a name bound to a value. */
interface Local {
  readonly path: SizePath;
  readonly size?: Range | undefined;
  readonly entries?: EntrySizes | undefined;
}

/** A single estimate of an expression. */
export class Estimator {
  /** By path, in the order in which the estimate looked them up. */
  readonly unknownSizes = new Map<string, UnknownSize>();
  /**
   * Descriptions of parts that cel-go's estimate does not count in full; if there are any, an evaluation may cost more.
   */
  readonly leftOut = new Set<string>();
  private readonly checked: CheckedAst;
  private readonly rules: TrackingRules;
  private readonly bounds: SizeBounds;
  /** The results for the nodes visited so far, by node id. */
  private readonly paths = new Map<number, SizePath>();
  private readonly sizes = new Map<number, Range>();
  private readonly entries = new Map<number, EntrySizes>();
  /** By name, the innermost variable last. */
  private readonly locals = new Map<string, Local[]>();

  constructor(checked: CheckedAst, rules: TrackingRules, bounds: SizeBounds) {
    this.checked = checked;
    this.rules = rules;
    this.bounds = bounds;
  }

  costOf(expr: Expr): Range {
    switch (expr.kind) {
      case "const":
        return zeroCost;
      case "ident":
        this.paths.set(expr.id, this.localOf(expr)?.path ?? [expr.name]);
        return exactly(this.rules.read);
      case "select":
        return this.costOfSelect(expr);
      case "call":
        return expr.function === "dyn" ? this.costOfDyn(expr) : this.costOfCall(expr);
      case "list":
        return this.costOfList(expr);
      case "map":
        return this.costOfMap(expr);
      case "struct":
        return sum(...expr.fields.map(({ value }) => this.costOf(value)), exactly(this.rules.struct));
      case "comprehension":
        return isBinding(expr) ? this.costOfBinding(expr) : this.costOfLoop(expr);
    }
  }

  private costOfSelect({ id, operand, field, testOnly }: SelectExpr): Range {
    const cost = this.costOf(operand);
    if (testOnly) return sum(cost, exactly(this.rules.presenceTest));
    this.paths.set(id, [...this.pathOf(operand), field]);
    const { kind } = this.typeOf(operand);
    if (kind === "map" || kind === "object") return sum(cost, exactly(this.rules.read));
    const [variable = "values of unknown type"] = this.pathOf(operand);
    this.leftOut.add(`fields below ${variable}`);
    return cost;
  }

  /** `dyn` hides the type of its argument but keeps its sizes. */
  private costOfDyn(call: CallExpr): Range {
    const [arg] = call.args;
    if (arg === undefined) return exactlyOne;
    const cost = this.costOf(arg);
    this.copySizes(call, arg);
    return sum(cost, exactlyOne);
  }

  /** Returns the range of costs over all overloads that the call may use. */
  private costOfCall(call: CallExpr): Range {
    const exprs = call.target === undefined ? call.args : [call.target, ...call.args];
    const costs = exprs.map((expr) => this.costOf(expr));
    const reference = this.checked.references.get(call.id);
    if (reference?.kind !== "function") return zeroCost;
    if (underestimatedFunctions.has(call.function)) this.leftOut.add(`${call.function}()`);
    const operands = exprs.map((expr) => this.operand(expr));
    let resultSize: Range | undefined;
    const overloadCosts = reference.overloads.map((id) => {
      const estimate = this.estimateCall(call, id, operands, costs);
      resultSize = unionOfKnown(resultSize, estimate.resultSize);
      if (isElementAccess(id)) resultSize = this.sizeOfElement(call, id);
      resultSize ??= this.sizeOf(call);
      return estimate.cost;
    });
    this.recordSize(call, resultSize);
    return overloadCosts.reduce(union, overloadCosts[0] ?? zeroCost);
  }

  private sizeOfElement(call: CallExpr, overloadId: string): Range | undefined {
    const [container] = call.args;
    if (container === undefined) return undefined;
    this.paths.set(call.id, [...this.pathOf(container), overloadId === "index_list" ? "@items" : "@values"]);
    return this.entriesOf(container)?.value;
  }

  /** Estimates a call with its operands. Logical operators and conditionals do not pay for all operands. */
  private estimateCall(
    call: CallExpr,
    overloadId: string,
    operands: readonly OperandEstimate[],
    costs: readonly Range[],
  ): CallEstimate {
    const [first = zeroCost, second = zeroCost, third = zeroCost] = costs;
    if (overloadId === "logical_and" || overloadId === "logical_or") {
      return { cost: { min: first.min, max: sum(first, second).max } };
    }
    if (overloadId === "conditional") {
      const [, yes, no] = call.args;
      this.recordEntries(call, unionOfEntries(this.entriesOf(yes), this.entriesOf(no)));
      const resultSize = unionOfSizes(operands.slice(1).map(({ size }) => size));
      return { cost: sum(first, union(second, third)), resultSize };
    }
    if (joiningOverloads.has(overloadId)) {
      this.recordEntries(call, unionOfEntries(this.entriesOf(call.args[0]), this.entriesOf(call.args[1])));
    }
    const estimate = this.rules.costOf(call.function, overloadId).estimate(operands);
    return { ...estimate, cost: sum(estimate.cost, ...costs) };
  }

  private costOfList(list: ListExpr): Range {
    const cost = sum(...list.elements.map((element) => this.costOf(element)), exactly(this.rules.list));
    const value = unionOfSizes(list.elements.map((element) => this.sizeOrUnknown(element)));
    this.recordEntries(list, { container: "list", key: exactlyOne, value });
    return cost;
  }

  private costOfMap(map: MapExpr): Range {
    const cost = sum(
      ...map.entries.flatMap(({ key, value }) => [this.costOf(key), this.costOf(value)]),
      exactly(this.rules.map),
    );
    const key = unionOfSizes(map.entries.map((entry) => this.sizeOrUnknown(entry.key)));
    const value = unionOfSizes(map.entries.map((entry) => this.sizeOrUnknown(entry.value)));
    this.recordEntries(map, { container: "map", key, value });
    return cost;
  }

  /** A loop over an empty list binds a name to a value. */
  private costOfBinding({ id, iterRange, accuVar, accuInit, result }: ComprehensionExpr): Range {
    const before = sum(this.costOf(iterRange), this.costOf(accuInit));
    const cost = this.withLocals([[accuVar, this.asLocal(accuInit)]], () => sum(before, this.costOf(result)));
    this.copySizes({ id }, result);
    return cost;
  }

  private costOfLoop(loop: ComprehensionExpr): Range {
    const before = sum(this.costOf(loop.iterRange), this.costOf(loop.accuInit));
    const [perStep, after] = this.withLocals([[loop.accuVar, this.asLocal(loop.accuInit)]], () => [
      this.withLocals(this.loopVariables(loop), () => sum(this.costOf(loop.loopCondition), this.costOf(loop.loopStep))),
      this.costOf(loop.result),
    ]);
    const steps = this.sizeOrUnknown(loop.iterRange);
    this.recordLoopSizes(loop, steps);
    return sum(before, after, product(steps, perStep));
  }

  private loopVariables({ iterVar, iterVar2, iterRange }: ComprehensionExpr): readonly (readonly [string, Local])[] {
    const entries = this.entriesOf(iterRange);
    const path = this.pathOf(iterRange);
    const container = entries?.container ?? this.typeOf(iterRange).kind;
    const isOverList = container === "list";
    const key = { path: [...path, isOverList ? "@indices" : "@keys"], size: entries?.key };
    const value = { path: [...path, isOverList ? "@items" : "@values"], size: entries?.value };
    if (iterVar2 !== undefined) {
      return [
        [iterVar, key],
        [iterVar2, value],
      ];
    }
    return [[iterVar, isOverList ? value : key]];
  }

  /** Records the size of a loop's result, which has at most one entry for each step. */
  private recordLoopSizes(loop: ComprehensionExpr, steps: Range): void {
    const { kind } = loop.accuInit;
    if (kind === "const") this.recordSize(loop, this.sizeOf(loop.accuInit));
    if (kind !== "list" && kind !== "map") return;
    this.recordSize(loop, steps);
    this.recordEntries(loop, this.entriesOf(loop.loopStep));
  }

  private asLocal(expr: Expr): Local {
    return { path: this.pathOf(expr), size: this.sizeOf(expr), entries: this.entriesOf(expr) };
  }

  private withLocals<Result>(locals: readonly (readonly [name: string, local: Local])[], run: () => Result): Result {
    for (const [name, local] of locals) this.locals.set(name, [...(this.locals.get(name) ?? []), local]);
    const result = run();
    for (const [name] of locals) this.locals.get(name)?.pop();
    return result;
  }

  private localOf(expr: Expr): Local | undefined {
    return expr.kind === "ident" ? this.locals.get(expr.name)?.at(-1) : undefined;
  }

  private pathOf(expr: Expr): SizePath {
    return this.localOf(expr)?.path ?? this.paths.get(expr.id) ?? [];
  }

  private typeOf({ id }: Expr): CelType {
    return this.checked.types.get(id) ?? dynType;
  }

  private sizeOf(expr: Expr): Range | undefined {
    const known = this.sizes.get(expr.id) ?? literalSize(expr) ?? this.boundAt(this.pathOf(expr), this.typeOf(expr));
    if (known !== undefined) return known;
    return isScalar(this.typeOf(expr)) ? exactlyOne : this.localOf(expr)?.size;
  }

  private sizeOrUnknown(expr: Expr): Range {
    return this.sizeOf(expr) ?? this.recordUnknownSize(expr, this.pathOf(expr), this.typeOf(expr));
  }

  private boundAt(path: SizePath, type: CelType): Range | undefined {
    const max = this.bounds(accumulatorNames.has(path[0]) ? [] : path, type);
    return max === undefined ? undefined : { min: 0n, max: BigInt(max) };
  }

  private recordUnknownSize(expr: Expr, path: SizePath, type: CelType): Range {
    const key = path.join(".");
    const isInput = path.length > 0 && !accumulatorNames.has(path[0]);
    if (isInput && !this.unknownSizes.has(key)) this.unknownSizes.set(key, { path, type, expr });
    return unknownSize;
  }

  /** Describes an operand. Looks up the size, and records it as unknown, only if a cost depends on it. */
  private operand(expr: Expr): OperandEstimate {
    const type = this.typeOf(expr);
    const knownSize = this.sizeOf(expr);
    const path = this.pathOf(expr);
    const unknown = (): Range => this.recordUnknownSize(expr, path, type);
    return {
      type,
      expr,
      knownSize,
      get size() {
        return knownSize ?? unknown();
      },
      element: () => this.element(expr, path, type),
    };
  }

  private element(expr: Expr, path: SizePath, type: CelType): OperandEstimate | undefined {
    const elementType = firstTypeParameter(type);
    if (elementType === undefined) return undefined;
    const isInput = path.length > 0 && !accumulatorNames.has(path[0]);
    const elementPath = isInput ? [...path, "@items"] : [];
    const knownSize = this.boundAt(elementPath, elementType);
    const unknown = (): Range => this.recordUnknownSize(expr, elementPath, elementType);
    return {
      type: elementType,
      knownSize,
      get size() {
        return knownSize ?? unknown();
      },
      element: () => undefined,
    };
  }

  private entriesOf(expr: Expr | undefined): EntrySizes | undefined {
    return expr && (this.entries.get(expr.id) ?? this.localOf(expr)?.entries);
  }

  private recordSize({ id }: Pick<Expr, "id">, size: Range | undefined): void {
    if (size !== undefined) this.sizes.set(id, size);
  }

  private recordEntries({ id }: Pick<Expr, "id">, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.entries.set(id, entries);
  }

  private copySizes(to: Pick<Expr, "id">, from: Expr): void {
    this.recordSize(to, this.sizeOf(from));
    this.recordEntries(to, this.entriesOf(from));
  }
}

const joiningOverloads: ReadonlySet<string> = new Set(["add_string", "add_bytes", "add_list"]);

function isElementAccess(overloadId: string): boolean {
  return overloadId === "index_list" || overloadId === "index_map";
}

function unionOfKnown(a: Range | undefined, b: Range | undefined): Range | undefined {
  return a === undefined || b === undefined ? (a ?? b) : union(a, b);
}

/**
 * Whether a comprehension only binds a name, as `cel.bind` does: it ranges over an empty list, and its condition is the
 * constant false, which that of a loop macro never is.
 */
function isBinding({ iterRange, loopCondition, accuVar }: ComprehensionExpr): boolean {
  const isEmptyRange = iterRange.kind === "list" && iterRange.elements.length === 0;
  const isNeverRun = loopCondition.kind === "const" && loopCondition.constant.value === false;
  return isEmptyRange && isNeverRun && accuVar !== "__result__";
}
