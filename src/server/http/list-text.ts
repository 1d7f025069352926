/**
 * Lists in forms that are made for each response: tables, PartialObjectMetadata, indented JSON. Entries are written one
 * by one as the client reads, with turns for other work in between, so that the whole list is never in memory.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { jsonCodec } from "./json-codec.ts";
import type { Output } from "./negotiate.ts";
import { PartBuffer } from "./parts.ts";
import type { ListForm } from "./transform.ts";
import { yamlItem } from "./yaml-codec.ts";

/** Spaces for each level of indented JSON. */
export const prettyIndent = 2;

/** Generates the list; each part is made when the consumer requests it. */
export async function* listText(
  { head, member, entry, isNullIfEmpty = false }: ListForm,
  items: readonly ApiObject[],
  { codec, isPretty }: Output,
): AsyncGenerator<Uint8Array, void> {
  const isJson = codec === jsonCodec;
  const toText = isJson ? entryWriter(isPretty) : yamlItem;
  const isEmpty = items.length === 0;
  const empty = isNullIfEmpty ? "null" : "[]";
  const [opening, closing] = isJson
    ? openingAndClosing(formatJson(head, isPretty ? prettyIndent : 0), member, isEmpty ? empty : undefined)
    : [`${Buffer.from(codec.encodeValue(head)).toString()}${member}:${isEmpty ? ` ${empty}` : ""}\n`, ""];
  const parts = new PartBuffer();
  parts.add(opening);
  for (const [index, item] of items.entries()) {
    if (isTurnOver()) await nextTurn();
    parts.add((isJson && index > 0 ? "," : "") + toText(entry(item)));
    yield* parts.take();
  }
  parts.add(closing);
  yield* parts.takeAll();
}

/**
 * Returns the function that formats an entry. Formatted JSON has no line breaks within strings, so all of its lines can
 * be indented.
 */
function entryWriter(isPretty: boolean): (value: unknown) => string {
  if (!isPretty) return (value) => formatJson(value);
  const lineBreak = `\n${" ".repeat(2 * prettyIndent)}`;
  return (value) => lineBreak + formatJson(value, prettyIndent).replaceAll("\n", lineBreak);
}

/**
 * Returns the text of an object, reopened for one more member, and the text that closes it.
 *
 * @param empty - the value of the member if the list is empty
 */
function openingAndClosing(head: string, member: string, empty: string | undefined): readonly [string, string] {
  const isPretty = head.includes("\n");
  const end = head.lastIndexOf(isPretty ? "\n}" : "}");
  const step = isPretty ? `\n${" ".repeat(prettyIndent)}` : "";
  const opening = `${head.slice(0, end)},${step}"${member}"${isPretty ? ": " : ":"}`;
  const closing = isPretty ? "\n}" : "}\n";
  return empty === undefined ? [`${opening}[`, `${step}]${closing}`] : [opening + empty, closing];
}
