/**
 * Plans a tree: turns it into closures, one for each node that is evaluated separately.
 *
 * @module
 */
import type {
  Ast,
  CallExpr,
  ComprehensionExpr,
  ConstExpr,
  Expr,
  IdentExpr,
  ListExpr,
  MapExpr,
  SelectExpr,
  StructExpr,
} from "../syntax/ast.ts";
import type { CheckedAst, Reference } from "../types/checked-ast.ts";
import { conversionNames } from "../types/conversions.ts";
import type { FunctionCost, KnownOperands, TrackingRules } from "../types/costs.ts";
import type { Implementation, Overload } from "../types/declarations.ts";
import type { Declarations } from "../types/environment.ts";
import type { CelType } from "../types/types.ts";
import { CelError, Uint, type Value } from "../types/values.ts";
import { isIn } from "./access.ts";
import {
  type BinaryOperation,
  type PlannedCall,
  planBinary,
  planConstantCall,
  planSequence,
  planUnary,
  priceOf,
  withFixedCost,
} from "./call.ts";
import { planBindings, planLoop } from "./comprehension.ts";
import { planList, planMap, planStruct } from "./construct.ts";
import { planDispatch } from "./dispatch.ts";
import { EntryMap } from "./entry-map.ts";
import { planCollection, planQuantifier } from "./fold.ts";
import { type CollectionShape, collectionShape, type QuantifierShape, quantifierShape } from "./fold-shape.ts";
import { chargesOf, type Evaluate, Frame } from "./frame.ts";
import { insertEntries, insertEntry } from "./insert.ts";
import { planWithLiteral, relations } from "./literal-operand.ts";
import {
  append,
  binaryOperators,
  join,
  planConditional,
  planLogic,
  planNotStrictlyFalse,
  planOr,
  planOrValue,
  planTextJoin,
  unaryOperators,
} from "./operators.ts";
import {
  type PathPlan,
  type PathStep,
  planPath,
  planPathPeek,
  planPathPresence,
  type Root,
  stepCosts,
} from "./path.ts";
import {
  type AccessRules,
  planField,
  planIndex,
  planOptionalIndex,
  planPresence,
  planPresenceOrOptional,
} from "./plan-access.ts";
import { type LocalVariable, Scope } from "./scope.ts";
import { interned } from "./text.ts";
import { UncheckedNames } from "./unchecked-names.ts";
import { isList } from "./value-type.ts";
import {
  constantIntPlan,
  type IntPlan,
  operatorIntPlan,
  planComparison,
  planNumber,
  sizeIntPlan,
  valueIntPlan,
} from "./whole-number.ts";

/** Options for planning an expression. */
export interface PlanOptions {
  /**
   * Where cel-go, and thus Kubernetes, differs from the CEL specification. With `cel-go`, map literals may repeat keys
   * (the last one wins) and have keys of any type, nothing is present in a number or a string, and `x in []` is false
   * for any `x`. With `definition`, the default, these are errors.
   */
  readonly dialect?: "definition" | "cel-go";
  /**
   * Evaluates literals and conversions of constants when planning, as Kubernetes does; their evaluation then costs
   * nothing. Default false.
   */
  readonly foldConstants?: boolean;
  /**
   * Called for every node with its plan; the plan that it returns replaces the original, for instance to trace results.
   */
  readonly instrument?: (expr: Expr, evaluate: Evaluate) => Evaluate;
  /** Selects the nodes that the instrument is called for; other nodes may be merged into one plan. Default: all. */
  readonly instruments?: (expr: Expr) => boolean;
}

function rootOf(tree: CheckedAst | Ast): Expr {
  return "ast" in tree ? tree.ast.expr : tree.expr;
}

/** Plans a single tree. */
export class Planner {
  private readonly tree: CheckedAst | Ast;
  private readonly scope = new Scope();
  /** Undefined for an unchecked tree. */
  private readonly references: ReadonlyMap<number, Reference> | undefined;
  private readonly types: ReadonlyMap<number, CelType> | undefined;
  /** How many times each variable occurs in the tree. */
  private readonly readCounts: ReadonlyMap<string, number>;
  private readonly declarations: Declarations;
  private readonly names: UncheckedNames;
  private readonly options: PlanOptions;
  /** Undefined without cost tracking. */
  private readonly costs: TrackingRules | undefined;
  private readonly isCelGo: boolean;
  private readonly access: AccessRules;
  /** The values of constant nodes planned so far, by node id. */
  private readonly constants = new Map<number, Value>();
  /** Fast plans of int nodes, by node id; null for a node that has none. See `whole-number.ts`. */
  private readonly intPlans = new Map<number, IntPlan | null>();
  /** Set while planning the fallback of a lane. */
  private areIntPlansOff = false;

