/**
 * Formats a configuration as YAML, with a comment after each value.
 *
 * @part kubelet
 * @module
 */
import { Document, isCollection, isMap, isScalar, type Node, type YAMLMap } from "yaml";
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** @param commentOf - returns the comment for the value at a path, or undefined for no comment */
export function configurationYaml(
  config: object,
  commentOf: (path: FieldPath) => string | undefined = () => undefined,
): string {
  const document = new Document(config);
  const root = document.contents;
  if (isMap<unknown, unknown>(root)) comment(root, [], commentOf);
  return document.toString({ lineWidth: 0 });
}

function comment(map: YAMLMap<unknown, unknown>, path: FieldPath, commentOf: (path: FieldPath) => string | undefined) {
  for (const { key, value } of map.items) {
    const at = [...path, String(isScalar(key) ? key.value : key)];
    const node = value as Node | null;
    if (isMap<unknown, unknown>(node) && node.items.length > 0) comment(node, at, commentOf);
    else {
      const text = commentOf(at);
      if (!node || text === undefined) continue;
      // YAML has no place for a comment after a list, so the comment precedes the first item.
      if (!isCollection(node)) node.comment = ` ${text}`;
      else if (node.items.length > 0) node.commentBefore = ` ${text}`;
    }
  }
}
