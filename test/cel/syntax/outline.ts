/**
 * Prints a tree on one line without ids and positions: `_+_(a, size(b))`, `a->f(1)` for a member call, `a.b!` for
 * has(a.b).
 */
import type { Constant, Expr } from "../../../src/cel/syntax/ast.ts";

export function outline(expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return constantOutline(expr.constant);
    case "ident":
      return expr.name;
    case "select":
      return `${outline(expr.operand)}.${expr.field}${expr.testOnly ? "!" : ""}`;
    case "call": {
      const target = expr.target === undefined ? "" : `${outline(expr.target)}->`;
      return `${target}${expr.function}(${expr.args.map(outline).join(", ")})`;
    }
    case "list":
      return `[${expr.elements.map((e, i) => (expr.optionalIndices.includes(i) ? `?${outline(e)}` : outline(e))).join(", ")}]`;
    case "map":
      return `{${expr.entries.map((e) => `${e.optional ? "?" : ""}${outline(e.key)}: ${outline(e.value)}`).join(", ")}}`;
    case "struct": {
      const fields = expr.fields.map((field) => `${field.optional ? "?" : ""}${field.name}: ${outline(field.value)}`);
      return `${expr.typeName}{${fields.join(", ")}}`;
    }
    case "comprehension": {
      const { iterRange, iterVar, iterVar2, accuVar, accuInit, loopCondition, loopStep, result } = expr;
      const variables = iterVar2 === undefined ? iterVar : `${iterVar}, ${iterVar2}`;
      const [init, condition, step, end] = [accuInit, loopCondition, loopStep, result].map(outline);
      return `fold(${variables} of ${outline(iterRange)}; ${accuVar} = ${init}; ${condition}; ${step}; ${end})`;
    }
  }
}

function constantOutline(constant: Constant): string {
  switch (constant.type) {
    case "uint":
      return `${constant.value}u`;
    case "double":
      return `double ${Object.is(constant.value, -0) ? "-0" : constant.value}`;
    case "string":
      return JSON.stringify(constant.value);
    case "bytes":
      return `bytes [${[...constant.value].join(" ")}]`;
    default:
      return String(constant.value);
  }
}
