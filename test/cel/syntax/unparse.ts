/**
 * Converts a tree to text. The text parses to the same tree except for ids and positions. Macro calls are written in
 * their original form.
 *
 * @module
 */

import type { Ast, CallExpr, Constant, Expr, MapExpr, StructExpr } from "../../../src/cel/syntax/ast.ts";
import { goEscapes } from "../../../src/text/go-escapes.ts";

/** Returns the source text of a tree on one line, with the parentheses that it needs. */
export function unparse({ expr, macroCalls }: Pick<Ast, "expr" | "macroCalls">): string {
  return new Unparser(macroCalls).write(expr, Tightness.conditional);
}

/** Precedence levels from loose to tight: an expression needs parentheses where a tighter one is required. */
const Tightness = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  unary: 6,
  member: 7,
} as const;

type Tightness = (typeof Tightness)[keyof typeof Tightness];

interface Operator {
  readonly sign: string;
  readonly tightness: Tightness;
}

/** Left-associative binary operators by the name of their function. */
const binaryOperators: ReadonlyMap<string, Operator> = new Map([
  ...["==", "!=", "<", "<=", ">", ">="].map((sign) => operator(sign, Tightness.relation)),
  ...["+", "-"].map((sign) => operator(sign, Tightness.sum)),
  ...["*", "/", "%"].map((sign) => operator(sign, Tightness.product)),
  ["@in", { sign: "in", tightness: Tightness.relation }],
]);

/** Operators whose chains the parser balances into trees. */
const logicOperators: ReadonlyMap<string, Operator> = new Map([
  operator("&&", Tightness.and),
  operator("||", Tightness.or),
]);

function operator(sign: string, tightness: Tightness): [name: string, Operator] {
  return [`_${sign}_`, { sign, tightness }];
}

class Unparser {
  private readonly macroCalls: ReadonlyMap<number, CallExpr>;

  constructor(macroCalls: ReadonlyMap<number, CallExpr>) {
    this.macroCalls = macroCalls;
  }

  /** Writes `expr`, in parentheses if it is less tight than `needed`. */
  write(expr: Expr, needed: Tightness): string {
    const text = this.body(expr);
    return tightnessOf(this.macroCalls.get(expr.id) ?? expr) < needed ? `(${text})` : text;
  }

  private body(expr: Expr): string {
    const macroCall = this.macroCalls.get(expr.id);
    if (macroCall !== undefined) return this.writtenCall(macroCall);
    switch (expr.kind) {
      case "const":
        return constantText(expr.constant);
      case "ident":
        return expr.name;
      case "select": {
        const select = `${this.member(expr.operand)}.${fieldText(expr.field)}`;
        return expr.testOnly ? `has(${select})` : select;
      }
      case "call":
        return this.call(expr);
      case "list": {
        const optional = new Set(expr.optionalIndices);
        return `[${expr.elements.map((element, i) => `${optional.has(i) ? "?" : ""}${this.whole(element)}`).join(", ")}]`;
      }
      case "map":
        return this.map(expr);
      case "struct":
        return this.struct(expr);
      case "comprehension":
        throw new Error("a fold that no macro call is recorded for cannot be written");
    }
  }

  private whole(expr: Expr): string {
    return this.write(expr, Tightness.conditional);
  }

  private member(expr: Expr): string {
    return this.write(expr, Tightness.member);
  }

  private map({ entries }: MapExpr): string {
    const written = entries.map(
      ({ key, value, optional }) => `${optional ? "?" : ""}${this.whole(key)}: ${this.whole(value)}`,
    );
    return `{${written.join(", ")}}`;
  }

  private struct({ typeName, fields }: StructExpr): string {
    const written = fields.map(
      ({ name, value, optional }) => `${optional ? "?" : ""}${fieldText(name)}: ${this.whole(value)}`,
    );
    return `${typeName}{${written.join(", ")}}`;
  }

