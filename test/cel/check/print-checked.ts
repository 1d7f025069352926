import type { Constant, Expr } from "../../../src/cel/syntax/ast.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import { formatType } from "../../../src/cel/types/format-type.ts";

/** Prints a checked tree in cel-go's debug notation, `x~int^x`, masked by {@link maskLiterals}. */
export function printChecked({ ast, types, references }: CheckedAst): string {
  return maskLiterals(print(ast.expr));

  function print(expr: Expr): string {
    const type = types.get(expr.id);
    return `${printNode(expr)}${type ? `~${formatType(type)}` : ""}${printReference(expr)}`;
  }

  function printReference(expr: Expr): string {
    const reference = references.get(expr.id);
    if (reference === undefined) return "";
    return `^${reference.kind === "ident" ? reference.name : reference.overloads.toSorted().join("|")}`;
  }

  function printNode(expr: Expr): string {
    switch (expr.kind) {
      case "const":
        return printConstant(expr.constant);
      case "ident":
        return expr.name;
      case "select":
        return `${print(expr.operand)}.${expr.field}${expr.testOnly ? "~test-only~" : ""}`;
      case "call":
        return `${expr.target ? `${print(expr.target)}.` : ""}${expr.function}(${expr.args.map(print).join(",")})`;
      case "list":
        return `[${expr.elements.map(print).join(",")}]`;
      case "map":
        return `{${expr.entries.map((entry) => `${entry.optional ? "?" : ""}${print(entry.key)}:${print(entry.value)}`).join(",")}}`;
      case "struct":
        return `${expr.typeName}{${expr.fields.map((field) => `${field.optional ? "?" : ""}${field.name}:${print(field.value)}`).join(",")}}`;
      case "comprehension":
        return [
          `__comprehension__(// Variable\n${expr.iterVar}`,
          ...(expr.iterVar2 === undefined ? [] : [expr.iterVar2]),
          `// Target\n${print(expr.iterRange)}`,
          `// Accumulator\n${expr.accuVar}`,
          `// Init\n${print(expr.accuInit)}`,
          `// LoopCondition\n${print(expr.loopCondition)}`,
          `// LoopStep\n${print(expr.loopStep)}`,
          `// Result\n${print(expr.result)})`,
        ].join(",");
    }
  }
}

/** Removes white space, the content of strings and bytes, and the digits of doubles, which Go formats differently. */
export function maskLiterals(text: string): string {
  return text
    .replace(/\s+/g, "")
    .replace(/"(?:\\.|[^"\\])*"/g, '""')
    .replace(/(?:-?\d[\d.e+-]*|NaN|[+-]?Inf(?:inity)?)~double/g, "#~double");
}

function printConstant(constant: Constant): string {
  switch (constant.type) {
    case "uint":
      return `${constant.value}u`;
    case "string":
      return JSON.stringify(constant.value);
    case "bytes":
      return `b${JSON.stringify(new TextDecoder().decode(constant.value))}`;
    default:
      return String(constant.value);
  }
}
