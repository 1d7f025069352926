/**
 * Rewrites a checked tree so that it contains the full names of declarations. The result shares unchanged nodes with
 * the parsed tree.
 *
 * @module
 */
import type { Ast, CallExpr, ComprehensionExpr, Expr } from "../syntax/ast.ts";
import type { Reference } from "../types/checked-ast.ts";

/**
 * Replaces names in a tree by the full names that they refer to.
 *
 * @param references - the result of the checker, by node id
 * @param functionNames - full names of the calls whose written name differs, by node id; such a call loses its target
 */
export function resolveNames(
  ast: Ast,
  references: ReadonlyMap<number, Reference>,
  functionNames: ReadonlyMap<number, string>,
): Ast {
  const expr = rewrite(ast.expr);
  return expr === ast.expr ? ast : { ...ast, expr };

  function rewrite(node: Expr): Expr {
    switch (node.kind) {
      case "const":
        return node;
      case "ident": {
        const name = fullName(node);
        return name === undefined || name === node.name ? node : { ...node, name };
      }
      case "select": {
        const name = fullName(node);
        if (name !== undefined) {
          return { kind: "ident", id: node.id, start: node.start, end: node.end, at: node.at, name };
        }
        const operand = rewrite(node.operand);
        return operand === node.operand ? node : { ...node, operand };
      }
      case "call":
        return rewriteCall(node);
      case "list": {
        const elements = rewriteAll(node.elements);
        return elements === node.elements ? node : { ...node, elements };
      }
      case "map": {
        const entries = mapShared(node.entries, (entry) => {
          const key = rewrite(entry.key);
          const value = rewrite(entry.value);
          return key === entry.key && value === entry.value ? entry : { ...entry, key, value };
        });
        return entries === node.entries ? node : { ...node, entries };
      }
      case "struct": {
        const typeName = fullName(node) ?? node.typeName;
        const fields = mapShared(node.fields, (field) => {
          const value = rewrite(field.value);
          return value === field.value ? field : { ...field, value };
        });
        return typeName === node.typeName && fields === node.fields ? node : { ...node, typeName, fields };
      }
      case "comprehension":
        return rewriteComprehension(node);
    }
  }

  function rewriteCall(node: CallExpr): CallExpr {
    const args = rewriteAll(node.args);
    const name = functionNames.get(node.id);
    if (name !== undefined) {
      const { target: _namespace, ...call } = node;
      return { ...call, function: name, args };
    }
    const target = node.target && rewrite(node.target);
    if (args === node.args && target === node.target) return node;
    return { ...node, args, ...(target && { target }) };
  }

  function rewriteComprehension(node: ComprehensionExpr): ComprehensionExpr {
    const parts = {
      iterRange: rewrite(node.iterRange),
      accuInit: rewrite(node.accuInit),
      loopCondition: rewrite(node.loopCondition),
      loopStep: rewrite(node.loopStep),
      result: rewrite(node.result),
    };
    const isSame =
      parts.iterRange === node.iterRange &&
      parts.accuInit === node.accuInit &&
      parts.loopCondition === node.loopCondition &&
      parts.loopStep === node.loopStep &&
      parts.result === node.result;
    return isSame ? node : { ...node, ...parts };
  }

  function rewriteAll(nodes: readonly Expr[]): readonly Expr[] {
    return mapShared(nodes, rewrite);
  }

  function fullName(node: Expr): string | undefined {
    const reference = references.get(node.id);
    return reference?.kind === "ident" ? reference.name : undefined;
  }
}

/** Maps an array; returns the same array if no item changed. */
function mapShared<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