  constructor(
    tree: CheckedAst | Ast,
    declarations: Declarations,
    options: PlanOptions,
    costs: TrackingRules | undefined,
  ) {
    this.tree = tree;
    this.references = "ast" in tree ? tree.references : undefined;
    this.types = "ast" in tree ? tree.types : undefined;
    this.readCounts = countReads(this.references);
    this.declarations = declarations;
    this.names = new UncheckedNames(declarations);
    this.options = options;
    this.costs = costs;
    this.isCelGo = options.dialect === "cel-go";
    this.access = { isFaultInScalars: !this.isCelGo, readCost: costs?.read ?? 0 };
  }

  planTree(): Evaluate {
    return this.plan(rootOf(this.tree));
  }

  /** The number of slots that a frame needs; valid after the tree is planned. */
  get slotCount(): number {
    return this.scope.slotCount;
  }

  private plan(expr: Expr): Evaluate {
    const startCost = this.costs === undefined ? 0 : this.startCost(expr, this.costs);
    const path = this.pathOf(expr, startCost);
    if (path !== undefined) return expr.kind === "select" && expr.testOnly ? planPathPresence(path) : planPath(path);
    return this.instrumented(expr, withFixedCost(this.planNode(expr), startCost));
  }

  /**
   * Plans a part of a path without the cost of its start. Keys of indexes and branches of conditionals are planned in
   * the same way, since cel-go reads a path there without visiting its node.
   */
  private planPart(expr: Expr): Evaluate {
    const path = this.pathOf(expr, 0);
    if (path !== undefined) return expr.kind === "select" && expr.testOnly ? planPathPresence(path) : planPath(path);
    return this.instrumented(expr, this.planNode(expr));
  }

  private instrumented(expr: Expr, evaluate: Evaluate): Evaluate {
    if (this.mayMerge(expr)) return evaluate;
    return this.options.instrument?.(expr, evaluate) ?? evaluate;
  }

  /** Whether a node may be merged into the plan of another, because no instrument is called for it. */
  private mayMerge(expr: Expr): boolean {
    const { instrument, instruments } = this.options;
    return instrument === undefined || instruments?.(expr) === false;
  }

  /**
   * Returns the cost of a path without its steps: that of its start, a variable or any other value whose members are
   * read.
   */
  private startCost(expr: Expr, { read, presenceTest }: TrackingRules): number {
    if (!this.isPath(expr)) return 0;
    const cost = this.startsAtConditional(expr) ? 0 : read;
    // The steps are charged as reads, but the last step of a presence test costs `presenceTest` instead: corrects the
    // start cost by the difference.
    return expr.kind === "select" && expr.testOnly ? cost + presenceTest - read : cost;
  }

  private planNode(expr: Expr): Evaluate {
    switch (expr.kind) {
      case "const":
        return this.planConstant(expr, constantOf(expr));
      case "ident":
        return this.planIdent(expr);
      case "select":
        return this.planSelect(expr);
      case "call":
        return this.planCall(expr);
      case "list":
        return this.fold(expr, expr.elements, this.planList(expr));
      case "map":
        return this.fold(
          expr,
          expr.entries.flatMap(({ key, value }) => [key, value]),
          this.planMap(expr),
        );
      case "struct":
        return this.planStruct(expr);
      case "comprehension":
        return this.planComprehension(expr);
    }
  }

  private planConstant(expr: Expr, value: Value): Evaluate {
    this.constants.set(expr.id, value);
    return () => value;
  }

  /** Makes a constant of a node whose parts are constants, unless it fails. */
  private fold(expr: Expr, parts: readonly Expr[], evaluate: Evaluate): Evaluate {
    if (!this.options.foldConstants || !parts.every(({ id }) => this.constants.has(id))) return evaluate;
    const value = evaluate(new Frame(0));
    return value instanceof CelError ? evaluate : this.planConstant(expr, value);
  }

