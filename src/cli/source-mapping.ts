/**
 * Maps findings in rendered manifests to the files from which they were rendered, if the position is certain: a value
 * at the same path in the object's own file, or a line of its template.
 *
 * @module
 */
import type { FileDiagnostic, Range } from "../diagnostic/diagnostic.ts";
import { valueAt } from "../diagnostic/path.ts";
import { placeOf } from "../engine/place.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import type { Rendered } from "./rendered.ts";
import { TextLines, templateLine } from "./template-line.ts";

/** Returns the parsed file with a name, or undefined if it can't be read. */
export type FileReader = (name: string) => SourceFile | undefined;

export function mapToSource(
  found: FileDiagnostic,
  rendered: Rendered,
  made: SourceFile,
  read: FileReader,
): FileDiagnostic {
  const { fix: _fix, related: _related, ...diagnostic } = found;
  const document = made.documents[diagnostic.document];
  const origin = rendered.origins[diagnostic.document];
  const place =
    document &&
    (rendered.keepsPaths ? placeByPath : placeByLine)({ diagnostic, document, origin, rendered, made, read });
  if (place) return { ...diagnostic, ...place };
  const file = origin !== undefined && !rendered.keepsPaths ? origin : rendered.file;
  const message = `as rendered: ${diagnostic.message}`;
  const top = read(file)?.rangeOf(0, 0);
  const { range: _range, ...rest } = diagnostic;
  return { ...rest, message, file, document: 0, ...(top ? { range: top } : {}) };
}

interface Lead {
  readonly diagnostic: FileDiagnostic;
  readonly document: SourceDocument;
  readonly origin: string | undefined;
  readonly rendered: Rendered;
  readonly made: SourceFile;
  readonly read: FileReader;
}

interface SourcePlace {
  readonly file: string;
  readonly document: number;
  readonly range: Range;
}

function placeByPath({ diagnostic, document, origin, rendered, made, read }: Lead): SourcePlace | undefined {
  const { path } = diagnostic;
  const value = textOf(valueAt(document.value, path));
  const ofOrigin = origin === undefined ? [] : placesIn(origin, document, read);
  const ofPatches = value === undefined ? [] : rendered.patches.flatMap((patch) => placesIn(patch, document, read));
  const same = [...ofOrigin, ...ofPatches].filter((each) => textOf(valueAt(each.document.value, path)) === value);
  const [only] = same;
  if (!only || same.length > 1) return undefined;
  const atKey = isKey(diagnostic, made, document);
  const range = placeOf(only.file, only.document, { path, atKey });
  return { file: only.file.name, document: only.document.index, range };
}

/** Whether a finding is about a key, for example a field that must not be set. */
function isKey({ path, range }: FileDiagnostic, made: SourceFile, document: SourceDocument): boolean {
  return range !== undefined && range.start.offset === placeOf(made, document, { path, atKey: true }).start.offset;
}

/**
 * Returns the documents of a file that may be the source of the object: same kind, and a name to which kustomize may
 * have added a prefix or suffix.
 */
function placesIn(name: string, { value }: SourceDocument, read: FileReader) {
  const file = read(name);
  if (!file) return [];
  const like = file.documents.filter((document) => isSameObject(document.value, value));
  return like.map((document) => ({ file, document }));
}

function isSameObject(source: unknown, made: unknown): boolean {
  if (!isPlainObject(source) || !isPlainObject(made) || source["kind"] !== made["kind"]) return false;
  return nameOf(made).includes(nameOf(source));
}

const nameOf = ({ metadata }: Readonly<Record<string, unknown>>): string =>
  isPlainObject(metadata) && typeof metadata["name"] === "string" ? metadata["name"] : "";

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : formatJson(value));

/** Returns the line of the template that produced the line of the finding, if that is certain. */
function placeByLine({ diagnostic, document, origin, made, read }: Lead): SourcePlace | undefined {
  const file = origin === undefined ? undefined : read(origin);
  if (!file || !diagnostic.range) return undefined;
  const { line } = made.rangeOf(document.start, document.start).start;
  const rendered = linesOf(document, () => made.text.slice(document.start, document.end));
  const index = templateLine(
    rendered,
    linesOf(file, () => file.text),
    diagnostic.range.start.line - line,
  );
  return index === undefined ? undefined : { file: file.name, document: 0, range: rangeOfLine(file, index) };
}

/** Lines of documents and files, cached because a document may have a thousand findings. */
const linesByText = new WeakMap<SourceDocument | SourceFile, TextLines>();

function linesOf(source: SourceDocument | SourceFile, textOf: () => string): TextLines {
  const known = linesByText.get(source) ?? new TextLines(textOf());
  linesByText.set(source, known);
  return known;
}

/** Returns the range of a line without the white space around its text. */
function rangeOfLine(file: SourceFile, index: number): Range {
  const lines = file.text.split("\n", index + 1);
  const text = lines.pop() ?? "";
  const start = lines.reduce((sum, line) => sum + line.length + 1, 0) + text.length - text.trimStart().length;
  return file.rangeOf(start, start + text.trim().length);
}
