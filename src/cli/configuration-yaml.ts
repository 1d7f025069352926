/**
 * A configuration as YAML, with a word behind each value.
 *
 * @part kubelet
 * @module
 */
import { Document, isCollection, isMap, isScalar, type Node, type YAMLMap } from "yaml";
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/**
 * @param commentOf - what to say of the value at a path; undefined says nothing
 */
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
      // Behind a list there is no place for a comment: it is before the first item.
      if (!isCollection(node)) node.comment = ` ${text}`;
      else if (node.items.length > 0) node.commentBefore = ` ${text}`;
    }
  }
}