  private planIdent(expr: IdentExpr): Evaluate {
    const reference = this.references?.get(expr.id);
    if (reference?.kind === "ident" && reference.value !== undefined) return this.planConstant(expr, reference.value);
    const name = reference?.kind === "ident" ? reference.name : expr.name;
    const local = this.scope.find(name);
    if (local !== undefined) return planLocal(local);
    if (this.references === undefined) return this.names.planName(expr.id, name);
    return planVariable(expr.id, globalName(name));
  }

  /** Returns the node as a path; undefined if it is not a path or must be planned step by step. */
  private pathOf(expr: Expr, startCost: number): PathPlan | undefined {
    if (this.references === undefined || !this.mayMerge(expr)) return undefined;
    const steps: PathStep[] = [];
    let start = expr;
    while (start.kind === "select" && (start === expr || !start.testOnly)) {
      steps.unshift({ field: start.field, exprId: start.id });
      start = start.operand;
      if (!this.mayMerge(start)) return undefined;
    }
    const reference = this.references.get(start.id);
    if (start.kind !== "ident" || reference?.kind !== "ident" || reference.value !== undefined) return undefined;
    const local = this.scope.find(reference.name);
    if (local?.compute !== undefined) return undefined;
    const name = globalName(reference.name);
    const [root, missing] =
      local === undefined
        ? [this.rootOf(name), missingVariable(start.id, name)]
        : [{ slot: local.slot, name: undefined }, unsetVariable];
    return { root, missing, steps, rules: this.access, startCost };
  }

  /** Returns a free variable, with a slot if it may be read more than once. */
  private rootOf(name: string): Root {
    const isKept = (this.readCounts.get(name) ?? 0) > 1;
    return { slot: isKept ? this.scope.slotOfFree(name) : undefined, name: interned(name) };
  }

  private planSelect(expr: SelectExpr): Evaluate {
    const operand = this.planOperand(expr.operand);
    const { field } = expr;
    if (expr.testOnly) return planPresence(expr.id, operand, field, this.access);
    const select = planField(expr.id, operand, field, this.access);
    const path = this.references === undefined ? this.uncheckedPath(expr) : undefined;
    if (path === undefined) return select;
    const find = this.names.planLookup(path);
    return (frame) => {
      const value = find(frame);
      return value === undefined ? select(frame) : value;
    };
  }

  /** Plans a value whose members are read: a shorter path, or any value that a path starts with. */
  private planOperand(expr: Expr): Evaluate {
    return this.isPath(expr) ? this.planPart(expr) : this.plan(expr);
  }

  /** Whether cel-go treats the node as an attribute: a variable, a member of any value, or a conditional. */
  private isPath(expr: Expr): boolean {
    if (expr.kind === "select") return true;
    if (expr.kind === "call") return isIndex(expr) || isConditional(expr);
    if (expr.kind !== "ident") return false;
    const reference = this.references?.get(expr.id);
    return reference?.kind !== "ident" || reference.value === undefined;
  }

  private startsAtConditional(expr: Expr): boolean {
    if (expr.kind === "select") return this.startsAtConditional(expr.operand);
    if (expr.kind !== "call") return false;
    const [first] = expr.args;
    return isConditional(expr) || (isIndex(expr) && first !== undefined && this.startsAtConditional(first));
  }

  /** Returns `a.b.c` as one name, unless `a` is a loop variable. */
  private uncheckedPath(expr: Expr): string | undefined {
    if (expr.kind === "ident") return this.scope.find(expr.name) === undefined ? expr.name : undefined;
    if (expr.kind !== "select" || expr.testOnly) return undefined;
    const operand = this.uncheckedPath(expr.operand);
    return operand === undefined ? undefined : `${operand}.${expr.field}`;
  }

  private planCall(call: CallExpr): Evaluate {
    const { target } = call;
    const functionPath = this.references === undefined && target !== undefined ? this.uncheckedPath(target) : undefined;
    const qualified =
      functionPath === undefined ? undefined : this.names.findFunction(`${functionPath}.${call.function}`);
    if (qualified !== undefined) {
      return this.planOverloads(call, qualified, this.overloadsOf(call, qualified, false), call.args);
    }
    const operands = target === undefined ? call.args : [target, ...call.args];
    const builtIn = this.planBuiltIn(call, operands);
    if (builtIn !== undefined) return builtIn;
    const name = this.names.findFunction(call.function) ?? call.function;
    return this.planOverloads(call, name, this.overloadsOf(call, name, target !== undefined), operands);
  }

