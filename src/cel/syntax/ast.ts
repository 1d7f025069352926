/**
 * The expression tree that parser, checker, evaluator and cost model share, with macros already expanded. Nodes have
 * ids, so that types, overloads and costs can be stored in tables beside the tree.
 *
 * @module
 */

/**
 * The members of every node. Offsets count UTF-16 code units from 0 into the expression text.
 * `at` is the offset that cel-go reports for the node: the operator of a binary call, the dot of a select, the opening
 * parenthesis of a call, the opening bracket of an index; elsewhere the start.
 */
export interface ExprBase {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** A literal; `int` and `uint` are exact 64-bit values. */
export type Constant =
  | { readonly type: "null"; readonly value: null }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array };

export interface ConstExpr extends ExprBase {
  readonly kind: "const";
  readonly constant: Constant;
}

/** A name; a leading dot (`.name`, looked up from the root) stays in the name. */
export interface IdentExpr extends ExprBase {
  readonly kind: "ident";
  readonly name: string;
}

/** `operand.field`, or with `testOnly` the expansion of `has(operand.field)`. `.?field` is a call of `_?._`. */
export interface SelectExpr extends ExprBase {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly testOnly: boolean;
  /** The range of the field name. */
  readonly fieldStart: number;
  readonly fieldEnd: number;
}

/** A function or operator call under its internal name (`_+_`, `_[_]`, `@in`, `size`); member calls have a target. */
export interface CallExpr extends ExprBase {
  readonly kind: "call";
  readonly function: string;
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

export interface ListExpr extends ExprBase {
  readonly kind: "list";
  readonly elements: readonly Expr[];
  /** The indexes of the elements that are written as `?e`. */
  readonly optionalIndices: readonly number[];
}

/** `key: value` of a map literal, or `?key: value` if it is optional. */
export interface MapEntry {
  readonly id: number;
  /** Offset of the colon, where cel-go reports the entry. */
  readonly at: number;
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface MapExpr extends ExprBase {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** `name: value` of a message literal, or `?name: value` if it is optional. */
export interface StructField {
  readonly id: number;
  readonly at: number;
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface StructExpr extends ExprBase {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/**
 * The loop that macros expand to. The accumulator `accuVar` starts as `accuInit`; for each element, `loopStep` computes
 * its next value as long as `loopCondition` holds.
 */
export interface ComprehensionExpr extends ExprBase {
  readonly kind: "comprehension";
  readonly iterRange: Expr;
  readonly iterVar: string;
  /** The second variable of two-variable macros: the value, while `iterVar` is the index or key. */
  readonly iterVar2?: string;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** A node of the tree; `kind` discriminates. */
export type Expr = ConstExpr | IdentExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | ComprehensionExpr;

/** A parsed expression. */
export interface Ast {
  readonly text: string;
  readonly expr: Expr;
  /**
   * The original call of each expanded macro, by the id of the node that it expanded to; the tests print expressions
   * with them.
   */
  readonly macroCalls: ReadonlyMap<number, CallExpr>;
  /** One above the largest id in use. */
  readonly nextId: number;
}

/** A fault of an expression, found before evaluation. */
export interface CelIssue {
  readonly code: "syntax" | "limit" | "macro" | "undeclared" | "overload" | "type" | "field" | "literal" | "regex";
  /** A description of the fault, without its position. */
  readonly message: string;
  /**
   * The undeclared name; the function and its argument types; the expected and the actual type. Empty or absent for
   * other faults.
   */
  readonly about?: readonly string[];
  /** UTF-16 offsets into the expression text; `start` is cel-go's position. */
  readonly start: number;
  readonly end: number;
  /** How to correct the expression, if that is known. */
  readonly help?: string;
  /** Set if the types differ only in their declarations: at run time, both values are maps or lists of maps. */
  readonly isNominal?: true;
}
