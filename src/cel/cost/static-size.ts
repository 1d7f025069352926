/**
 * Sizes that are known without an evaluation: of literals, of scalar types, and of the entries of lists and maps that
 * expressions create.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import type { Constant, Expr } from "../syntax/ast.ts";
import type { Range } from "../types/costs.ts";
import type { CelType } from "../types/types.ts";
import { exactly, unbounded, union } from "./range.ts";

/** Sizes of the keys (or indexes) and of the values inside a list or a map. */
export interface EntrySizes {
  readonly container: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

/** Returns ranges that cover both; undefined unless both are known. */
export function unionOfEntries(a: EntrySizes | undefined, b: EntrySizes | undefined): EntrySizes | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

/** Returns one range that covers all sizes; 0 for an empty list. */
export function unionOfSizes(sizes: readonly Range[]): Range {
  return sizes.length === 0 ? exactly(0) : sizes.reduce(union, { min: unbounded, max: 0n });
}

/** Returns the size of a literal; undefined for other nodes. */
export function literalSize(expr: Expr): Range | undefined {
  if (expr.kind === "const") return exactly(constantSize(expr.constant));
  if (expr.kind === "list") return exactly(expr.elements.length);
  return expr.kind === "map" ? exactly(expr.entries.length) : undefined;
}

function constantSize(constant: Constant): number {
  if (constant.type === "string") return codePointCount(constant.value);
  return constant.type === "bytes" ? constant.value.length : 1;
}

const scalarKinds: ReadonlySet<CelType["kind"]> = new Set(["bool", "int", "uint", "double", "timestamp", "duration"]);

/** Whether all values of a type have size 1. */
export function isScalar(type: CelType): boolean {
  if (type.kind === "wrapper") return isScalar(type.of);
  if (type.kind !== "opaque" || type.name !== "optional_type") return scalarKinds.has(type.kind);
  const [held] = type.params;
  return held !== undefined && isScalar(held);
}

/** Returns the first type parameter of a type, as cel-go does: the element of a list, the key of a map. */
export function firstTypeParameter(type: CelType): CelType | undefined {
  switch (type.kind) {
    case "list":
      return type.element;
    case "map":
      return type.key;
    case "opaque":
      return type.params[0];
    case "type":
      return type.of;
    default:
      return undefined;
  }
}