  private overloadsOf(call: CallExpr, name: string, isMember: boolean): readonly Overload[] {
    const overloads = this.declarations.functions.get(name)?.overloads ?? [];
    const reference = this.references?.get(call.id);
    if (reference?.kind !== "function") return overloads.filter(({ member }) => member === isMember);
    return reference.overloads.flatMap((id) => overloads.find((overload) => overload.id === id) ?? []);
  }

  private planOverloads(
    call: CallExpr,
    name: string,
    overloads: readonly Overload[],
    operands: readonly Expr[],
  ): Evaluate {
    if (overloads.length === 0) {
      const unbound = new CelError(`unbound function: ${name}`, call.id);
      return () => unbound;
    }
    const plans = operands.map((operand) => this.plan(operand));
    const cost = this.costOf(call, name);
    const known = this.constantOperandsOf(operands);
    const evaluate = planDispatch({ name, overloads }, plans, {
      exprId: call.id,
      price: priceOf(cost, known),
      evaluatesBoth: overloads.length === 1 && !cost?.stopsAtFault && !this.hasConstantPattern(name, operands),
      literal: known.second,
    });
    if (conversionNames.has(name) && operands.length === 1) return this.fold(call, operands, evaluate);
    const isConstant = operands.every((operand) => this.constants.has(operand.id) && this.mayMerge(operand));
    return isConstant ? planConstantCall(evaluate) : evaluate;
  }

  /** Returns the values of constant operands, except for those that an instrument watches. */
  private constantOperandsOf([first, second]: readonly Expr[]): KnownOperands {
    const constant = (expr: Expr | undefined) =>
      expr && (this.mayMerge(expr) ? this.constants.get(expr.id) : undefined);
    return { first: constant(first), second: constant(second) };
  }

  /**
   * Whether a call has a constant pattern: it is compiled when planning, and the call then stops at the first operand
   * that is an error.
   */
  private hasConstantPattern(name: string, [, pattern]: readonly Expr[]): boolean {
    if (!this.options.foldConstants || !patternFunctions.has(name) || pattern === undefined) return false;
    return typeof this.constants.get(pattern.id) === "string";
  }

  /** Returns the cost of a call; undefined without cost tracking. */
  private costOf(call: CallExpr, name = call.function): FunctionCost | undefined {
    return this.costs?.costOf(name, this.overloadIdOf(call));
  }

  /** Returns the id of the overload if there is only one; `==` and `!=` always have one, for all types. */
  private overloadIdOf(call: CallExpr): string | undefined {
    const reference = this.references?.get(call.id);
    if (reference?.kind === "function" && reference.overloads.length === 1) return reference.overloads[0];
    return call.function === "_==_" ? "equals" : call.function === "_!=_" ? "not_equals" : undefined;
  }

  /** Plans a call that the evaluator implements itself; undefined for library functions. */
  private planBuiltIn(call: CallExpr, operands: readonly Expr[]): Evaluate | undefined {
    const [first, second, third] = operands;
    if (first === undefined) return undefined;
    if (second === undefined) return this.planBuiltInUnary(call, first);
    if (call.target !== undefined) return this.planOptionalChoice(call, first, second);
    if (call.function === "cel.@mapInsert") return this.planMapInsert(call, first, operands);
    if (call.function === "cel.@block" && first.kind === "list") return this.planBlock(first, second);
    if (third === undefined) return this.planBuiltInBinary(call, first, second);
    if (call.function !== "_?_:_") return undefined;
    return planConditional(call.id, this.plan(first), this.planBranch(second), this.planBranch(third));
  }

  /**
   * Plans a branch of a conditional. In cel-go, a `has()` that is a branch returns an optional if its operand is one.
   */
  private planBranch(expr: Expr): Evaluate {
    const isQuirk = this.isCelGo && expr.kind === "select" && expr.testOnly;
    if (!isQuirk) return this.planPart(expr);
    return this.instrumented(
      expr,
      planPresenceOrOptional(expr.id, this.planOperand(expr.operand), expr.field, this.access),
    );
  }

