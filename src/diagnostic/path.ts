/**
 * Field paths in the two notations users meet: `jwt[0].issuer.url` and the JSON pointer `/jwt/0/issuer/url`.
 *
 * @module
 */
import type { FieldPath } from "./diagnostic.ts";

const plainName = /^[A-Za-z_$][\w$-]*$/;

/** The notation of Kubernetes' field errors; names that are no identifiers are quoted: `labels["a/b"]`. */
export function formatPath(path: FieldPath): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!plainName.test(part)) text += `[${JSON.stringify(part)}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** As the decoders of the API server write it: names follow dots, whatever they are. */
export const formatDotted = (path: FieldPath): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");

/** A diagnostic keeps so many characters of its path: a key of a megabyte would be in each of a thousand reports. */
export const maxPathLength = 2_000;
/** And so many of a key that is cut. */
const maxKeyLength = 400;

/** The path as far as `maxPathLength` allows; the rest becomes one ellipsis. */
export function shortPath(path: FieldPath): FieldPath {
  let length = 0;
  for (const [index, part] of path.entries()) {
    length += typeof part === "number" ? 1 : part.length + 1;
    if (length > maxPathLength) return [...path.slice(0, index), shortText(String(part), maxKeyLength)];
  }
  return path;
}

/** The text, or a copy of as much of its start as `length` allows, with an ellipsis; a slice would keep all of it alive. */
export const shortText = (text: string, length: number): string =>
  text.length <= length ? text : `${[...text.slice(0, length - 1)].join("")}…`;

/** RFC 6901; the root is the empty string. */
export function formatPointer(path: FieldPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A step of the paths in a set. */
interface PathNode {
  isMember: boolean;
  readonly next: Map<string | number, PathNode>;
}

/** Paths, asked for the one that is, holds or lies inside another, in as many steps as that one has. */
export class PathSet {
  /** Absent while the set is empty, as most are. */
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

  /** Whether a path of the set is `path`, or lies above it. */
  covers(path: FieldPath): boolean {
    return this.meets(path) === "member";
  }

  /** Whether a path of the set is `path`, or lies above or below it. */
  concerns(path: FieldPath): boolean {
    return this.meets(path) !== undefined;
  }

  private meets(path: FieldPath): "member" | "below" | undefined {
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

/** True when `path` is `prefix` or lies below it. */
export function startsWithPath(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((part, index) => part === path[index]);
}

/** Undefined where there is nothing. */
export function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
