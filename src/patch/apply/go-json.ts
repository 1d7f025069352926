/**
 * Writes JSON as Go does: names sorted by their bytes, and characters with a meaning in HTML escaped.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { compareUtf8 } from "../../text/utf8.ts";

export function goJson(value: unknown): string {
  if (typeof value === "string") return goString(value);
  if (Array.isArray(value)) return `[${value.map(goJson).join(",")}]`;
  if (!isPlainObject(value)) return String(value ?? null);
  const names = Object.keys(value).sort(compareUtf8);
  return `{${names.map((name) => `${goString(name)}:${goJson(value[name])}`).join(",")}}`;
}

const isPlain = /^[\w ./-]*$/;
const needsEscape = /[<>&\u2028\u2029\\]/;

function goString(text: string): string {
  if (isPlain.test(text)) return `"${text}"`;
  const json = JSON.stringify(text);
  return needsEscape.test(json) ? json.replace(/\\.|[<>&\u2028\u2029]/g, escapeOf) : json;
}

function escapeOf(found: string): string {
  if (found === "\\b") return "\\u0008";
  if (found === "\\f") return "\\u000c";
  return found.startsWith("\\") ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
