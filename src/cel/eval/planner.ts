/**
 * From a tree to closures, one for each node that is evaluated by itself.
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
import type { FunctionCost, TrackingRules } from "../types/costs.ts";
import type { Implementation, Overload } from "../types/declarations.ts";
import type { Declarations } from "../types/environment.ts";
import { CelError, Uint, type Value } from "../types/values.ts";
import { isIn } from "./access.ts";
import { planBinary, planCharged, planSequence, planUnary } from "./call.ts";
import { planBindings, planLoop } from "./comprehension.ts";
import { planList, planMap, planStruct } from "./construct.ts";
import { planDispatch } from "./dispatch.ts";
import { EntryMap } from "./entry-map.ts";
import { type Evaluate, Frame } from "./frame.ts";
import { insertEntries, insertEntry } from "./insert.ts";
import { OpenNames } from "./open-names.ts";
import {
  append,
  binaryOperators,
  join,
  planConditional,
  planLogic,
  planNotStrictlyFalse,
  planOr,
  planOrValue,
  unaryOperators,
} from "./operators.ts";
import { type PathPlan, type PathStep, planPath, planPathPresence } from "./path.ts";
import {
  type AccessRules,
  planField,
  planIndex,
  planOptionalIndex,
  planPresence,
  planPresenceOrOptional,
} from "./plan-access.ts";
import { type LocalVariable, Scope } from "./scope.ts";
import { isList } from "./value-type.ts";

/** How a plan evaluates. */
export interface PlanOptions {
  /**
   * Where cel-go, and so Kubernetes, differs from the definition of the language: with `cel-go`, map literals may repeat
   * keys (the last counts) and have any value as a key, nothing is present in a number or a string, and nothing is in
   * `[]`, whatever it is; with `definition`, the default, these are errors.
   */
  readonly dialect?: "definition" | "cel-go";
  /**
   * Work out literals of constants and conversions of constants when planning, as Kubernetes does; what is known then
   * costs nothing when it is evaluated. Default false.
   */
  readonly foldConstants?: boolean;
  /** Called for every node with its plan; what it returns takes the plan's place, to trace what evaluates to what. */
  readonly instrument?: (expr: Expr, evaluate: Evaluate) => Evaluate;
}

function rootOf(tree: CheckedAst | Ast): Expr {
  return "ast" in tree ? tree.ast.expr : tree.expr;
}

/** Plans one tree. */
export class Planner {
  private readonly tree: CheckedAst | Ast;
  private readonly scope = new Scope();
  /** Undefined for a tree that was not checked. */
  private readonly references: ReadonlyMap<number, Reference> | undefined;
  private readonly declarations: Declarations;
  private readonly names: OpenNames;
  private readonly options: PlanOptions;
  /** Undefined when costs are not counted. */
  private readonly costs: TrackingRules | undefined;
  private readonly isCelGo: boolean;
  private readonly access: AccessRules;
  /** By node id, of the nodes planned so far. */
  private readonly constants = new Map<number, Value>();

  constructor(
    tree: CheckedAst | Ast,
    declarations: Declarations,
    options: PlanOptions,
    costs: TrackingRules | undefined,
  ) {
    this.tree = tree;
    this.references = "ast" in tree ? tree.references : undefined;
    this.declarations = declarations;
    this.names = new OpenNames(declarations);
    this.options = options;
    this.costs = costs;
    this.isCelGo = options.dialect === "cel-go";
    this.access = { isFaultInScalars: !this.isCelGo, readCost: costs?.read ?? 0 };
  }

  planTree(): Evaluate {
    return this.plan(rootOf(this.tree));
  }

  /** How many slots a frame for the plan needs; once the tree is planned. */
  get slotCount(): number {
    return this.scope.slotCount;
  }

  private plan(expr: Expr): Evaluate {
    const startCost = this.costs === undefined ? 0 : this.startCost(expr, this.costs);
    const path = this.pathOf(expr, startCost);
    if (path !== undefined) return expr.kind === "select" && expr.testOnly ? planPathPresence(path) : planPath(path);
    return this.instrumented(expr, planCharged(this.planNode(expr), startCost));
  }

  /**
   * The plan of a part of a path, without what its start costs. So are also planned keys of indexes and branches of
   * conditionals, as cel-go reads a path there without going through the node of the path.
   */
  private planPart(expr: Expr): Evaluate {
    const path = this.pathOf(expr, 0);
    if (path !== undefined) return expr.kind === "select" && expr.testOnly ? planPathPresence(path) : planPath(path);
    return this.instrumented(expr, this.planNode(expr));
  }

  private instrumented(expr: Expr, evaluate: Evaluate): Evaluate {
    return this.options.instrument?.(expr, evaluate) ?? evaluate;
  }

