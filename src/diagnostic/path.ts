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

/** RFC 6901; the root is the empty string. */
export function formatPointer(path: FieldPath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** True when `path` is `prefix` or lies below it. */
export function startsWithPath(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((part, index) => part === path[index]);
}
