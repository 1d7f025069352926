/**
 * Maps a field path, or a character in a scalar, to its position in the file.
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
 * Returns the span of a field. For a missing field, returns that of its nearest existing parent: the key of the parent,
 * or the item itself if the parent is a list item.
 *
 * @param what - whether to locate the key of the last segment or its value; list items and the root have only values
 */
export function locate(document: SourceDocument, path: FieldPath, what: "key" | "value"): Span {
  if (document.root === undefined) return { start: document.start, end: document.start };
  let node: SourceNode = document.root;
  let item: MapItem | undefined;
  for (const segment of path) {
    const next: MapItem | SourceNode | undefined = childOf(node, segment);
    if (next === undefined) return item === undefined ? firstKeySpan(node) : spanOf(item.key);
    item = "name" in next ? next : undefined;
    node = "name" in next ? next.value : next;
  }
  if (item !== undefined && (what === "key" || isEmptyNode(node))) return spanOf(item.key);
  return item === undefined && path.length === 0 ? firstKeySpan(node) : spanOf(node);
}

/** Returns the node at a path; undefined if absent. */
export function nodeAt(document: SourceDocument, path: FieldPath): SourceNode | undefined {
  let node: SourceNode | undefined = document.root;
  for (const segment of path) {
    if (node === undefined) return undefined;
    const next: MapItem | SourceNode | undefined = childOf(node, segment);
    node = next !== undefined && "name" in next ? next.value : next;
  }
  return node;
}

/** Returns the child of a node. Looks up a number in a map by its decimal text. */
function childOf(node: SourceNode, segment: string | number): MapItem | SourceNode | undefined {
  if (node.kind === "map") return node.items.get(String(segment));
  if (node.kind === "sequence" && typeof segment === "number") return node.items[segment];
  return undefined;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function isEmptyNode(node: SourceNode): boolean {
  return node.start === node.end;
}

/** Returns the first key of a map, since the whole document or item would be too much to underline. */
function firstKeySpan(node: SourceNode): Span {
  if (node.kind !== "map") return spanOf(node);
  const [first] = node.items.values();
  return first === undefined || first.isMerged ? spanOf(node) : spanOf(first.key);
}

/**
 * Returns the offset in the file of the character at `index` of a scalar's text. A character from an escape or a folded
 * line is located at the escape or fold; the end of the text is after its last character. All characters of an alias
 * are at its start.
 *
 * @param text - of the file
 * @param index - in UTF-16 code units; an index outside the scalar's text is moved to the nearest one inside
 */
export function offsetInScalar(text: string, node: ScalarNode, index: number): number {
  if (text.charAt(node.start) === "*") return node.start;
  const segments = segmentsOf(text, node);
  const last = segments.at(-1);
  if (last === undefined) return node.start === node.end ? node.start : contentStart(node);
  if (index >= last.index + last.length) return last.end;
  const wanted = Math.max(0, index);
  const segment = lastSegmentBefore(segments, wanted) ?? last;
  const isVerbatim = segment.end - segment.start === segment.length;
  return isVerbatim ? segment.start + wanted - segment.index : segment.start;
}

/** Returns the last segment that starts at or before an index. Segments are in order. */
function lastSegmentBefore(segments: readonly ScalarSegment[], index: number): ScalarSegment | undefined {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.index ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

/** Segments by node, so that a long text with many findings is decoded once. */
const segmentsByNode = new WeakMap<ScalarNode, readonly ScalarSegment[]>();

function segmentsOf(text: string, node: ScalarNode): readonly ScalarSegment[] {
  const known = segmentsByNode.get(node);
  if (known) return known;
  const segments = scalarSegments(text, node);
  segmentsByNode.set(node, segments);
  return segments;
}

/** Returns the offset at which the text of an empty scalar would begin. */
function contentStart(node: ScalarNode): number {
  return node.style === "single" || node.style === "double" ? node.start + 1 : node.end;
}
