/**
 * Chains of one logic operator, such as `a && b && c`. Like cel-go, the parser makes a balanced tree of them, so that a
 * long chain does not make a deep tree.
 *
 * @module
 */
import type { Expr } from "./ast.ts";

/** An operand and its range in the text, which includes parentheses that have no node in the tree. */
interface Term {
  readonly expr: Expr;
  readonly start: number;
  readonly end: number;
}

/** The terms of `a && b && c`, and the operators between them. */
export class Chain {
  private readonly name: string;
  private readonly terms: Term[];
  private readonly operators: { readonly id: number; readonly at: number }[] = [];

  constructor(name: string, first: Expr, start: number, end: number) {
    this.name = name;
    this.terms = [{ expr: first, start, end }];
  }

  add(operator: { id: number; at: number }, term: Term): void {
    this.operators.push(operator);
    this.terms.push(term);
  }

  /** Builds the tree by splitting the chain at its middle operator, recursively. */
  balance(): Expr {
    return this.subtree(0, this.operators.length - 1);
  }

  /** Builds the tree of the operators from `first` to `last`, inclusive. */
  private subtree(first: number, last: number): Expr {
    const middle = Math.floor((first + last + 1) / 2);
    const operator = this.operators[middle];
    const from = this.terms[first];
    const to = this.terms[last + 1];
    const leftTerm = this.terms[middle];
    const rightTerm = this.terms[middle + 1];
    if (!operator || !from || !to || !leftTerm || !rightTerm) throw new Error("a chain has a term more than operators");
    const left = middle === first ? leftTerm.expr : this.subtree(first, middle - 1);
    const right = middle === last ? rightTerm.expr : this.subtree(middle + 1, last);
    const { id, at } = operator;
    return { kind: "call", id, start: from.start, end: to.end, at, function: this.name, args: [left, right] };
  }
}
