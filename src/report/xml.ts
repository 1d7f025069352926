/**
 * Writes XML elements and escapes text for XML.
 *
 * @module
 */

import { visible } from "./visible.ts";

/** Characters that XML 1.0 can't represent, not even as a reference. */
const illegalCharacters = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Returns a function that puts the lines of an element around its content, which must already be XML; without content,
 * the element is empty. Attributes become single lines.
 */
export function element(name: string, attributes: Readonly<Record<string, string | number>>) {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(visible(String(value)))}"`);
  const open = `${name}${list.join("")}`;
  return (content: readonly string[]): readonly string[] =>
    content.length === 0 ? [`<${open}/>`] : [`<${open}>`, ...content, `</${name}>`];
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
    "\t": "&#9;",
    "\r": "&#13;",
  }),
);

/** Escapes text for use between tags or in an attribute. Characters that XML can't represent are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(illegalCharacters, "\ufffd")
    .replace(/[&<>"'\t\r]/g, (character) => entities.get(character) ?? "");
}
