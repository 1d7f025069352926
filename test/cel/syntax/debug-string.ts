/**
 * Prints trees in the debug format of the upstream vectors: one node per call, each followed by a mark with its kind
 * and, on request, its id.
 */
import type { Ast, Constant, Expr } from "../../../src/cel/syntax/ast.ts";

/** Prints the tree of `ast`; `mark` returns the text after each node and each entry of a map or struct. */
export function debugString(ast: Ast, mark: (node: Expr | "entry", id: number) => string): string {
  return new Writer(mark).write(ast.expr, "");
}

/** Returns the mark for a kind of node, such as `^#*expr.Expr_IdentExpr#`. */
export function kindMark(node: Expr | "entry"): string {
  return `^#${kindName(node)}#`;
}

function kindName(node: Expr | "entry"): string {
  if (node === "entry") return "*expr.Expr_CreateStruct_Entry";
  if (node.kind === "const") return `*expr.Constant_${constantNames[node.constant.type]}Value`;
  return `*expr.Expr_${exprNames[node.kind]}Expr`;
}

const constantNames: Readonly<Record<Constant["type"], string>> = {
  null: "Null",
  bool: "Bool",
  int: "Int64",
  uint: "Uint64",
  double: "Double",
  string: "String",
  bytes: "Bytes",
};

const exprNames: Readonly<Record<Exclude<Expr["kind"], "const">, string>> = {
  ident: "Ident",
  select: "Select",
  call: "Call",
  list: "List",
  map: "Struct",
  struct: "Struct",
  comprehension: "Comprehension",
};

class Writer {
  private readonly mark: (node: Expr | "entry", id: number) => string;

  constructor(mark: (node: Expr | "entry", id: number) => string) {
    this.mark = mark;
  }

  write(expr: Expr, indent: string): string {
    return this.body(expr, indent) + this.mark(expr, expr.id);
  }

  private body(expr: Expr, indent: string): string {
    const inner = `${indent}  `;
    switch (expr.kind) {
      case "const":
        return constantText(expr.constant);
      case "ident":
        return expr.name;
      case "select":
        return `${this.write(expr.operand, indent)}.${expr.field}${expr.testOnly ? "~test-only~" : ""}`;
      case "call": {
        const target = expr.target === undefined ? "" : `${this.write(expr.target, indent)}.`;
        return `${target}${expr.function}(${this.lines(expr.args, indent)})`;
      }
      case "list":
        return `[${this.lines(expr.elements, indent)}]`;
      case "map": {
        const entries = expr.entries.map(
          ({ key, value, optional, id }) =>
            `${inner}${optional ? "?" : ""}${this.write(key, inner)}:${this.write(value, inner)}${this.mark("entry", id)}`,
        );
        return `{${joined(entries, indent)}}`;
      }
      case "struct": {
        const fields = expr.fields.map(
          ({ name, value, optional, id }) =>
            `${inner}${optional ? "?" : ""}${name}:${this.write(value, inner)}${this.mark("entry", id)}`,
        );
        return `${expr.typeName}{${joined(fields, indent)}}`;
      }
      case "comprehension": {
        const parts: [string, string][] = [
          ["Variable", expr.iterVar2 === undefined ? expr.iterVar : `${expr.iterVar},\n${inner}${expr.iterVar2}`],
          ["Target", this.write(expr.iterRange, inner)],
          ["Accumulator", expr.accuVar],
          ["Init", this.write(expr.accuInit, inner)],
          ["LoopCondition", this.write(expr.loopCondition, inner)],
          ["LoopStep", this.write(expr.loopStep, inner)],
          ["Result", this.write(expr.result, inner)],
        ];
        const lines = parts.map(([title, text]) => `${inner}// ${title}\n${inner}${text}`);
        return `__comprehension__(\n${lines.join(",\n")})`;
      }
    }
  }

  private lines(exprs: readonly Expr[], indent: string): string {
    const inner = `${indent}  `;
    return joined(
      exprs.map((expr) => inner + this.write(expr, inner)),
      indent,
    );
  }
}

function joined(lines: readonly string[], indent: string): string {
  return lines.length === 0 ? "" : `\n${lines.join(",\n")}\n${indent}`;
}

function constantText(constant: Constant): string {
  switch (constant.type) {
    case "uint":
      return `${constant.value}u`;
    case "double":
      return doubleText(constant.value);
    case "string":
      return `"${[...constant.value].map(charText).join("")}"`;
    case "bytes":
      return `b"${bytesText(constant.value)}"`;
    default:
      return String(constant.value);
  }
}

/** Formats a double like Go's `%g` with the shortest exact digits. */
function doubleText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (Math.abs(value) < 1e6) return String(value);
  return value.toExponential().replace(/e\+(\d)$/, "e+0$1");
}

const controlNames: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** Returns a character as Go quotes it. */
function charText(char: string): string {
  const named = controlNames[char];
  if (named !== undefined) return named;
  if (/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** Returns bytes as Go quotes a string of them: well-formed UTF-8 as characters, each other byte as an escape. */
function bytesText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const char = charAt(bytes, at);
    text += char === undefined ? `\\x${hex(bytes[at] ?? 0, 2)}` : charText(char);
    at += char === undefined ? 1 : new TextEncoder().encode(char).length;
  }
  return text;
}

function charAt(bytes: Uint8Array, at: number): string | undefined {
  for (let length = 1; length <= 4; length++) {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at, at + length));
    if (!text.includes("\ufffd")) return text;
  }
  return undefined;
}