  private planMapInsert(call: CallExpr, map: Expr, operands: readonly Expr[]): Evaluate {
    const plans = operands.map((operand) => this.plan(operand));
    const [first, second, third] = plans;
    const planned = { exprId: call.id, price: priceOf(this.costOf(call)) };
    if (first !== undefined && second !== undefined && third === undefined) {
      return planBinary(planned, insertEntries(this.isOwnAccumulator(map)), first, second);
    }
    return planSequence(planned, insertEntry(this.isOwnAccumulator(map)) as Implementation, plans);
  }

  private planBuiltInUnary(call: CallExpr, operand: Expr): Evaluate | undefined {
    if (call.function === "@not_strictly_false") {
      return withFixedCost(planNotStrictlyFalse(this.plan(operand)), this.costs?.call ?? 0);
    }
    const operation = unaryOperators.get(call.function);
    if (operation === undefined) return undefined;
    const planned = { exprId: call.id, price: priceOf(this.costOf(call)) };
    return planUnary(planned, operation, this.plan(operand));
  }

  private planBuiltInBinary(call: CallExpr, left: Expr, right: Expr): Evaluate | undefined {
    const { id, function: name } = call;
    if (name === "_&&_" || name === "_||_") return planLogic(id, name === "_||_", this.plan(left), this.plan(right));
    if (isIndex(call)) return this.planIndex(call, left, right);
    if (name === "@in") return this.planIn(call, left, right);
    const operation = name === "_+_" ? (this.isOwnAccumulator(left) ? append : join) : binaryOperators.get(name);
    if (operation === undefined) return undefined;
    return this.planWithInts(call, left, right, () => this.planOperator(call, operation, left, right));
  }

  private planOperator(call: CallExpr, operation: BinaryOperation, left: Expr, right: Expr): Evaluate {
    const plans = [this.plan(left), this.plan(right)] as const;
    const known = this.constantOperandsOf([left, right]);
    const planned = { exprId: call.id, price: priceOf(this.costOf(call), known) };
    const merged = this.planLiteral(call, { ...planned, operation }, plans, known);
    if (merged !== undefined) return merged;
    if (operation === join && this.types?.get(call.id)?.kind === "string") return planTextJoin(planned, ...plans);
    return planBinary(planned, operation, ...plans);
  }

  /** Plans an operator with a constant operand; undefined if there is no special plan for it. */
  private planLiteral(
    { function: name }: CallExpr,
    planned: PlannedCall & { readonly operation: BinaryOperation },
    [left, right]: readonly [Evaluate, Evaluate],
    { first, second }: KnownOperands,
  ): Evaluate | undefined {
    const [literal, operand] = second === undefined ? [first, right] : [second, left];
    if (literal === undefined) return undefined;
    return planWithLiteral({ ...planned, name, operand, literal, isFirst: operand === right });
  }

  /**
   * Plans an operator on ints as a lane if both operands are lanes. Falls back to the plan of `planGeneralCall` if they
   * are not, or if the lane gives up at run time.
   */
  private planWithInts(call: CallExpr, left: Expr, right: Expr, planGeneralCall: () => Evaluate): Evaluate {
    if (this.areIntPlansOff || (left.kind !== "call" && right.kind !== "call" && relations.has(call.function))) {
      return planGeneralCall();
    }
    const [leftInts, rightInts] = [this.intPlanOf(left), this.intPlanOf(right)];
    if (leftInts === undefined || rightInts === undefined) return planGeneralCall();
    this.areIntPlansOff = true;
    const otherwise = planGeneralCall();
    this.areIntPlansOff = false;
    const intPlan = this.intPlanOf(call);
    if (intPlan !== undefined) return planNumber(intPlan, otherwise);
    return planComparison(call.function, [leftInts, rightInts], { cost: this.costOfInts(call), otherwise });
  }

  /** Returns the lane of an int node; undefined if it has none. */
  private intPlanOf(expr: Expr): IntPlan | undefined {
    const known = this.intPlans.get(expr.id);
    if (known !== undefined) return known ?? undefined;
    const isInt = this.types?.get(expr.id)?.kind === "int" && this.mayMerge(expr);
    const intPlan = isInt ? this.makeIntPlan(expr) : undefined;
    this.intPlans.set(expr.id, intPlan ?? null);
    return intPlan;
  }