  private call(call: CallExpr): string {
    const { function: name, args } = call;
    const [first, second, third] = args;
    if (first === undefined || call.target !== undefined) return this.writtenCall(call);
    if (second === undefined) {
      if (name === "!_") return `!${this.member(first)}`;
      if (name === "-_") return this.negated(first);
      return this.writtenCall(call);
    }
    if (third !== undefined) {
      if (name !== "_?_:_") return this.writtenCall(call);
      return `${this.write(first, Tightness.or)} ? ${this.write(second, Tightness.or)} : ${this.whole(third)}`;
    }
    if (logicOperators.has(name)) return this.logic(call, first, second);
    const binary = binaryOperators.get(name);
    if (binary !== undefined) {
      const { sign, tightness } = binary;
      return `${this.write(first, tightness)} ${sign} ${this.write(second, nextTightness(tightness))}`;
    }
    if (name === "_[_]") return `${this.member(first)}[${this.whole(second)}]`;
    if (name === "_[?_]") return `${this.member(first)}[?${this.whole(second)}]`;
    if (name === "_?._" && second.kind === "const" && second.constant.type === "string") {
      return `${this.member(first)}.?${fieldText(second.constant.value)}`;
    }
    return this.writtenCall(call);
  }

  private writtenCall({ function: name, target, args }: CallExpr): string {
    const written = `${name}(${args.map((arg) => this.whole(arg)).join(", ")})`;
    return target === undefined ? written : `${this.member(target)}.${written}`;
  }

  /**
   * Adds parentheses to a number or a minus: after a minus, a number would become a signed literal, and a second minus
   * would cancel the first.
   */
  private negated(operand: Expr): string {
    const text = this.member(operand);
    return /^[-\d]/.test(text) ? `-(${text})` : `-${text}`;
  }

  /**
   * Writes a chain such as `a && b && c`. The parser balances chains, so parentheses may be omitted only if the tree is
   * the balanced one.
   */
  private logic(call: CallExpr, left: Expr, right: Expr): string {
    const logic = logicOperators.get(call.function);
    if (logic === undefined) return this.writtenCall(call);
    const inner = nextTightness(logic.tightness);
    const terms = this.chainTerms(call, call.function);
    const operands = this.isBalanced(call, call.function, terms.length) ? terms : [left, right];
    return operands.map((term) => this.write(term, inner)).join(` ${logic.sign} `);
  }

  private isChain(expr: Expr, name: string): expr is CallExpr {
    return expr.kind === "call" && expr.function === name && expr.args.length === 2 && !this.macroCalls.has(expr.id);
  }

  private chainTerms(expr: Expr, name: string): Expr[] {
    return this.isChain(expr, name) ? expr.args.flatMap((arg) => this.chainTerms(arg, name)) : [expr];
  }

  /** Whether `expr` is the tree that the parser builds for a chain of `count` terms. */
  private isBalanced(expr: Expr, name: string, count: number): boolean {
    if (!this.isChain(expr, name)) return count === 1;
    const [left, right] = expr.args;
    if (count === 1 || left === undefined || right === undefined) return false;
    const leftCount = Math.floor(count / 2) + (count % 2);
    return this.isBalanced(left, name, leftCount) && this.isBalanced(right, name, count - leftCount);
  }
}

function nextTightness(tightness: Tightness): Tightness {
  return (tightness + 1) as Tightness;
}

function tightnessOf(expr: Expr): Tightness {
  if (expr.kind !== "call" || expr.target !== undefined) return Tightness.member;
  const { function: name, args } = expr;
  if (args.length === 1 && (name === "!_" || name === "-_")) return Tightness.unary;
  if (args.length === 3 && name === "_?_:_") return Tightness.conditional;
  return (binaryOperators.get(name) ?? logicOperators.get(name))?.tightness ?? Tightness.member;
}

const plainField = /^[A-Za-z_][A-Za-z0-9_]*$/;
const keywords: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

function fieldText(name: string): string {
  return plainField.test(name) && !keywords.has(name) ? name : `\`${name}\``;
}

function constantText(constant: Constant): string {
  switch (constant.type) {
    case "null":
      return "null";
    case "bool":
    case "int":
      return String(constant.value);
    case "uint":
      return `${constant.value}u`;
    case "double":
      return doubleText(constant.value);
    case "string":
      return `"${escapeText(constant.value)}"`;
    case "bytes":
      return `b"${Array.from(constant.value, byteText).join("")}"`;
  }
}

function doubleText(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function escapeText(text: string): string {
  return text.replace(/["\\\p{Cc}]/gu, (char) => goEscapes.get(char) ?? hexEscape(char.charCodeAt(0)));
}

function byteText(byte: number): string {
  if (byte < 0x20 || byte > 0x7e) return hexEscape(byte);
  const char = String.fromCharCode(byte);
  return goEscapes.get(char) ?? char;
}

function hexEscape(code: number): string {
  return `\\x${code.toString(16).padStart(2, "0")}`;
}
