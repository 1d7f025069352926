/**
 * The entry point for reading files: turns bytes or text into documents. Decides between YAML and JSON, and applies the
 * limits.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";
import { hasOnlyLineFeeds } from "./block-reader.ts";
import { decodeText } from "./encoding.ts";
import { readJson } from "./json.ts";
import { LineIndex } from "./line-index.ts";
import { readManifest } from "./manifest.ts";
import type { ReadOptions, SourceDocument, SourceFile, SourceIssue } from "./source-file.ts";
import { mayBeTemplate, templateActionAt } from "./template.ts";
import { readYaml } from "./yaml.ts";

/** The default limit of the input, in bytes of UTF-8. */
const maxSourceBytes = 16 * 1024 * 1024;
/** The default limit of the nesting of maps and sequences. */
const maxSourceDepth = 500;
/** The default limit of the nodes that aliases add to a document. */
const maxSourceAliasNodes = 1_000_000;

/**
 * Reads a file. Reports each fault as an issue and never throws.
 *
 * @param name - for messages; no file is opened
 * @param input - bytes are decoded by their byte order mark, or else as UTF-8
 */
export function readSource(name: string, input: string | Uint8Array, options: ReadOptions = {}): SourceFile {
  const {
    maxBytes = maxSourceBytes,
    maxDepth = maxSourceDepth,
    maxAliasNodes = maxSourceAliasNodes,
    maxNodes = Number.POSITIVE_INFINITY,
    maxDocuments = Number.POSITIVE_INFINITY,
    reader = "auto",
  } = options;
  const bytes = byteLength(input, maxBytes);
  if (bytes > maxBytes) {
    const message = `must be at most ${maxBytes} bytes; got ${bytes}`;
    return refusedFile(name, "", {
      rule: "source/limit",
      message,
      help: "raise the limit by `maxFileSize` or --max-file-size",
    });
  }
  const { text, hasByteOrderMark, issues } = decodeText(input);
  const binary = text.indexOf("\0");
  if (binary >= 0) {
    const place = { start: binary, end: binary + 1 };
    return refusedFile(name, text, { rule: "source/encoding", message: "must be text; got a NUL character", ...place });
  }
  const isJson = !hasByteOrderMark && jsonStart.test(text);
  const isAscii = !otherThanAscii.test(text);
  const controls = isAscii || isJson ? [] : findControlCharacters(text);
  const textWithoutControls = controls.length === 0 ? text : text.replace(controlCharacters, "\ufffd");
  const byLine = isAscii || hasOnlyLineFeeds(text);
  const readAs = (how: "auto" | "fast" | "thorough") =>
    isJson
      ? readJson(text, { maxDepth, maxAliasNodes })
      : readYaml(textWithoutControls, { maxDepth, maxAliasNodes, maxNodes, maxDocuments, reader: how, byLine });

  const fastReading = reader === "auto" && mayBeTemplate(text) ? readAs("fast") : undefined;
  const fault = fastReading && firstFault(fastReading.issues);
  const action = fault === undefined ? undefined : templateActionAt(text, fault);
  if (action) return refusedFile(name, text, { ...templateRefusal, ...action });
  const { documents, issues: found } = fastReading && fault === undefined ? fastReading : readAs(reader);
  // Go's JSON decoder replaces invalid UTF-8 and continues.
  if (isJson) {
    const tolerated = issues.map((issue): SourceIssue => ({ ...issue, tolerated: "always" }));
    const isRefused = firstFault(found) !== undefined && findControlCharacters(text).length === 0;
    const options = { maxDepth, maxAliasNodes, reader: "auto", byLine } as const;
    const manifest =
      isRefused &&
      readManifest(text, options, (part, documentsBefore) => readYaml(part, { ...options, documentsBefore }));
    if (!manifest) return sourceFile(name, text, "json", documents, [...tolerated, ...found]);
    const jsonIssues = found
      .filter(({ rule }) => rule === "source/syntax")
      .map((issue): SourceIssue => ({ ...issue, tolerated: "manifest" }));
    return sourceFile(name, text, manifest.format, manifest.documents, [
      ...tolerated,
      ...jsonIssues,
      ...manifest.issues,
    ]);
  }
  const encodingIssues = [...issues, ...controls].map((issue) => ({
    ...issue,
    document: documentAt(documents, issue.start),
  }));
  return sourceFile(name, text, "yaml", documents, [...encodingIssues, ...found]);
}

/** Returns the offset of the first syntax error. */
function firstFault(issues: readonly SourceIssue[]): number | undefined {
  let first: number | undefined;
  for (const { rule, start } of issues) {
    if (rule === "source/syntax" && (first === undefined || start < first)) first = start;
  }
  return first;
}

const templateRefusal: Refusal = {
  rule: "source/template",
  message: "this is a template, not YAML: render it first",
  help: "vet the rendered output, `helm template CHART | clustervet lint -`, and exclude the template with `exclude`; if it is text, quote it",
};

/** Matches texts that Go's decoder reads as JSON: the first character after white space opens an object. */
const jsonStart = /^[\s\x85]*\{/;

/** Matches characters that no YAML stream may contain. */
const controlCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The most control characters that are reported. */
const maxControlIssues = 20;

/** Quickly rules out control characters for most texts, which contain only printable ASCII and line feeds. */
const otherThanAscii = /[^\n -~]/;

/** Matches these characters and all surrogates, in a quarter of the time because it has no lookaround. */
const mayBeControl =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]/;

function findControlCharacters(text: string): SourceIssue[] {
  const issues: SourceIssue[] = [];
  if (!mayBeControl.test(text)) return issues;
  controlCharacters.lastIndex = 0;
  for (let match = controlCharacters.exec(text); match !== null; match = controlCharacters.exec(text)) {
    if (issues.length === maxControlIssues) break;
    const code = text.charCodeAt(match.index).toString(16).toUpperCase().padStart(4, "0");
    issues.push({
      rule: "source/encoding",
      message: `control characters are not allowed; got U+${code}`,
      document: 0,
      start: match.index,
      end: match.index + 1,
      help: "write it as an escape in double quotes",
    });
  }
  controlCharacters.lastIndex = 0;
  return issues;
}

/** Returns the size in bytes of UTF-8. For a string that is certainly within the limit, returns its length instead. */
function byteLength(input: string | Uint8Array, maxBytes: number): number {
  if (typeof input !== "string") return input.length;
  const maxUtf8BytesPerUnit = 3;
  return input.length * maxUtf8BytesPerUnit <= maxBytes ? input.length : new TextEncoder().encode(input).length;
}

function documentAt(documents: readonly SourceDocument[], offset: number): number {
  return Math.max(
    0,
    documents.findLastIndex((document) => document.start <= offset),
  );
}

type Refusal = Pick<SourceIssue, "rule" | "message" | "help"> & Partial<Pick<SourceIssue, "start" | "end">>;

/** Returns a file that could not be read: one document without a root, and the issue. */
function refusedFile(name: string, text: string, { start = 0, end = 0, ...refusal }: Refusal): SourceFile {
  const document = { index: 0, start: 0, end: text.length };
  return sourceFile(name, text, "yaml", [document], [{ ...refusal, document: 0, start, end }]);
}

function sourceFile(
  name: string,
  text: string,
  format: "yaml" | "json",
  documents: readonly SourceDocument[],
  issues: readonly SourceIssue[],
): SourceFile {
  const lines = new LineIndex(text);
  const rangeOf = (start: number, end: number): Range => ({
    start: lines.positionAt(start),
    end: lines.positionAt(end),
  });
  return { name, text, format, documents, issues, rangeOf };
}
