/**
 * Checks calls of `"...%d...".format([...])` whose text and arguments are literals: each clause must suit its argument.
 *
 * @module
 */
import type { CallExpr, CelIssue, Expr, ListExpr } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import { formatType } from "../types/format-type.ts";
import type { CelType } from "../types/types.ts";
import { literalFault, type Span, spanOf } from "./faults.ts";

type Kinds = ReadonlySet<CelType["kind"]>;

const decimalKinds: Kinds = new Set(["int", "uint", "dyn"]);
// Includes strings, since "NaN", "Infinity" and "-Infinity" are valid numbers.
const floatKinds: Kinds = new Set(["double", "string", "dyn"]);
const binaryKinds: Kinds = new Set(["int", "uint", "bool", "dyn"]);
const hexKinds: Kinds = new Set(["int", "uint", "string", "bytes", "dyn"]);
const stringKinds: Kinds = new Set([
  "list",
  "map",
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "timestamp",
  "bytes",
  "duration",
  "type",
  "null",
  "dyn",
]);

const kindsByClause: ReadonlyMap<string, Kinds> = new Map(
  Object.entries({
    s: stringKinds,
    d: decimalKinds,
    f: floatKinds,
    e: floatKinds,
    b: binaryKinds,
    x: hexKinds,
    X: hexKinds,
    o: decimalKinds,
  }),
);

/**
 * Returns the first fault of a `format` call; undefined if it has none, and for calls whose format or list is not a
 * literal.
 */
export function checkFormatCall(call: CallExpr, checked: CheckedAst): CelIssue | undefined {
  const format = call.target;
  const [list] = call.args;
  if (call.function !== "format" || format?.kind !== "const" || format.constant.type !== "string") return undefined;
  if (list?.kind !== "list" || call.args.length !== 1) return undefined;
  return checkClauses(format.constant.value, list, spanOf(call, checked.ast.text), checked);
}

function checkClauses(text: string, list: ListExpr, span: Span, checked: CheckedAst): CelIssue | undefined {
  const given = list.elements.length;
  let used = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== "%") continue;
    if (text[index + 1] === "%") {
      index++;
      continue;
    }
    const clause = readClause(text, index + 1);
    if (typeof clause === "string") return literalFault(span, clause);
    const argument = list.elements[used];
    if (argument === undefined) {
      return literalFault(span, `the format has more clauses than the ${given} given argument(s)`);
    }
    const misfit = findMisfit(argument, clause.letter, checked.types);
    if (misfit !== undefined) return clauseFault(misfit, clause.letter, checked);
    used++;
    index = clause.end;
  }
  if (given <= used) return undefined;
  return literalFault(span, `the format has ${used} clause(s) but ${given} arguments are given`);
}

/**
 * Reads the clause after a percent sign. `end` is the index of its letter; returns an error message if it is not a
 * valid clause.
 */
function readClause(text: string, start: number): { readonly letter: string; readonly end: number } | string {
  const [clause = ""] = /^(\.[0-9]*)?/.exec(text.slice(start)) ?? [];
  const end = start + clause.length;
  const letter = text[end];
  if (letter === undefined) return "the format ends within a clause; write '%%' for a percent sign";
  if (clause === ".") return "the format has a precision without digits";
  if (!kindsByClause.has(letter)) return `the format has an unknown clause '%${letter}'`;
  return { letter, end };
}

/**
 * Returns the expression that the clause cannot print; for `%s` it also checks the elements of list and map literals.
 */
function findMisfit(expr: Expr, letter: string, types: ReadonlyMap<number, CelType>): Expr | undefined {
  const type = types.get(expr.id);
  const kind = type?.kind === "wrapper" ? type.of.kind : type?.kind;
  if (kind === undefined || !kindsByClause.get(letter)?.has(kind)) return expr;
  if (letter !== "s") return undefined;
  const parts = expr.kind === "list" ? expr.elements : expr.kind === "map" ? entryParts(expr.entries) : [];
  for (const part of parts) {
    const misfit = findMisfit(part, letter, types);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function entryParts(entries: readonly { readonly key: Expr; readonly value: Expr }[]): readonly Expr[] {
  return entries.flatMap(({ key, value }) => [key, value]);
}

function clauseFault(expr: Expr, letter: string, { ast, types }: CheckedAst): CelIssue {
  const type = types.get(expr.id);
  const shown = type === undefined ? "unknown" : formatType(type);
  const help = type?.kind === "any" ? "put dyn(...) around the value, or convert it with string(...)" : undefined;
  return literalFault(spanOf(expr, ast.text), `'%${letter}' cannot print a value of type '${shown}'`, help);
}
