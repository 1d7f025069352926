/**
 * From a tree to closures: {@link plan} is done once, {@link Program.evaluate} as often as there is input. Trees may be
 * checked, then names and overloads are known, or only parsed, then both are found by what there is at run time.
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
import type { Overload } from "../types/declarations.ts";
import type { Declarations } from "../types/environment.ts";
import { CelError, Uint, type Value } from "../types/values.ts";
import type { PresenceRules } from "./access.ts";
import { planBindings, planLoop } from "./comprehension.ts";
import { planList, planMap, planStruct } from "./construct.ts";
import { planDispatch } from "./dispatch.ts";
import { type Activation, type Evaluate, Frame, type FrameOptions } from "./frame.ts";
import { planMapInsert } from "./insert.ts";
import { OpenNames } from "./open-names.ts";
import {
  binaryOperators,
  planAdd,
  planAppend,
  planBinary,
  planConditional,
  planEquality,
  planLogic,
  planNotStrictlyFalse,
  planOr,
  planOrValue,
  planUnary,
  unaryOperators,
} from "./operators.ts";
import { planField, planIndex, planOptionalIndex, planPresence, planPresenceOrOptional } from "./plan-access.ts";
import { type LocalVariable, Scope } from "./scope.ts";

/** A planned expression; it keeps nothing between evaluations. */
export interface Program {
  /**
   * @param variables - a missing one is an error when it is read
   * @returns the value, or the error with the id of the node that it came from
   */
  evaluate(variables: Activation, options?: FrameOptions): Value | CelError;
}

/** How a plan evaluates. */
export interface PlanOptions {
  /**
   * Where cel-go, and so Kubernetes, differs from the definition of the language: with `cel-go`, map literals may repeat
   * keys (the last counts) and have any value as a key, nothing is present in a number or a string, and nothing is in
   * `[]`, whatever it is; with `definition`, the default, these are errors.
   */
  readonly dialect?: "definition" | "cel-go";
  /**
   * Called for every node with its plan; what it returns takes the plan's place. A counter of costs wraps plans in this
   * way; without it planning adds nothing for it.
   */
  readonly instrument?: (expr: Expr, evaluate: Evaluate) => Evaluate;
}

/** Makes a program of a checked or of a merely parsed tree. */
export function plan(tree: CheckedAst | Ast, declarations: Declarations, options: PlanOptions = {}): Program {
  const planner = new Planner("ast" in tree ? tree.references : undefined, declarations, options);
  const evaluate = planner.plan("ast" in tree ? tree.ast.expr : tree.expr);
  const { slotCount } = planner.scope;
  return {
    evaluate(variables, frameOptions = {}) {
      const frame = new Frame(variables, slotCount, frameOptions);
      const result = evaluate(frame);
      return frame.exhausted ?? result;
    },
  };
}

class Planner {
  readonly scope = new Scope();
  /** Undefined for a tree that was not checked. */
  private readonly references: ReadonlyMap<number, Reference> | undefined;
  private readonly declarations: Declarations;
  private readonly names: OpenNames;
  private readonly options: PlanOptions;
  private readonly isCelGo: boolean;
  private readonly presence: PresenceRules;

  constructor(
    references: ReadonlyMap<number, Reference> | undefined,
    declarations: Declarations,
    options: PlanOptions,
  ) {
    this.references = references;
    this.declarations = declarations;
    this.names = new OpenNames(declarations);
    this.options = options;
    this.isCelGo = options.dialect === "cel-go";
    this.presence = { isFaultInScalars: !this.isCelGo };
  }

  plan(expr: Expr): Evaluate {
    const evaluate = this.planNode(expr);
    return this.options.instrument?.(expr, evaluate) ?? evaluate;
  }

  private planNode(expr: Expr): Evaluate {
    switch (expr.kind) {
      case "const":
        return planConstant(expr);
      case "ident":
        return this.planIdent(expr);
      case "select":
        return this.planSelect(expr);
      case "call":
        return this.planCall(expr);
      case "list":
        return this.planList(expr);
      case "map":
        return this.planMap(expr);
      case "struct":
        return this.planStruct(expr);
      case "comprehension":
        return this.planComprehension(expr);
    }
  }

  private planAll(exprs: readonly Expr[]): Evaluate[] {
    return exprs.map((expr) => this.plan(expr));
  }

  private planIdent(expr: IdentExpr): Evaluate {
    const reference = this.references?.get(expr.id);
    if (reference?.kind === "ident" && reference.value !== undefined) {
      const { value } = reference;
      return () => value;
    }
    const name = reference?.kind === "ident" ? reference.name : expr.name;
    const local = this.scope.find(name);
    if (local !== undefined) return planLocal(local);
    if (this.references === undefined) return this.names.planName(expr.id, name);
    return planVariable(expr.id, name.startsWith(".") ? name.slice(1) : name);
  }

