/**
 * From a field path, or a character inside a scalar, back to the file.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { type ScalarSegment, scalarSegments } from "./scalar-text.ts";
import type { MapItem, ScalarNode, SourceDocument, SourceNode } from "./source-file.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a field is. A missing field is at its nearest parent that exists: at the parent's key, or, for an
 * entry of a list, at the entry.
 *
 * @param what - the key of the last segment or its value; entries of a list and the root have values only
 */
export function locate(document: SourceDocument, path: FieldPath, what: "key" | "value"): Span {
  if (document.root === undefined) return { start: document.start, end: document.start };
  let node: SourceNode = document.root;
  let item: MapItem | undefined;
  for (const segment of path) {
    const next: MapItem | SourceNode | undefined = childOf(node, segment);
    if (next === undefined) return item === undefined ? firstOf(node) : spanOf(item.key);
    item = "name" in next ? next : undefined;
    node = "name" in next ? next.value : next;
  }
  if (item !== undefined && (what === "key" || isNothing(node))) return spanOf(item.key);
  return item === undefined && path.length === 0 ? firstOf(node) : spanOf(node);
}

/** The node at a path; undefined if absent. */
export function nodeAt(document: SourceDocument, path: FieldPath): SourceNode | undefined {
  let node: SourceNode | undefined = document.root;
  for (const segment of path) {
    if (node === undefined) return undefined;
    const next: MapItem | SourceNode | undefined = childOf(node, segment);
    node = next !== undefined && "name" in next ? next.value : next;
  }
  return node;
}

/** A number that names a map's key is looked up by its text. */
function childOf(node: SourceNode, segment: string | number): MapItem | SourceNode | undefined {
  if (node.kind === "map") return node.items.get(String(segment));
  if (node.kind === "sequence" && typeof segment === "number") return node.items[segment];
  return undefined;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function isNothing(node: SourceNode): boolean {
  return node.start === node.end;
}

/** A whole document or entry is too much to underline: its first key represents it. */
function firstOf(node: SourceNode): Span {
  if (node.kind !== "map") return spanOf(node);
  const [first] = node.items.values();
  return first === undefined || first.isMerged ? spanOf(node) : spanOf(first.key);
}

/**
 * The offset in the file of the character at `index` of a scalar's text. A character that an escape or a fold produced
 * is at the escape or fold; the end of the text is after its last character. All of an alias is at its start.
 *
 * @param text - the file's
 * @param index - in UTF-16 code units; one outside the scalar's text is taken for the nearest inside
 */
export function offsetInScalar(text: string, node: ScalarNode, index: number): number {
  if (text.charAt(node.start) === "*") return node.start;
  const segments = segmentsOf(text, node);
  const last = segments.at(-1);
  if (last === undefined) return node.start === node.end ? node.start : contentStart(node);
  if (index >= last.index + last.length) return last.end;
  const wanted = Math.max(0, index);
  const segment = lastFrom(segments, wanted) ?? last;
  const isVerbatim = segment.end - segment.start === segment.length;
  return isVerbatim ? segment.start + wanted - segment.index : segment.start;
}

/** The last segment that starts at or before an index of the text: they are in order. */
function lastFrom(segments: readonly ScalarSegment[], index: number): ScalarSegment | undefined {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.index ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

/** A long text with many findings is taken apart once. */
const segmentsByNode = new WeakMap<ScalarNode, readonly ScalarSegment[]>();

function segmentsOf(text: string, node: ScalarNode): readonly ScalarSegment[] {
  const known = segmentsByNode.get(node);
  if (known) return known;
  const segments = scalarSegments(text, node);
  segmentsByNode.set(node, segments);
  return segments;
}

/** Where the text of an empty scalar would begin. */
function contentStart(node: ScalarNode): number {
  return node.style === "single" || node.style === "double" ? node.start + 1 : node.end;
}
