/**
 * Turns the fix of a finding into an edit of the file's text.
 *
 * @module
 */
import type { Edit, FieldPath, Fix } from "../diagnostic/diagnostic.ts";
import { locate, nodeAt } from "../source/locate.ts";
import type { ScalarNode, SourceDocument, SourceFile } from "../source/source-file.ts";

/**
 * Returns the edit that applies the fix; undefined if the text can't be edited in place, as in an alias or a block
 * scalar.
 */
export function editOf(file: SourceFile, document: SourceDocument, path: FieldPath, fix: Fix): Edit | undefined {
  if ("rename" in fix) return renameEdit(file, document, path, fix.rename);
  const node = nodeAt(document, path);
  if (node?.kind !== "scalar" || !isOneLine(file.text, node)) return undefined;
  const { start, end } = node;
  if ("quote" in fix) return { start, end, text: JSON.stringify(file.text.slice(start, end)) };
  return { start, end, text: scalarText(fix.set, node, file.format) };
}

/** Returns the edit that renames the last key of a path; undefined if the map already has a key of that name. */
function renameEdit(file: SourceFile, document: SourceDocument, path: FieldPath, name: string): Edit | undefined {
  const parent = nodeAt(document, path.slice(0, -1));
  const item = parent?.kind === "map" ? parent.items.get(String(path.at(-1))) : undefined;
  if (parent?.kind !== "map" || !item || item.isMerged || parent.items.has(name)) return undefined;
  if (!isOneLine(file.text, item.key)) return undefined;
  const { start, end } = locate(document, path, "key");
  return { start, end, text: scalarText(name, item.key, file.format) };
}

/** Whether the text contains the scalar in one piece. */
function isOneLine(text: string, { start, end, style }: ScalarNode): boolean {
  if (start === end || style === "literal" || style === "folded") return false;
  const own = text.slice(start, end);
  return !own.startsWith("*") && !/[\r\n]/.test(own);
}

/** Matches words that YAML 1.1 does not read as strings. */
const notText = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const plainText = /^[A-Za-z][\w./-]*$/;

/** Formats the new value in the style of the scalar if that style can express it. */
function scalarText(value: string | number | boolean, { style }: ScalarNode, format: SourceFile["format"]): string {
  if (typeof value !== "string") return String(value);
  if (format === "json" || style === "double") return JSON.stringify(value);
  if (style === "single") return `'${value.replaceAll("'", "''")}'`;
  return plainText.test(value) && !notText.test(value) ? value : JSON.stringify(value);
}