  /** What a path costs besides its steps: its start, which is a variable or any other value that is looked into. */
  private startCost(expr: Expr, { read, presenceTest }: TrackingRules): number {
    if (!this.isPath(expr)) return 0;
    const cost = this.startsAtConditional(expr) ? 0 : read;
    // The last step of a presence test is taken like any other; what it may not cost comes off here.
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

  /** The plan of a node whose parts are constants becomes a constant, unless it fails. */
  private fold(expr: Expr, parts: readonly Expr[], evaluate: Evaluate): Evaluate {
    if (!this.options.foldConstants || !parts.every(({ id }) => this.constants.has(id))) return evaluate;
    const value = evaluate(new Frame(0));
    return value instanceof CelError ? evaluate : this.planConstant(expr, value);
  }

  private charged(evaluate: Evaluate, cost: number | undefined): Evaluate {
    return cost === undefined ? evaluate : planCharged(evaluate, cost);
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

  /** The node as a path, unless it is none or must be planned step by step. */
  private pathOf(expr: Expr, startCost: number): PathPlan | undefined {
    if (this.references === undefined || this.options.instrument !== undefined) return undefined;
    const steps: PathStep[] = [];
    let start = expr;
    while (start.kind === "select" && (start === expr || !start.testOnly)) {
      steps.unshift({ field: start.field, exprId: start.id });
      start = start.operand;
    }
    const reference = this.references.get(start.id);
    if (start.kind !== "ident" || reference?.kind !== "ident" || reference.value !== undefined) return undefined;
    const local = this.scope.find(reference.name);
    if (local?.compute !== undefined) return undefined;
    const name = globalName(reference.name);
    const missing = local === undefined ? missingVariable(start.id, name) : unsetVariable;
    return { root: local?.slot ?? name, missing, steps, rules: this.access, startCost };
  }

  private planSelect(expr: SelectExpr): Evaluate {
    const operand = this.planOperand(expr.operand);
    const { field } = expr;
    if (expr.testOnly) return planPresence(expr.id, operand, field, this.access);
    const select = planField(expr.id, operand, field, this.access);
    const path = this.references === undefined ? this.openPath(expr) : undefined;
    if (path === undefined) return select;
    const find = this.names.planLookup(path);
    return (frame) => {
      const value = find(frame);
      return value === undefined ? select(frame) : value;
    };
  }

  /** What is looked into: a shorter path, or any value, at which a path starts then. */
  private planOperand(expr: Expr): Evaluate {
    return this.isPath(expr) ? this.planPart(expr) : this.plan(expr);
  }

  /** Whether cel-go takes the node for an attribute: a variable, what is reached from anything, or a choice of those. */
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

  /** `a.b.c` as one name, when nothing says that `a` is a loop variable. */
  private openPath(expr: Expr): string | undefined {
    if (expr.kind === "ident") return this.scope.find(expr.name) === undefined ? expr.name : undefined;
    if (expr.kind !== "select" || expr.testOnly) return undefined;
    const operand = this.openPath(expr.operand);
    return operand === undefined ? undefined : `${operand}.${expr.field}`;
  }

  private planCall(call: CallExpr): Evaluate {
    const { target } = call;
    const functionPath = this.references === undefined && target !== undefined ? this.openPath(target) : undefined;
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
    const evaluatesBoth = overloads.length === 1 && !cost?.stopsAtFault && !this.hasConstantPattern(name, operands);
    const evaluate = planDispatch(call.id, { name, overloads }, plans, { cost, evaluatesBoth });
    return conversionNames.has(name) && operands.length === 1 ? this.fold(call, operands, evaluate) : evaluate;
  }

  /** Such calls are made ready when planning, and stop at the first operand that is an error then. */
  private hasConstantPattern(name: string, [, pattern]: readonly Expr[]): boolean {
    if (!this.options.foldConstants || !patternFunctions.has(name) || pattern === undefined) return false;
    return typeof this.constants.get(pattern.id) === "string";
  }

  /** Undefined when costs are not counted. */
  private costOf(call: CallExpr, name = call.function): FunctionCost | undefined {
    return this.costs?.costOf(name, this.overloadIdOf(call));
  }

  /** Undefined unless there is just one; (in)equality has only one, whatever is compared. */
  private overloadIdOf(call: CallExpr): string | undefined {
    const reference = this.references?.get(call.id);
    if (reference?.kind === "function" && reference.overloads.length === 1) return reference.overloads[0];
    return call.function === "_==_" ? "equals" : call.function === "_!=_" ? "not_equals" : undefined;
  }

  /** The plan of what the evaluator treats itself; undefined for calls of library functions. */
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

  /** In cel-go a `has()` that is itself a branch of a conditional gives an optional when it looks into one. */
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
    const cost = this.costOf(call);
    if (first !== undefined && second !== undefined && third === undefined) {
      return planBinary(call.id, insertEntries(this.isBuilt(map)), first, second, cost);
    }
    return planSequence(call.id, insertEntry(this.isBuilt(map)) as Implementation, plans, cost);
  }

  private planBuiltInUnary(call: CallExpr, operand: Expr): Evaluate | undefined {
    if (call.function === "@not_strictly_false") {
      return this.charged(planNotStrictlyFalse(this.plan(operand)), this.costs?.call);
    }
    const operation = unaryOperators.get(call.function);
    return operation === undefined ? undefined : planUnary(call.id, operation, this.plan(operand), this.costOf(call));
  }

  private planBuiltInBinary(call: CallExpr, left: Expr, right: Expr): Evaluate | undefined {
    const { id, function: name } = call;
    if (name === "_&&_" || name === "_||_") return planLogic(id, name === "_||_", this.plan(left), this.plan(right));
    if (isIndex(call)) return this.planIndex(call, left, right);
    if (name === "@in") return this.planIn(call, left, right);
    const operation = name === "_+_" ? (this.isBuilt(left) ? append : join) : binaryOperators.get(name);
    if (operation === undefined) return undefined;
    return planBinary(id, operation, this.plan(left), this.plan(right), this.costOf(call));
  }

  private planIndex(call: CallExpr, left: Expr, right: Expr): Evaluate {
    const planAccess = call.function === "_[_]" ? planIndex : planOptionalIndex;
    return planAccess(call.id, this.planOperand(left), this.planPart(right), this.access);
  }

  private planIn(call: CallExpr, element: Expr, container: Expr): Evaluate {
    if (this.isCelGo && this.references !== undefined && isEmptyList(container)) return () => false;
    const plans = [this.plan(element), this.plan(container)] as const;
    const cost = this.isSetTest(call, container) ? undefined : this.costOf(call);
    return planBinary(call.id, isIn, ...plans, cost);
  }

  /** In Kubernetes, lists of constants without parts are sets, in which looking is free. */
  private isSetTest(call: CallExpr, container: Expr): boolean {
    const list = this.constants.get(container.id);
    return this.overloadIdOf(call) === "in_list" && list !== undefined && isList(list) && list.every(isSetMember);
  }

  private planOptionalChoice(call: CallExpr, first: Expr, second: Expr): Evaluate | undefined {
    if (call.args.length !== 1) return undefined;
    if (call.function === "or") return planOr(call.id, this.plan(first), this.plan(second));
    return call.function === "orValue" ? planOrValue(call.id, this.plan(first), this.plan(second)) : undefined;
  }

  /** True for the accumulator of a comprehension that builds a list or map nobody else can see yet. */
  private isBuilt(expr: Expr): boolean {
    return expr.kind === "ident" && this.scope.find(expr.name)?.isBuilt === true;
  }

  private planList(expr: ListExpr): Evaluate {
    const elements = expr.elements.map((element, index) => ({
      value: this.plan(element),
      isOptional: expr.optionalIndices.includes(index),
    }));
    return this.charged(planList(expr.id, elements), this.costs?.list);
  }

  private planMap(expr: MapExpr): Evaluate {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional: optional,
    }));
    return this.charged(planMap(expr.id, entries, { allowAnyKeys: this.isCelGo }), this.costs?.map);
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
    return this.charged(planStruct(expr.id, declaration.name, fields), this.costs?.struct);
  }

  private planComprehension(expr: ComprehensionExpr): Evaluate {
    if (isEmptyList(expr.iterRange)) return this.planBinding(expr);
    const range = this.plan(expr.iterRange);
    const isBuilt = isHidden(expr.accuVar) && isEmpty(expr.accuInit);
    const initial = isBuilt ? this.planEmpty(expr.accuInit) : this.plan(expr.accuInit);
    const accumulator = this.scope.enter(expr.accuVar, { isBuilt });
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

  /** A list or map that is new for each run of a loop; it counts as a constant all the same. */
  private planEmpty(expr: Expr): Evaluate {
    if (expr.kind === "map") return this.options.foldConstants ? () => new EntryMap() : this.planMap(expr);
    return this.options.foldConstants || expr.kind !== "list" ? () => [] : this.planList(expr);
  }

  /** Every value may read every other by its index; while it is computed it is not there, so that no circle is endless. */
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
    values.push(...elements.map((element) => this.plan(element)));
    const evaluate = this.plan(result);
    this.scope.leave(slots.length);
    return planBindings(slots, evaluate);
  }

  /** A loop over nothing only gives a name to a value: `cel.bind`, `optMap`. */
  private planBinding(expr: ComprehensionExpr): Evaluate {
    const compute = this.plan(expr.accuInit);
    const { slot } = this.scope.enter(expr.accuVar, { compute });
    const result = this.plan(expr.result);
    this.scope.leave(1);
    const binding = planBindings([slot], result);
    return this.options.foldConstants ? binding : this.charged(binding, this.costs?.list);
  }
}

/** What `cel.index(0)` stands for. */
function blockValueName(index: number): string {
  return `@index${index}`;
}

/** Calls that are worked out when planning if their argument is a constant. */
const conversionNames: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
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

/** Strings, numbers and booleans. */
function isSetMember(value: Value): boolean {
  return value !== null && (typeof value !== "object" || value instanceof Uint);
}

/** True for names that no expression can contain. */
function isHidden(name: string): boolean {
  return name.startsWith("@");
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === "list" && expr.elements.length === 0;
}

function isEmpty(expr: Expr): boolean {
  return isEmptyList(expr) || (expr.kind === "map" && expr.entries.length === 0);
}

/** Without the dot that marks a name as one of the root. */
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
