/**
 * The text of a body, JSON or YAML, to a value: exact numbers, positions for faults, and what only strict readers refuse.
 *
 * @module
 */
import { formatPath } from "../../diagnostic/path.ts";
import { scanJson } from "../../json/json-scan.ts";
import { readJson } from "../../source/json.ts";
import { readSource } from "../../source/read-source.ts";
import type { SourceDocument, SourceIssue, SourceNode } from "../../source/source-file.ts";
import { tooManyNodes } from "../../source/yaml-parser.ts";
import { tooLarge } from "../request/failures.ts";
import { sizeOf } from "../request/size.ts";
import type { Decoded } from "./codec.ts";
import { type UnreadBody, unrecognized } from "./unrecognized.ts";
import { wholeFloats } from "./whole-floats.ts";

/** Deepest nesting of a body. */
export const maxBodyDepth = 500;
/** Maximum number of strict decoding faults reported for one body, as upstream. */
export const maxStrictFaults = 100;
/** Most members and items of a body. Reading one takes about a microsecond, and what is made of it as much again at each step. */
export const maxBodyValues = 100_000;
/** Most keys and values of a YAML body; a member is both. */
const maxBodyNodes = 2 * maxBodyValues;
/** Most nodes that aliases may add to a YAML body. */
const maxBodyAliasNodes = 100_000;

/** JSON is UTF-8 without a byte order mark; other sequences become U+FFFD, as in Go. */
const json = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * @param kind - what is expected, for messages
 * @param reader - says in messages who found that the text is no JSON
 * @throws {StatusError} BadRequest for text that is no JSON
 */
export function readJsonBody(body: Uint8Array, kind: string, reader = ""): Decoded {
  const text = json.decode(body);
  if (text.length > maxBodyValues && scanJson(text).values > maxBodyValues) throw tooManyValues();
  const { documents, issues } = readJson(text, { maxDepth: maxBodyDepth, maxAliasNodes: maxBodyAliasNodes });
  const floats = wholeFloats(text, documents[0]?.root);
  return { ...decoded(documents[0], issues, { kind, body, reader }), ...(floats.length > 0 ? { floats } : {}) };
}

/**
 * @param kind - what is expected, for messages
 * @throws {StatusError} BadRequest for text that is no YAML
 */
export function readYamlBody(body: Uint8Array, kind: string): Decoded {
  const limits = {
    maxDepth: maxBodyDepth,
    maxAliasNodes: maxBodyAliasNodes,
    maxNodes: maxBodyNodes,
    maxDocuments: 1,
    reader: "fast",
  } as const;
  const { documents, issues } = readSource("body", body, limits);
  if (issues.some(({ message }) => message === tooManyNodes(maxBodyNodes))) throw tooManyValues();
  const { value, strictFaults } = decoded(documents[0], issues, { kind, body });
  if (body.length > maxBodyValues && sizeOf(value).values > maxBodyValues) throw tooManyValues();
  if (strictFaults.length === 0) return { value, strictFaults };
  return { value, strictFaults: [], yamlFaults: yamlFaults(new TextDecoder().decode(body), duplicatesIn(issues)) };
}

/** The faults in the words of Go's reader, which counts the lines of values. */
function yamlFaults(text: string, duplicates: readonly SourceIssue[]): readonly string[] {
  return duplicates.map(({ start, end }) => {
    const key = readSource("key", text.slice(start, end)).documents[0]?.value;
    const line = text.slice(0, valueStart(text, { start, end })).split("\n").length;
    const isPlain = typeof key === "number" || typeof key === "boolean";
    return `line ${line}: key ${isPlain ? key : JSON.stringify(String(key))} already set in map`;
  });
}

/** Where the value of the key is; an empty one is where the key is. */
function valueStart(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const gap = /^\s*:(?:\s|#[^\n]*\n)*/.exec(text.slice(end))?.[0] ?? "";
  const at = end + gap.length;
  // JSON has no indentation.
  if (!gap.includes("\n") || /^\s*\{/.test(text)) return at;
  const column = (offset: number) => offset - text.lastIndexOf("\n", offset - 1);
  const isItem = /^-\s/.test(text.slice(at));
  return column(at) > column(start) || (isItem && column(at) === column(start)) ? at : end;
}

export const tooManyValues = (limit = maxBodyValues) =>
  tooLarge(`Request entity too large: limit is ${limit} members and items`);

interface ReadBody extends UnreadBody {
  readonly reader?: string;
}

function decoded(document: SourceDocument | undefined, issues: readonly SourceIssue[], unread: ReadBody): Decoded {
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal || document?.value === undefined)
    throw unrecognized(unread, (unread.reader ?? "") + (fatal?.message ?? "there is none"));
  const duplicates = duplicatesIn(issues);
  return {
    value: document.value,
    strictFaults: duplicates.map((issue) => `duplicate field "${pathOfKey(document.root, issue)}"`),
  };
}

const duplicatesIn = (issues: readonly SourceIssue[]): readonly SourceIssue[] =>
  issues
    .filter(({ rule, tolerated }) => rule === "source/duplicate-key" && tolerated === "lenient")
    .slice(0, maxStrictFaults);

/** The path of the field whose key is where the issue is. */
function pathOfKey(root: SourceNode | undefined, issue: SourceIssue): string {
  const path: (string | number)[] = [];
  let node: SourceNode | undefined = root;
  while (node && node.kind !== "scalar") {
    const entries: readonly (readonly [string | number, number, SourceNode])[] =
      node.kind === "sequence"
        ? node.items.map((item, index) => [index, item.start, item] as const)
        : [...node.items.values()].map(({ name, key, value }) => [name, key.start, value] as const);
    const found = entries.findLast(([, start, value]) => start <= issue.start && issue.start < value.end);
    if (!found) break;
    path.push(found[0]);
    if (node.kind === "map" && found[1] === issue.start) break;
    node = found[2];
  }
  return formatPath(path);
}
