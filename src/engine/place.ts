/**
 * Finds the range in the text that a finding refers to.
 *
 * @module
 */
import type { FieldPath, Range } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";
import { locate, nodeAt, offsetInScalar } from "../source/locate.ts";

import type { ScalarNode, SourceDocument, SourceFile } from "../source/source-file.ts";

/** The parts of a finding that decide its range. */
export interface FindingPath {
  readonly path: FieldPath;
  readonly atKey?: boolean;
  /** A range in the string at the path. */
  readonly span?: Span;
}

export function placeOf(file: SourceFile, document: SourceDocument, { path, atKey, span }: FindingPath): Range {
  const node = span && nodeAt(document, path);
  if (span && node?.kind === "scalar" && typeof node.value === "string") {
    const start = offsetInScalar(file.text, node, span.start);
    return file.rangeOf(start, span.end > span.start ? endInScalar(file.text, node, span.end) : start);
  }
  const { start, end } = locate(document, path, atKey ? "key" : "value");
  return file.rangeOf(start, end);
}

/** Returns the end of the character before `index`. After a folded line break the next character begins later. */
function endInScalar(text: string, node: ScalarNode, index: number): number {
  const last = offsetInScalar(text, node, index - 1);
  const next = offsetInScalar(text, node, index);
  if (next > last && index >= String(node.value).length) return next;
  return next <= last || /[\r\n]/.test(text.slice(last, next)) ? last + 1 : next;
}
