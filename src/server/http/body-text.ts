/**
 * Decodes JSON and YAML bodies to values with exact numbers, positions for errors, and the errors that only strict
 * requests reject.
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
import type { DecodedBody } from "./codec.ts";
import { type UndecodableBody, unrecognized } from "./unrecognized.ts";
import { wholeFloats } from "./whole-floats.ts";

/** Deepest nesting of a body. */
export const maxBodyDepth = 500;
/** Maximum number of strict decoding faults reported for one body, as upstream. */
export const maxStrictFaults = 100;
/**
 * Limit for the members and items of a body. Decoding one takes about a microsecond, and each further step takes as
 * long again.
 */
export const maxBodyValues = 100_000;
/** Limit for the keys and values of a YAML body; a member counts as both. */
const maxBodyNodes = 2 * maxBodyValues;
/** Limit for the nodes that aliases add to a YAML body. */
const maxBodyAliasNodes = 100_000;

/** JSON is UTF-8; a byte order mark is not removed. Invalid sequences become U+FFFD, as in Go. */
const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * @param kind - the expected kind, for error messages
 * @param errorPrefix - prefix of the error message that names the decoder which rejects the text
 * @throws {StatusError} BadRequest if the text is not JSON
 */
export function readJsonBody(body: Uint8Array, kind: string, errorPrefix = ""): DecodedBody {
  const text = utf8Decoder.decode(body);
  if (text.length > maxBodyValues && scanJson(text).values > maxBodyValues) throw tooManyValues();
  const { documents, issues } = readJson(text, { maxDepth: maxBodyDepth, maxAliasNodes: maxBodyAliasNodes });
  const floats = wholeFloats(text, documents[0]?.root);
  return {
    ...decoded(documents[0], issues, { kind, body, errorPrefix }),
    ...(floats.length > 0 ? { floats } : {}),
  };
}

/**
 * @param kind - the expected kind, for error messages
 * @throws {StatusError} BadRequest if the text is not YAML
 */
export function readYamlBody(body: Uint8Array, kind: string): DecodedBody {
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

/** Formats errors as Go's YAML decoder does, which reports the line of the value. */
function yamlFaults(text: string, duplicates: readonly SourceIssue[]): readonly string[] {
  return duplicates.map(({ start, end }) => {
    const key = readSource("key", text.slice(start, end)).documents[0]?.value;
    const line = text.slice(0, valueStart(text, { start, end })).split("\n").length;
    const isPlain = typeof key === "number" || typeof key === "boolean";
    return `line ${line}: key ${isPlain ? key : JSON.stringify(String(key))} already set in map`;
  });
}

/** Returns the offset of the value of a key. An empty value has the offset of its key. */
function valueStart(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const gap = /^\s*:(?:\s|#[^\n]*\n)*/.exec(text.slice(end))?.[0] ?? "";
  const at = end + gap.length;
  // In JSON the indentation has no meaning.
  if (!gap.includes("\n") || /^\s*\{/.test(text)) return at;
  const column = (offset: number) => offset - text.lastIndexOf("\n", offset - 1);
  const isItem = /^-\s/.test(text.slice(at));
  return column(at) > column(start) || (isItem && column(at) === column(start)) ? at : end;
}

export const tooManyValues = (limit = maxBodyValues) =>
  tooLarge(`Request entity too large: limit is ${limit} members and items`);

interface BodyContext extends UndecodableBody {
  readonly errorPrefix?: string;
}

function decoded(
  document: SourceDocument | undefined,
  issues: readonly SourceIssue[],
  context: BodyContext,
): DecodedBody {
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal || document?.value === undefined)
    throw unrecognized(context, (context.errorPrefix ?? "") + (fatal?.message ?? "the body has no value"));
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

/** Returns the path of the field whose key is at the position of the issue. */
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
