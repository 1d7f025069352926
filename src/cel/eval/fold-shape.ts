/**
 * Recognizes the comprehensions that `fold.ts` can run. It compares the shape of the expanded macro, not the macro's
 * name.
 *
 * @module
 */
import type { CallExpr, ComprehensionExpr, Expr, ListExpr } from "../syntax/ast.ts";

export interface QuantifierShape {
  /** The predicate result that ends the loop: false for `all`, true for `exists`. */
  readonly decisive: boolean;
  readonly predicate: Expr;
  /** The `&&` or `||` of the accumulator and the predicate. */
  readonly logic: CallExpr;
  /** The calls around the accumulator in the loop condition, innermost first. */
  readonly conditionCalls: readonly CallExpr[];
}

export function quantifierShape(expr: ComprehensionExpr): QuantifierShape | undefined {
  const { accuInit, loopStep: logic, loopCondition: condition } = expr;
  if (!isFold(expr) || accuInit.kind !== "const" || logic.kind !== "call" || condition.kind !== "call")
    return undefined;
  const decisive = logic.function === "_||_";
  if ((!decisive && logic.function !== "_&&_") || accuInit.constant.value !== !decisive) return undefined;
  const [left, predicate] = logic.args;
  const [inner] = condition.args;
  if (predicate === undefined || !isAccumulator(expr, left) || condition.function !== "@not_strictly_false") {
    return undefined;
  }
  const shape = { decisive, predicate, logic };
  if (!decisive) return isAccumulator(expr, inner) ? { ...shape, conditionCalls: [condition] } : undefined;
  if (inner?.kind !== "call" || inner.function !== "!_" || !isAccumulator(expr, inner.args[0])) return undefined;
  return { ...shape, conditionCalls: [inner, condition] };
}

export interface CollectionShape {
  readonly where: Expr | undefined;
  readonly element: Expr;
  /** The list literal with the one element, and the `+` that appends it. */
  readonly list: ListExpr;
  readonly join: CallExpr;
}

export function collectionShape(expr: ComprehensionExpr): CollectionShape | undefined {
  const { accuInit, loopStep: step, loopCondition: condition } = expr;
  if (!isFold(expr) || accuInit.kind !== "list" || accuInit.elements.length > 0) return undefined;
  if (condition.kind !== "const" || condition.constant.value !== true || step.kind !== "call") return undefined;
  const isConditional = step.function === "_?_:_";
  const [where, taken, otherwise] = step.args;
  const join = isConditional ? taken : step;
  if (isConditional && !isAccumulator(expr, otherwise)) return undefined;
  if (join?.kind !== "call" || join.function !== "_+_" || !isAccumulator(expr, join.args[0])) return undefined;
  const list = join.args[1];
  if (list?.kind !== "list" || list.elements.length !== 1 || list.optionalIndices.length > 0) return undefined;
  const [element] = list.elements;
  return element && { where: isConditional ? where : undefined, element, list, join };
}

/** Whether a comprehension has one variable, and its result is an accumulator that no expression can name. */
function isFold(expr: ComprehensionExpr): boolean {
  return expr.iterVar2 === undefined && expr.accuVar.startsWith("@") && isAccumulator(expr, expr.result);
}

function isAccumulator({ accuVar }: ComprehensionExpr, expr: Expr | undefined): boolean {
  return expr?.kind === "ident" && expr.name === accuVar;
}
