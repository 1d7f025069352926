/**
 * Findings in rendered manifests, at the line that they come from where that is certain: a value at the same path of the
 * object in its own file, or a line that its template has once.
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

/** The parsed file of a name; undefined where it cannot be read. */
export type FileReader = (name: string) => SourceFile | undefined;

export function ledBack(found: FileDiagnostic, rendered: Rendered, made: SourceFile, read: FileReader): FileDiagnostic {
  const { fix: _fix, related: _related, ...diagnostic } = found;
  const document = made.documents[diagnostic.document];
  const origin = rendered.origins[diagnostic.document];
  const place =
    document && (rendered.keepsPaths ? atPath : atLine)({ diagnostic, document, origin, rendered, made, read });
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

function atPath({ diagnostic, document, origin, rendered, read }: Lead): SourcePlace | undefined {
  const { path } = diagnostic;
  const value = textOf(valueAt(document.value, path));
  const ofOrigin = origin === undefined ? [] : placesIn(origin, document, read);
  const ofPatches = value === undefined ? [] : rendered.patches.flatMap((patch) => placesIn(patch, document, read));
  const same = [...ofOrigin, ...ofPatches].filter((each) => textOf(valueAt(each.document.value, path)) === value);
  const [only] = same;
  if (!only || same.length > 1) return undefined;
  const range = placeOf(only.file, only.document, { path });
  return { file: only.file.name, document: only.document.index, range };
}

/** The documents of a file that may be the object: of its kind, and with a name that kustomize may have added to. */
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

/** The line of the template that has the text of the line at fault, where there is one such line. */
function atLine({ diagnostic, origin, made, read }: Lead): SourcePlace | undefined {
  const file = origin === undefined ? undefined : read(origin);
  if (!file || !diagnostic.range) return undefined;
  const line = (made.text.split("\n")[diagnostic.range.start.line - 1] ?? "").trim();
  const starts = line === "" ? [] : startsOfLine(file.text, line);
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  return { file: file.name, document: 0, range: file.rangeOf(start, start + line.length) };
}

function startsOfLine(text: string, wanted: string): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === wanted) starts.push(at + line.indexOf(wanted));
    at += line.length + 1;
  }
  return starts;
}
