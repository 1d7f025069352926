/**
 * Records the values of an expression's nodes during an evaluation, to show people how a result comes about.
 *
 * @module
 */
import type { Ast, Expr } from "../syntax/ast.ts";
import { visit } from "../syntax/walk.ts";
import type { CelError, Value } from "../types/values.ts";
import type { Evaluate } from "./frame.ts";

/** The most results to keep of a node in a loop; the first ones are kept. */
const maxKeptResults = 8;

/** The values of a node; for a node in a loop, of all rounds. */
export interface TracedNode {
  readonly expr: Expr;
  /** In order of evaluation, at most 8. */
  readonly results: readonly (Value | CelError)[];
  /** The cost of the node and its children; 0 in programs without cost tracking. */
  readonly cost: number;
  /** How many times the node was evaluated. */
  readonly count: number;
}

/** Records the nodes of one program; pass `watch` as the program's instrument. */
export class Trace {
  private readonly nodes = new Map<number, { results: (Value | CelError)[]; cost: number; count: number }>();

  /** The instrument that records each evaluation of a node, see `PlanOptions`. */
  readonly watch = (expr: Expr, evaluate: Evaluate): Evaluate => {
    return (frame) => {
      const before = frame.cost;
      const result = evaluate(frame);
      this.add(expr, result, frame.cost - before);
      return result;
    };
  };

  /** Forgets all records, including those of evaluations while planning. */
  reset(): void {
    this.nodes.clear();
  }

  /**
   * Returns the nodes as they appear in the text, outer nodes before inner ones. There is one node for each range of
   * the text, so that a macro appears as its expansion. Leaves out literals, and the inner steps of paths, since a path
   * is charged at its end.
   */
  nodesInTextOrder({ expr: root, text }: Ast): readonly TracedNode[] {
    const found: TracedNode[] = [];
    const places = new Set<string>();
    visit(root, (expr, parent) => {
      const place = `${expr.start} ${expr.end}`;
      const node = this.nodes.get(expr.id);
      if (node === undefined || expr.kind === "const" || expr.start === expr.end || places.has(place)) return true;
      places.add(place);
      if (!isPathPrefix(expr, parent) && !isFilterVariable(expr, parent, text)) found.push({ expr, ...node });
      return true;
    });
    return found.sort((a, b) => a.expr.start - b.expr.start || b.expr.end - a.expr.end);
  }

  private add(expr: Expr, result: Value | CelError, cost: number): void {
    const known = this.nodes.get(expr.id) ?? { results: [], cost: 0, count: 0 };
    known.cost += cost;
    known.count += 1;
    if (known.results.length < maxKeptResults) known.results.push(result);
    this.nodes.set(expr.id, known);
  }
}

/** Whether a path continues after this node: `a` and `a.b` in `a.b.c`. */
function isPathPrefix(expr: Expr, parent: Expr | undefined): boolean {
  if (parent === undefined || !isStep(expr)) return false;
  return parent.kind === "select" || (isIndex(parent) && parent.kind === "call" && parent.args[0] === expr);
}

/** Whether a node is the variable of `filter`, which its expansion reads in a list that is not in the text. */
function isFilterVariable(expr: Expr, parent: Expr | undefined, text: string): boolean {
  return expr.kind === "ident" && parent?.kind === "list" && text[parent.end - 1] !== "]";
}

function isStep(expr: Expr): boolean {
  return expr.kind === "ident" || expr.kind === "select" || isIndex(expr);
}

function isIndex(expr: Expr): boolean {
  return expr.kind === "call" && ["_[_]", "_[?_]", "_?._"].includes(expr.function);
}
