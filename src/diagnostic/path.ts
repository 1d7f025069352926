/**
 * Formats field paths in two notations, `jwt[0].issuer.url` and the JSON pointer `/jwt/0/issuer/url`, and looks up
 * paths in values and sets.
 *
 * @module
 */
import type { FieldPath } from "./diagnostic.ts";

const plainName = /^[A-Za-z_$][\w$-]*$/;

/** Uses the notation of Kubernetes' field errors; names that are not identifiers are quoted: `labels["a/b"]`. */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!plainName.test(part)) text += `[${JSON.stringify(part)}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** Uses the notation of the API server's decoders: every name follows a dot, even if it is not an identifier. */
export const formatDotted = (path: FieldPath): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");

/** Maximum length of the path in a diagnostic: a thousand diagnostics may repeat a key of a megabyte. */
export const maxPathLength = 2_000;
/** Maximum length of the key that exceeds the limit. */
const maxKeyLength = 400;

/** Cuts a path at `maxPathLength`. The key at the limit is shortened with an ellipsis, and the rest is left out. */
export function shortPath(path: FieldPath): FieldPath {
  let length = 0;
  for (const [index, part] of path.entries()) {
    length += typeof part === "number" ? 1 : part.length + 1;
    if (length > maxPathLength) return [...path.slice(0, index), shortText(String(part), maxKeyLength)];
  }
  return path;
}

/**
 * Returns the text, or a copy of its start with an ellipsis that has at most `length` code units. The copy is necessary
 * because a slice would keep the whole text in memory.
 */
export const shortText = (text: string, length: number): string =>
  text.length <= length ? text : `${[...text.slice(0, length - 1)].join("")}…`;

/** Returns a JSON pointer (RFC 6901); the root is the empty string. */
export function formatPointer(path: FieldPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A node of the tree of paths in a set. */
interface PathNode {
  isMember: boolean;
  readonly next: Map<string | number, PathNode>;
}

/** A set of paths that finds paths equal to, above or below another path, in as many steps as that path has parts. */
export class PathSet {
  /** Absent while the set is empty, which is the usual case. */
  private root: PathNode | undefined;

  add(path: FieldPath): void {
    this.root ??= { isMember: false, next: new Map() };
    let node = this.root;
    for (const part of path) {
      const next = node.next.get(part) ?? { isMember: false, next: new Map() };
      node.next.set(part, next);
      node = next;
    }
    node.isMember = true;
  }

  /** Whether the set contains `path` or a path above it. */
  covers(path: FieldPath): boolean {
    return this.relationTo(path) === "member";
  }

  /** Whether the set contains `path`, or a path above or below it. */
  concerns(path: FieldPath): boolean {
    return this.relationTo(path) !== undefined;
  }

  private relationTo(path: FieldPath): "member" | "below" | undefined {
    let node = this.root;
    if (node === undefined) return undefined;
    for (const part of path) {
      if (node.isMember) return "member";
      const next = node.next.get(part);
      if (!next) return undefined;
      node = next;
    }
    if (node.isMember) return "member";
    return node.next.size > 0 ? "below" : undefined;
  }
}

/** Whether `path` is `prefix` or below it. */
export function startsWithPath(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((part, index) => part === path[index]);
}

/** Returns undefined if there is no value at the path. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
