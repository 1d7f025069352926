/**
 * Folds conversions of constants, which a component already calls when it builds the program of an expression. If one
 * fails, the component rejects the expression, even if no evaluation would reach the call.
 *
 * @module
 */
import type { CallExpr, Constant, Expr } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import { conversionNames } from "../types/conversions.ts";
import type { Declarations } from "../types/environment.ts";
import type { CelType } from "../types/types.ts";
import { CelError, Duration, Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";

/**
 * A constant, as far as it is known without an evaluation. Lists, maps and types have no `value`: only the fact that
 * they are constant matters.
 */
interface FoldedConstant {
  readonly kind: CelType["kind"];
  readonly value?: Value;
}

/** Reports a conversion that fails. */
type FoldReport = (call: CallExpr, error: CelError) => void;

/** Computes the constants of a checked expression; calls each conversion once. */
export class ConstantFolder {
  private readonly checked: CheckedAst;
  private readonly declarations: Declarations;
  private readonly report: FoldReport;
  private readonly conversions = new Map<number, FoldedConstant | undefined>();

  constructor(checked: CheckedAst, declarations: Declarations, report: FoldReport) {
    this.checked = checked;
    this.declarations = declarations;
    this.report = report;
  }

  /** Returns the constant that a node evaluates to; undefined for a node that is not constant. */
  fold(expr: Expr): FoldedConstant | undefined {
    switch (expr.kind) {
      case "const":
        return foldConstant(expr.constant);
      case "ident": {
        const reference = this.checked.references.get(expr.id);
        return reference?.kind === "ident" && reference.value !== undefined
          ? foldedConstantOf(reference.value)
          : undefined;
      }
      case "list":
        return expr.elements.every((element) => this.fold(element)) ? { kind: "list" } : undefined;
      case "map":
        return expr.entries.every(({ key, value }) => this.fold(key) && this.fold(value)) ? { kind: "map" } : undefined;
      case "call":
        return conversionNames.has(expr.function) ? this.foldConversion(expr) : undefined;
      default:
        return undefined;
    }
  }

  private foldConversion(call: CallExpr): FoldedConstant | undefined {
    if (this.conversions.has(call.id)) return this.conversions.get(call.id);
    const result = this.convert(call);
    if (result instanceof CelError) this.report(call, result);
    const value = result instanceof CelError ? undefined : result;
    this.conversions.set(call.id, value);
    return value;
  }

  private convert(call: CallExpr): FoldedConstant | CelError | undefined {
    const [arg] = call.args;
    if (arg === undefined || call.args.length !== 1 || call.target !== undefined) return undefined;
    const constant = this.fold(arg);
    return constant && callWithConstant(this.declarations, call.function, constant);
  }
}

/**
 * Calls a conversion with a constant, using the overload for the constant's type.
 *
 * @returns undefined if the function has no implementation in the environment
 */
export function callWithConstant(
  declarations: Declarations,
  name: string,
  constant: FoldedConstant,
): FoldedConstant | CelError | undefined {
  if (name === "dyn") return constant;
  const overload = declarations.functions
    .get(name)
    ?.overloads.find(({ params, member }) => !member && params.length === 1 && accepts(params[0], constant.kind));
  if (overload === undefined) return new CelError("no such overload");
  if (constant.value === undefined) return { kind: overload.result.kind };
  const result = overload.call?.(constant.value);
  return result === undefined || result instanceof CelError ? result : foldedConstantOf(result);
}

export function foldConstant(constant: Constant): FoldedConstant {
  return { kind: constant.type, value: constant.type === "uint" ? new Uint(constant.value) : constant.value };
}

function accepts(param: CelType | undefined, kind: CelType["kind"]): boolean {
  return param?.kind === kind || param?.kind === "param" || param?.kind === "dyn";
}

/** Wraps the value of a conversion or constant; undefined for values other than simple ones and types. */
function foldedConstantOf(value: Value): FoldedConstant | undefined {
  switch (typeof value) {
    case "boolean":
      return { kind: "bool", value };
    case "bigint":
      return { kind: "int", value };
    case "number":
      return { kind: "double", value };
    case "string":
      return { kind: "string", value };
    default:
      break;
  }
  if (value instanceof Uint8Array) return { kind: "bytes", value };
  if (value instanceof Uint) return { kind: "uint", value };
  if (value instanceof Timestamp) return { kind: "timestamp", value };
  if (value instanceof Duration) return { kind: "duration", value };
  if (value instanceof TypeValue) return { kind: "type" };
  return undefined;
}