  private planSelect(expr: SelectExpr): Evaluate {
    const operand = this.plan(expr.operand);
    const { field } = expr;
    if (expr.testOnly) return planPresence(expr.id, operand, field, this.presence);
    const select = planField(expr.id, operand, field, this.presence);
    const path = this.references === undefined ? this.openPath(expr) : undefined;
    if (path === undefined) return select;
    const find = this.names.planLookup(path);
    return (frame) => {
      const value = find(frame);
      return value === undefined ? select(frame) : value;
    };
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
      return this.planOverloads(call.id, qualified, this.overloadsOf(call, qualified, false), call.args);
    }
    const operands = target === undefined ? call.args : [target, ...call.args];
    const builtIn = this.planBuiltIn(call, operands);
    if (builtIn !== undefined) return builtIn;
    const name = this.names.findFunction(call.function) ?? call.function;
    return this.planOverloads(call.id, name, this.overloadsOf(call, name, target !== undefined), operands);
  }

  private overloadsOf(call: CallExpr, name: string, isMember: boolean): readonly Overload[] {
    const overloads = this.declarations.functions.get(name)?.overloads ?? [];
    const reference = this.references?.get(call.id);
    if (reference?.kind !== "function") return overloads.filter(({ member }) => member === isMember);
    return reference.overloads.flatMap((id) => overloads.find((overload) => overload.id === id) ?? []);
  }

  private planOverloads(
    exprId: number,
    name: string,
    overloads: readonly Overload[],
    operands: readonly Expr[],
  ): Evaluate {
    if (overloads.length > 0) return planDispatch(exprId, name, overloads, this.planAll(operands));
    const unbound = new CelError(`unbound function: ${name}`, exprId);
    return () => unbound;
  }

  /** The plan of what the evaluator treats itself; undefined for calls of library functions. */
  private planBuiltIn(call: CallExpr, operands: readonly Expr[]): Evaluate | undefined {
    const [first, second, third] = operands;
    if (first === undefined) return undefined;
    if (second === undefined) return this.planBuiltInUnary(call, first);
    if (call.target !== undefined) return this.planOptionalChoice(call, first, second);
    if (call.function === "cel.@mapInsert") {
      return planMapInsert(call.id, this.plan(first), this.planAll(operands.slice(1)), this.isBuilt(first));
    }
    if (call.function === "cel.@block" && first.kind === "list") return this.planBlock(first, second);
    if (third === undefined) return this.planBuiltInBinary(call, first, second);
    if (call.function !== "_?_:_") return undefined;
    return planConditional(call.id, this.plan(first), this.planBranch(second), this.planBranch(third));
  }

  /** In cel-go a `has()` that is itself a branch of a conditional gives an optional when it looks into one. */
  private planBranch(expr: Expr): Evaluate {
    const isQuirk = this.isCelGo && expr.kind === "select" && expr.testOnly;
    if (!isQuirk) return this.plan(expr);
    return planPresenceOrOptional(expr.id, this.plan(expr.operand), expr.field, this.presence);
  }

  private planBuiltInUnary({ id, function: name }: CallExpr, operand: Expr): Evaluate | undefined {
    if (name === "@not_strictly_false") return planNotStrictlyFalse(this.plan(operand));
    const operation = unaryOperators.get(name);
    return operation === undefined ? undefined : planUnary(id, operation, this.plan(operand));
  }

  private planBuiltInBinary({ id, function: name }: CallExpr, left: Expr, right: Expr): Evaluate | undefined {
    if (name === "_&&_" || name === "_||_") return planLogic(id, name === "_||_", this.plan(left), this.plan(right));
    if (name === "_==_" || name === "_!=_") return planEquality(id, name === "_==_", this.plan(left), this.plan(right));
    if (name === "_+_") {
      const planSum = this.isBuilt(left) ? planAppend : planAdd;
      return planSum(id, this.plan(left), this.plan(right));
    }
    if (name === "_[_]") return planIndex(id, this.plan(left), this.plan(right), this.presence);
    if (name === "_[?_]" || name === "_?._") {
      return planOptionalIndex(id, this.plan(left), this.plan(right), this.presence);
    }
    if (name === "@in" && this.isCelGo && this.references !== undefined && isEmptyList(right)) return () => false;
    const operation = binaryOperators.get(name);
    return operation === undefined ? undefined : planBinary(id, operation, this.plan(left), this.plan(right));
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
    return planList(expr.id, elements);
  }

  private planMap(expr: MapExpr): Evaluate {
    const entries = expr.entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional: optional,
    }));
    return planMap(expr.id, entries, { allowAnyKeys: this.isCelGo });
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
    return planStruct(expr.id, declaration.name, fields);
  }

  private planComprehension(expr: ComprehensionExpr): Evaluate {
    if (isEmptyList(expr.iterRange)) return this.planBinding(expr);
    const range = this.plan(expr.iterRange);
    const initial = this.plan(expr.accuInit);
    const accumulator = this.scope.enter(expr.accuVar, { isBuilt: isHidden(expr.accuVar) && isEmpty(expr.accuInit) });
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
    values.push(...this.planAll(elements));
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
    return planBindings([slot], result);
  }
}

/** What `cel.index(0)` stands for. */
function blockValueName(index: number): string {
  return `@index${index}`;
}

function planConstant({ constant }: ConstExpr): Evaluate {
  const value = constant.type === "uint" ? new Uint(constant.value) : constant.value;
  return () => value;
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

function planVariable(exprId: number, name: string): Evaluate {
  const missing = new CelError(`no such attribute(s): ${name}`, exprId);
  return (frame) => {
    const value = frame.variables.get(name);
    return value === undefined ? missing : value;
  };
}

function planLocal({ slot, compute }: LocalVariable): Evaluate {
  const unset = new CelError("loop variable without a value");
  if (compute === undefined) {
    return (frame) => {
      const value = frame.slots[slot];
      return value === undefined ? unset : value;
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
