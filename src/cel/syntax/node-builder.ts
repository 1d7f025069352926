/**
 * Builds the nodes of macro expansions. Each node has the position of the macro call and the next free id in the order
 * of creation, as in cel-go.
 *
 * @module
 */
import type {
  CallExpr,
  ComprehensionExpr,
  Constant,
  ConstExpr,
  Expr,
  IdentExpr,
  ListExpr,
  MapEntry,
  MapExpr,
  SelectExpr,
  StructField,
} from "./ast.ts";

/** The variable that holds the result of a fold so far; no expression can name it. */
export const accumulatorName = "@result";

/** Allocates node ids. */
export interface IdSource {
  nextId(): number;
  /** Whether there are too many nodes already, so that the tree will be discarded. */
  readonly isExhausted: boolean;
}

/** The position of a macro call, see `ExprBase`. */
export interface CallPosition {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** The parts of a fold; only two-variable macros have `variable2`. */
export interface Fold {
  readonly range: Expr;
  readonly variable: string;
  readonly variable2?: string;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

export class NodeBuilder {
  private readonly ids: IdSource;
  private readonly start: number;
  private readonly end: number;
  private readonly at: number;

  constructor(ids: IdSource, { start, end, at }: CallPosition) {
    this.ids = ids;
    this.start = start;
    this.end = end;
    this.at = at;
  }

  bool(value: boolean): ConstExpr {
    return this.constant({ type: "bool", value });
  }

  int(value: bigint): ConstExpr {
    return this.constant({ type: "int", value });
  }

  private constant(constant: Constant): ConstExpr {
    const { start, end, at } = this;
    return { kind: "const", id: this.ids.nextId(), start, end, at, constant };
  }

  ident(name: string): IdentExpr {
    const { start, end, at } = this;
    return { kind: "ident", id: this.ids.nextId(), start, end, at, name };
  }

  accumulator(): IdentExpr {
    return this.ident(accumulatorName);
  }

  list(...elements: Expr[]): ListExpr {
    const { start, end, at } = this;
    return { kind: "list", id: this.ids.nextId(), start, end, at, elements, optionalIndices: [] };
  }

  emptyMap(): MapExpr {
    const { start, end, at } = this;
    return { kind: "map", id: this.ids.nextId(), start, end, at, entries: [] };
  }

  call(name: string, ...args: Expr[]): CallExpr {
    const { start, end, at } = this;
    return { kind: "call", id: this.ids.nextId(), start, end, at, function: name, args };
  }

  memberCall(name: string, target: Expr, ...args: Expr[]): CallExpr {
    const { start, end, at } = this;
    return { kind: "call", id: this.ids.nextId(), start, end, at, function: name, target, args };
  }

  /** Builds the expansion of `has(select)`. */
  presenceTest({ operand, field, fieldStart, fieldEnd }: SelectExpr): SelectExpr {
    const { start, end, at } = this;
    const id = this.ids.nextId();
    return { kind: "select", id, start, end, at, operand, field, testOnly: true, fieldStart, fieldEnd };
  }

  fold(fold: Fold): ComprehensionExpr {
    const { start, end, at } = this;
    const node: ComprehensionExpr = {
      kind: "comprehension",
      id: this.ids.nextId(),
      start,
      end,
      at,
      iterRange: fold.range,
      iterVar: fold.variable,
      accuVar: fold.accumulator,
      accuInit: fold.init,
      loopCondition: fold.condition,
      loopStep: fold.step,
      result: fold.result,
    };
    return fold.variable2 === undefined ? node : { ...node, iterVar2: fold.variable2 };
  }

  /** Copies a tree; the nodes keep their positions and get new ids. */
  copy(expr: Expr): Expr {
    if (this.ids.isExhausted) return expr;
    const id = this.ids.nextId();
    switch (expr.kind) {
      case "const":
      case "ident":
        return { ...expr, id };
      case "select":
        return { ...expr, id, operand: this.copy(expr.operand) };
      case "call": {
        const args = this.copyAll(expr.args);
        return expr.target === undefined
          ? { ...expr, id, args }
          : { ...expr, id, args, target: this.copy(expr.target) };
      }
      case "list":
        return { ...expr, id, elements: this.copyAll(expr.elements) };
      case "map":
        return { ...expr, id, entries: expr.entries.map((entry) => this.copyEntry(entry)) };
      case "struct":
        return { ...expr, id, fields: expr.fields.map((field) => this.copyField(field)) };
      case "comprehension":
        return this.copyFold(expr, id);
    }
  }

  private copyAll(exprs: readonly Expr[]): Expr[] {
    return exprs.map((expr) => this.copy(expr));
  }

  private copyEntry(entry: MapEntry): MapEntry {
    const id = this.ids.nextId();
    return { ...entry, id, at: this.at, key: this.copy(entry.key), value: this.copy(entry.value) };
  }

  private copyField(field: StructField): StructField {
    const id = this.ids.nextId();
    return { ...field, id, at: this.at, value: this.copy(field.value) };
  }

  private copyFold(fold: ComprehensionExpr, id: number): ComprehensionExpr {
    return {
      ...fold,
      id,
      iterRange: this.copy(fold.iterRange),
      accuInit: this.copy(fold.accuInit),
      loopCondition: this.copy(fold.loopCondition),
      loopStep: this.copy(fold.loopStep),
      result: this.copy(fold.result),
    };
  }
}
