/**
 * The values of the nodes of an expression while it is evaluated, for people who want to see why.
 *
 * @module
 */
import type { Ast, Expr } from "../syntax/ast.ts";
import { visit } from "../syntax/walk.ts";
import type { CelError, Value } from "../types/values.ts";
import type { Evaluate } from "./frame.ts";

/** Results that are kept of a node in a loop: the first ones. */
const maxKeptResults = 8;

/** The values of a node; a node in a loop counts all rounds. */
export interface TracedNode {
  readonly expr: Expr;
  /** In the order of evaluation, at most 8. */
  readonly results: readonly (Value | CelError)[];
  /** The charge for the node and its parts; 0 in programs that do not count. */
  readonly cost: number;
  /** How often it was evaluated. */
  readonly count: number;
}

/** Watches the nodes of one program; give its `watch` as the program's instrument. */
export class Trace {
  private readonly nodes = new Map<number, { results: (Value | CelError)[]; cost: number; count: number }>();

  /** An instrument, see `PlanOptions`. */
  readonly watch = (expr: Expr, evaluate: Evaluate): Evaluate => {
    return (frame) => {
      const before = frame.cost;
      const result = evaluate(frame);
      this.add(expr, result, frame.cost - before);
      return result;
    };
  };

  /** Forgets what was watched, such as what was worked out when planning. */
  reset(): void {
    this.nodes.clear();
  }

  /**
   * The nodes as they are written, outer ones before what is in them: one for each place in the text, so that macros
   * count as what they expand to. Left out are literals, and what paths go through, as cost is charged at their end.
   */
  written({ expr: root, text }: Ast): readonly TracedNode[] {
    const found: TracedNode[] = [];
    const places = new Set<string>();
    visit(root, (expr, parent) => {
      const place = `${expr.start} ${expr.end}`;
      const node = this.nodes.get(expr.id);
      if (node === undefined || expr.kind === "const" || expr.start === expr.end || places.has(place)) return true;
      places.add(place);
      if (!isPassed(expr, parent) && !isDeclared(expr, parent, text)) found.push({ expr, ...node });
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

/** Whether a path goes on from here: `a` and `a.b` in `a.b.c`. */
function isPassed(expr: Expr, parent: Expr | undefined): boolean {
  if (parent === undefined || !isStep(expr)) return false;
  return parent.kind === "select" || (isIndex(parent) && parent.kind === "call" && parent.args[0] === expr);
}

/** Whether it is the variable that `filter` declares, which its expansion reads in a list that nobody wrote. */
function isDeclared(expr: Expr, parent: Expr | undefined, text: string): boolean {
  return expr.kind === "ident" && parent?.kind === "list" && text[parent.end - 1] !== "]";
}

function isStep(expr: Expr): boolean {
  return expr.kind === "ident" || expr.kind === "select" || isIndex(expr);
}

function isIndex(expr: Expr): boolean {
  return expr.kind === "call" && ["_[_]", "_[?_]", "_?._"].includes(expr.function);
}
