/** The values of files that were read, for tests. */
import type { SourceFile, SourceNode } from "../../src/source/source-file.ts";

/** Whether a reader that is strict, or not, about duplicate keys refuses the document. */
export function isRefused(file: SourceFile, document: number, reader: "strict" | "lenient"): boolean {
  return file.issues.some(
    (issue) =>
      issue.document === document &&
      issue.tolerated !== "always" &&
      (reader === "strict" || issue.tolerated !== "lenient"),
  );
}

/** JSON with sorted keys, to compare values; integers beyond 2^53 as the nearest double. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) => {
    if (typeof each === "bigint") return Number(each);
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Every node of a tree with its range, one a line; what has no characters has no place to compare. */
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