  private makeIntPlan(expr: Expr): IntPlan | undefined {
    if (expr.kind === "const") return expr.constant.type === "int" ? constantIntPlan(expr.constant.value) : undefined;
    if (expr.kind !== "call") {
      const path = this.pathOf(expr, this.costs === undefined ? 0 : this.startCost(expr, this.costs));
      return path && valueIntPlan(planPathPeek(path), stepCosts(path));
    }
    const [left, right] = expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    if (left === undefined) return undefined;
    if (right === undefined) return expr.function === "size" ? this.makeSizePlan(expr, left) : undefined;
    const [leftInts, rightInts] = [this.intPlanOf(left), this.intPlanOf(right)];
    return leftInts && rightInts && operatorIntPlan(expr.function, leftInts, rightInts, this.costOfInts(expr));
  }

  private makeSizePlan(call: CallExpr, operand: Expr): IntPlan | undefined {
    const overloadId = this.overloadIdOf(call);
    if (overloadId === undefined || !sizeOverloadIds.has(overloadId)) return undefined;
    const path = this.pathOf(operand, this.costs === undefined ? 0 : this.startCost(operand, this.costs));
    const price = priceOf(this.costOf(call));
    return path && typeof price === "number" ? sizeIntPlan(planPathPeek(path), [...stepCosts(path), price]) : undefined;
  }

  /** Returns the cost of an operator on ints: it depends only on their size, which is always 1. */
  private costOfInts(call: CallExpr): number {
    const price = priceOf(this.costOf(call));
    return typeof price === "number" ? price : price(0n, 0n, 0n);
  }

  private planIndex(call: CallExpr, left: Expr, right: Expr): Evaluate {
    const planAccess = call.function === "_[_]" ? planIndex : planOptionalIndex;
    return planAccess(call.id, this.planOperand(left), this.planPart(right), this.access);
  }

  private planIn(call: CallExpr, element: Expr, container: Expr): Evaluate {
    if (this.isCelGo && this.references !== undefined && isEmptyList(container)) {
      return this.options.foldConstants ? this.planConstant(call, false) : () => false;
    }
    const plans = [this.plan(element), this.plan(container)] as const;
    const known = this.constantOperandsOf([element, container]);
    const cost = this.isSetTest(call, container) ? undefined : this.costOf(call);
    const planned = { exprId: call.id, price: priceOf(cost, known), operation: isIn };
    return this.planLiteral(call, planned, plans, known) ?? planBinary(planned, isIn, ...plans);
  }

  /**
   * Whether `in` is free: Kubernetes turns lists of constant scalars into sets, and a look-up in a set costs nothing.
   */
  private isSetTest(call: CallExpr, container: Expr): boolean {
    const list = this.constants.get(container.id);
    return this.overloadIdOf(call) === "in_list" && list !== undefined && isList(list) && list.every(isSetMember);
  }

  private planOptionalChoice(call: CallExpr, first: Expr, second: Expr): Evaluate | undefined {
    if (call.args.length !== 1) return undefined;
    if (call.function === "or") return planOr(call.id, this.plan(first), this.plan(second));
    return call.function === "orValue" ? planOrValue(call.id, this.plan(first), this.plan(second)) : undefined;
  }

  /** Whether a node is the accumulator of a comprehension whose list or map no other expression can read yet. */
  private isOwnAccumulator(expr: Expr): boolean {
    return expr.kind === "ident" && this.scope.find(expr.name)?.isExtendable === true;
  }

  private planList(expr: ListExpr): Evaluate {
    const elements = expr.elements.map((element, index) => ({
      value: this.plan(element),
      isOptional: expr.optionalIndices.includes(index),
    }));
    return withFixedCost(planList(expr.id, elements), this.costs?.list ?? 0);
  }

