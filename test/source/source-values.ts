/** Helpers that return the values and nodes of source files for tests. */
import type { SourceFile, SourceNode } from "../../src/source/source-file.ts";

/** Whether a reader rejects the document. A strict reader rejects duplicate keys. */
export function isRefused(file: SourceFile, document: number, reader: "strict" | "lenient"): boolean {
  return file.issues.some(
    (issue) =>
      issue.document === document &&
      issue.tolerated !== "always" &&
      (reader === "strict" || issue.tolerated !== "lenient"),
  );
}

/** Returns JSON with sorted keys, to compare values. Integers beyond 2^53 are rounded to the nearest double. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) => {
    if (typeof each === "bigint") return Number(each);
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Returns every node of a tree with its range, one on each line. Nodes without characters have no position to compare,
 * so their ranges are omitted.
 */
export function outline(node: SourceNode | undefined): string[] {
  if (node === undefined) return [];
  const range = `${node.start}-${node.end}`;
  switch (node.kind) {
    case "scalar":
      return [
        node.start === node.end ? `empty ${node.value}` : `${range} ${node.style} ${node.indent} ${String(node.value)}`,
      ];
    case "sequence":
      return [node.items.length === 0 ? "sequence" : `sequence ${node.start}`, ...node.items.flatMap(outline)];
    case "map":
      return ["map", ...[...node.items.values()].flatMap(({ key, value }) => [...outline(key), ...outline(value)])];
  }
}
