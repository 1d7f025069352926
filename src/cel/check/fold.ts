/**
 * The calls that a component already makes when it builds the program of an expression: conversions of constants.
 * Their faults refuse the expression before it ever runs, even where it would never get there.
 *
 * @module
 */
import type { CallExpr, Constant, Expr } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { Declarations } from "../types/environment.ts";
import type { CelType } from "../types/types.ts";
import { CelError, Duration, Timestamp, Uint, type Value } from "../types/values.ts";

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

/** Reports a fault of the conversion that `call` is. */
export type FoldReport = (call: CallExpr, error: CelError) => void;

/** Works out the constants of one checked expression; each conversion once. */
export class ConstantFolder {
  private readonly checked: CheckedAst;
  private readonly declarations: Declarations;
  private readonly report: FoldReport;
  private readonly conversions = new Map<number, Value | undefined>();

  constructor(checked: CheckedAst, declarations: Declarations, report: FoldReport) {
    this.checked = checked;
    this.declarations = declarations;
    this.report = report;
  }

  /** The value of a node that is known without running anything; undefined for any other. */
  valueOf(expr: Expr): Value | undefined {
    switch (expr.kind) {
      case "const":
        return constantValue(expr.constant);
      case "ident": {
        const reference = this.checked.references.get(expr.id);
        return reference?.kind === "ident" ? reference.value : undefined;
      }
      case "call": {
        if (!conversionNames.has(expr.function)) return undefined;
        if (this.conversions.has(expr.id)) return this.conversions.get(expr.id);
        const value = this.convert(expr);
        this.conversions.set(expr.id, value);
        return value;
      }
      default:
        return undefined;
    }
  }

  private convert(call: CallExpr): Value | undefined {
    const [arg] = call.args;
    if (arg === undefined || call.args.length !== 1 || call.target !== undefined) return undefined;
    const value = this.valueOf(arg);
    if (value === undefined) return undefined;
    const result = callWithConstant(this.declarations, call.function, value);
    if (!(result instanceof CelError)) return result;
    this.report(call, result);
    return undefined;
  }
}

/**
 * Calls a function of one parameter with a constant, by the overload for the constant's own type.
 *
 * @returns undefined when the function has no implementation for it here
 */
export function callWithConstant(declarations: Declarations, name: string, value: Value): Value | CelError | undefined {
  if (name === "dyn") return value;
  const kind = kindOf(value);
  if (kind === undefined) return undefined;
  const overload = declarations.functions
    .get(name)
    ?.overloads.find(({ params, member }) => !member && params.length === 1 && accepts(params[0], kind));
  return overload === undefined ? new CelError("no such overload") : overload.call?.(value);
}

/** A literal as a run-time value. */
export function constantValue(constant: Constant): Value {
  return constant.type === "uint" ? new Uint(constant.value) : constant.value;
}

function accepts(param: CelType | undefined, kind: CelType["kind"]): boolean {
  return param?.kind === kind || param?.kind === "param" || param?.kind === "dyn";
}

/** The kind of simple values; undefined for all others. */
function kindOf(value: Value): CelType["kind"] | undefined {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "double";
    case "string":
      return "string";
    default:
      break;
  }
  if (value === null) return "null";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Uint) return "uint";
  if (value instanceof Timestamp) return "timestamp";
  if (value instanceof Duration) return "duration";
  return undefined;
}