  private planMap(expr: MapExpr): Evaluate {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional: optional,
    }));
    return withFixedCost(planMap(expr.id, entries, { allowAnyKeys: this.isCelGo }), this.costs?.map ?? 0);
  }

  private planStruct(expr: StructExpr): Evaluate {
    const reference = this.references?.get(expr.id);
    const names = reference?.kind === "ident" ? [reference.name] : this.names.candidates(expr.typeName);
    const declaration = names.flatMap((name) => this.declarations.objects.get(name) ?? [])[0];
    if (declaration === undefined) {
      const unknown = new CelError(`unknown type: ${expr.typeName}`, expr.id);
      return () => unknown;
    }
    const fields = expr.fields.map(({ name, value, optional }) => ({
      name,
      value: this.plan(value),
      isOptional: optional,
    }));
    return withFixedCost(planStruct(expr.id, declaration.name, fields), this.costs?.struct ?? 0);
  }

  private planComprehension(expr: ComprehensionExpr): Evaluate {
    if (isEmptyList(expr.iterRange)) return this.planBinding(expr);
    const fold = this.planFold(expr);
    if (fold !== undefined) return fold;
    const range = this.plan(expr.iterRange);
    const isExtendable = isHidden(expr.accuVar) && isEmpty(expr.accuInit);
    const initial = isExtendable ? this.planEmpty(expr.accuInit) : this.plan(expr.accuInit);
    const accumulator = this.scope.enter(expr.accuVar, { isExtendable });
    const first = this.scope.enter(expr.iterVar);
    const second = expr.iterVar2 === undefined ? undefined : this.scope.enter(expr.iterVar2);
    const condition = this.plan(expr.loopCondition);
    const step = this.plan(expr.loopStep);
    this.scope.leave(second === undefined ? 1 : 2);
    const result = this.plan(expr.result);
    this.scope.leave(1);
    return planLoop(expr.id, {
      range,
      initial,
      condition,
      step,
      result,
      accumulatorSlot: accumulator.slot,
      firstSlot: first.slot,
      ...(second && { secondSlot: second.slot }),
    });
  }

  private planFold(expr: ComprehensionExpr): Evaluate | undefined {
    if (this.references === undefined) return undefined;
    const quantifier = quantifierShape(expr);
    if (quantifier !== undefined) return this.planQuantifier(expr, quantifier);
    const collection = collectionShape(expr);
    return collection && this.planCollection(expr, collection);
  }

  private planQuantifier(expr: ComprehensionExpr, shape: QuantifierShape): Evaluate | undefined {
    const { logic, conditionCalls, decisive } = shape;
    const parts = [expr.accuInit, expr.loopCondition, ...conditionCalls, ...conditionCalls.flatMap(({ args }) => args)];
    if (![...parts, logic, ...logic.args.slice(0, 1), expr.result].every((part) => this.mayMerge(part)))
      return undefined;
    const read = this.costs?.read ?? 0;
    const condition = [read, ...conditionCalls.map((call) => this.costOfBool(call))];
    const range = this.plan(expr.iterRange);
    const { slot } = this.scope.enter(expr.iterVar);
    const predicate = this.plan(shape.predicate);
    this.scope.leave(1);
    return planQuantifier({
      exprId: expr.id,
      range,
      slot,
      decisive,
      predicate,
      logicId: logic.id,
      initialCost: 0,
      conditionCharges: chargesOf(condition),
      roundCharges: chargesOf([...condition, read]),
      resultCost: read,
    });
  }

  /** Returns the cost of `!` or of `@not_strictly_false`. */
  private costOfBool(call: CallExpr): number {
    if (call.function === "@not_strictly_false") return this.costs?.call ?? 0;
    const price = priceOf(this.costOf(call));
    return typeof price === "number" ? price : price(true, null, false);
  }

  private planCollection(expr: ComprehensionExpr, shape: CollectionShape): Evaluate | undefined {
    const { where, element, list, join: joinCall } = shape;
    const price = priceOf(this.costOf(joinCall));
    const parts = [expr.accuInit, expr.loopCondition, expr.loopStep, list, joinCall, expr.result];
    if (typeof price !== "number" || !parts.every((part) => this.mayMerge(part))) return undefined;
    const read = this.costs?.read ?? 0;
    const listCost = this.costs?.list ?? 0;
    const range = this.plan(expr.iterRange);
    const { slot } = this.scope.enter(expr.iterVar);
    const plannedWhere = where && this.plan(where);
    const plannedElement = this.plan(element);
    this.scope.leave(1);
    const isFolded = this.options.foldConstants === true;
    return planCollection({
      exprId: expr.id,
      range,
      slot,
      where: plannedWhere,
      conditionalId: expr.loopStep.id,
      element: plannedElement,
      initialCost: isFolded ? 0 : listCost,
      readCost: read,
      joinCharges: chargesOf([isFolded && this.constants.has(element.id) ? 0 : listCost, price]),
      resultCost: read,
    });
  }

  /**
   * Plans an empty list or map that is created for each run of a loop; it costs nothing, like a constant, if constants
   * are folded.
   */
  private planEmpty(expr: Expr): Evaluate {
    if (expr.kind === "map") return this.options.foldConstants ? () => new EntryMap() : this.planMap(expr);
    return this.options.foldConstants || expr.kind !== "list" ? () => [] : this.planList(expr);
  }

  /**
   * Plans a block. Each value may read every other by its index; while a value is being computed, reading it is an
   * error, so that a cycle ends.
   */
  private planBlock({ elements }: ListExpr, result: Expr): Evaluate {
    const values: Evaluate[] = [];
    const slots = elements.map((element, index) => {
      const missing = new CelError(`no such attribute(s): ${blockValueName(index)}`, element.id);
      const variable: LocalVariable = this.scope.enter(blockValueName(index), {
        compute: (frame) => {
          frame.slots[variable.slot] = missing;
          return values[index]?.(frame) ?? missing;
        },
      });
      return variable.slot;
    });
    for (const element of elements) values.push(this.plan(element));
    const evaluate = this.plan(result);
    this.scope.leave(slots.length);
    return planBindings(slots, evaluate);
  }

  /** Plans a loop over an empty list, which only binds a name to a value: `cel.bind`, `optMap`. */
  private planBinding(expr: ComprehensionExpr): Evaluate {
    const compute = this.plan(expr.accuInit);
    const { slot } = this.scope.enter(expr.accuVar, { compute });
    const result = this.plan(expr.result);
    this.scope.leave(1);
    const binding = planBindings([slot], result);
    return this.options.foldConstants ? binding : withFixedCost(binding, this.costs?.list ?? 0);
  }
}

