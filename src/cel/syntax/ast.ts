/**
 * The expression tree that parser, checker, evaluator and cost model share. Macros are already expanded in it.
 * Nodes carry ids, so that types, overloads and costs can be in tables next to the tree.
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

/** `operand.field`, or with `testOnly` what `has(operand.field)` expands to. `.?field` is a call of `_?._`. */
export interface SelectExpr extends ExprBase {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly testOnly: boolean;
  /** Where the field name itself is. */
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
  /** Positions of the elements that were written `?e`. */
  readonly optionalIndices: readonly number[];
}

/** `key: value` of a map literal, or `?key: value` when optional. */
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

/** `name: value` of a message literal, or `?name: value` when optional. */
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

/** The fold that macros expand to: `accu` starts at `accuInit`, each element runs `loopStep` while `loopCondition`. */
export interface ComprehensionExpr extends ExprBase {
  readonly kind: "comprehension";
  readonly iterRange: Expr;
  readonly iterVar: string;
  /** Second variable of the two-variable macros: the value, where `iterVar` is the index or key. */
  readonly iterVar2?: string;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** A node of the tree; told apart by `kind`. */
export type Expr = ConstExpr | IdentExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | ComprehensionExpr;

/** A parsed expression. */
export interface Ast {
  readonly text: string;
  readonly expr: Expr;
  /** The macro call as it was written, by the id of the node it expanded to; writes the expression again (the tests do). */
  readonly macroCalls: ReadonlyMap<number, CallExpr>;
  /** One above the largest id in use. */
  readonly nextId: number;
}

/** A fault in an expression, found before it runs. */
export interface CelIssue {
  readonly code: "syntax" | "limit" | "macro" | "undeclared" | "overload" | "type" | "field" | "literal" | "regex";
  /** The fault in words, without position. */
  readonly message: string;
  /** The undeclared name; the function and its arguments; the type wanted and the one there. Empty or absent for other faults. */
  readonly about?: readonly string[];
  /** UTF-16 offsets into the expression text; `start` is where cel-go points. */
  readonly start: number;
  readonly end: number;
  /** The text to write instead, where one is certain. */
  readonly help?: string;
  /** The types differ in nothing but their declarations: at run time both are maps, or lists of maps. */
  readonly isNominal?: true;
}
