/**
 * Whole numbers that a JSON text writes with a decimal point or an exponent. Go's decoder does not accept them as
 * integers.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { SourceNode } from "../../source/source-file.ts";

export interface WholeFloat {
  readonly path: FieldPath;
  /** The number as it is written: `2.0`, `1e6`. */
  readonly text: string;
}

/** Matches a number with a decimal point or an exponent. A match within a string only causes an unnecessary walk. */
const floatPattern = /\d(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)\s*[,}\]]/;

/** Returns the numbers in the order of the text. */
export function wholeFloats(text: string, root: SourceNode | undefined): readonly WholeFloat[] {
  if (root === undefined || !floatPattern.test(text)) return [];
  const found: WholeFloat[] = [];
  const path: (string | number)[] = [];
  const walkChild = (step: string | number, node: SourceNode): void => {
    path.push(step);
    walk(node);
    path.pop();
  };
  const walk = (node: SourceNode): void => {
    if (node.kind === "map") for (const [name, { value }] of node.items) walkChild(name, value);
    else if (node.kind === "sequence") for (const [index, item] of node.items.entries()) walkChild(index, item);
    else if (node.style === "plain" && typeof node.value === "number" && Number.isInteger(node.value)) {
      const number = text.slice(node.start, node.end);
      if (/[.eE]/.test(number)) found.push({ path: [...path], text: number });
    }
  };
  walk(root);
  return found;
}