/** Returns the name of the variable behind `cel.index(index)`. */
function blockValueName(index: number): string {
  return `@index${index}`;
}

const sizeOverloadIds: ReadonlySet<string> = new Set([
  "size_string",
  "size_list",
  "size_map",
  "string_size",
  "list_size",
  "map_size",
]);

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

function constantOf({ constant }: ConstExpr): Value {
  return constant.type === "uint" ? new Uint(constant.value) : constant.value;
}

function isIndex({ function: name, target }: CallExpr): boolean {
  return target === undefined && (name === "_[_]" || name === "_[?_]" || name === "_?._");
}

function isConditional({ function: name, target }: CallExpr): boolean {
  return target === undefined && name === "_?_:_";
}

/** Whether a value is a string, a number or a boolean. */
function isSetMember(value: Value): boolean {
  return value !== null && (typeof value !== "object" || value instanceof Uint);
}

/** Whether no expression can write the name. */
function isHidden(name: string): boolean {
  return name.startsWith("@");
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === "list" && expr.elements.length === 0;
}

function isEmpty(expr: Expr): boolean {
  return isEmptyList(expr) || (expr.kind === "map" && expr.entries.length === 0);
}

function countReads(references: ReadonlyMap<number, Reference> = new Map()): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reference of references.values()) {
    if (reference.kind !== "ident") continue;
    const name = globalName(reference.name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Removes the leading dot of a name that refers to the environment. */
function globalName(name: string): string {
  return name.startsWith(".") ? name.slice(1) : name;
}

function missingVariable(exprId: number, name: string): CelError {
  return new CelError(`no such attribute(s): ${name}`, exprId);
}

const unsetVariable = new CelError("loop variable without a value");

function planVariable(exprId: number, name: string): Evaluate {
  const missing = missingVariable(exprId, name);
  return (frame) => {
    const value = frame.variables.get(name);
    return value === undefined ? missing : value;
  };
}

function planLocal({ slot, compute }: LocalVariable): Evaluate {
  if (compute === undefined) {
    return (frame) => {
      const value = frame.slots[slot];
      return value === undefined ? unsetVariable : value;
    };
  }
  return (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const value = compute(frame);
    frame.slots[slot] = value;
    return value;
  };
}
