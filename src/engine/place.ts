/**
 * Where in the text a finding stands.
 *
 * @module
 */
import type { FieldPath, Range } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/rule.ts";
import { locate, nodeAt, offsetInScalar } from "../source/locate.ts";

import type { SourceDocument, SourceFile } from "../source/source-file.ts";

/** What of a finding decides its place. */
export interface Place {
  readonly path: FieldPath;
  readonly atKey?: boolean;
  /** Into the string at the path. */
  readonly span?: Span;
}

export function placeOf(file: SourceFile, document: SourceDocument, { path, atKey, span }: Place): Range {
  const node = span && nodeAt(document, path);
  if (span && node?.kind === "scalar" && typeof node.value === "string") {
    const start = offsetInScalar(file.text, node, span.start);
    const end = span.end > span.start ? offsetInScalar(file.text, node, span.end - 1) + 1 : start;
    return file.rangeOf(start, Math.max(start, end));
  }
  const { start, end } = locate(document, path, atKey ? "key" : "value");
  return file.rangeOf(start, end);
}
