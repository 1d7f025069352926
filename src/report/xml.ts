/**
 * The little of XML that reports need.
 *
 * @module
 */

import { visible } from "./visible.ts";

/** Characters that XML 1.0 has no way to write, not even as a reference. */
const illegalCharacters = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Lines of an element around its content, which is XML already; no content gives an empty element. Attributes are one line each. */
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

/** Text between tags or in an attribute; what XML can't write is replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(illegalCharacters, "\ufffd")
    .replace(/[&<>"'\t\r]/g, (character) => entities.get(character) ?? "");
}
