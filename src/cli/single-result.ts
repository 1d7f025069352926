/**
 * Code that the commands which print one result share: their common options, the reading of their input, and the text
 * and JSON of faults.
 *
 * @module
 */
import { type Command, Option } from "commander";
import type { FieldPath, FileDiagnostic, Range } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { type FindingPath, placeOf } from "../engine/place.ts";
import { vetFile } from "../engine/vet-file.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { diagnosticText } from "../report/text.ts";
import { printableJson } from "../report/visible.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { io, type OutStream } from "./io.ts";
import { nodeHost } from "./node-host.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { shownPath } from "./shown-path.ts";
import { addTargetOptions, settleTarget, type TargetFlags } from "./target-options.ts";
import { type ColorChoice, isColorful, print, writeError } from "./terminal.ts";

/** The common options, as commander passes them. */
export interface ResultFlags extends TargetFlags {
  readonly format: "text" | "json";
  readonly projectFile?: string;
  readonly color: ColorChoice;
}

export function addResultOptions(command: Command): Command {
  return addTargetOptions(command)
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .addOption(new Option("--color <when>", "colours in text").choices(["auto", "always", "never"]).default("auto"));
}

/** Returns the settings for a command and the project file that they come from. @throws {UsageError} */
export function loadSettings(flags: ResultFlags): { readonly settings: Settings; readonly project: ProjectFile } {
  const project = readProjectFile(flags.projectFile);
  const more = { host: nodeHost(undefined), ...withoutUndefined({ namespace: project.settings.namespace }) };
  return { settings: settleTarget(flags, project, more), project };
}

/** Version of the JSON output of these commands. Later releases may add fields, but never change existing ones. */
const answerVersion = 1;

/** Prints a result as JSON. */
export function printJson(answer: object): void {
  print(`${printableJson({ version: answerVersion, ...answer })}\n`);
}

/** Reads a file, or standard input for `-`. @throws {UsageError} if the file can't be read */
export function readFileOrStdin(path: string): SourceFile {
  if (path === "-") return readSource("<stdin>", io().readStdin());
  const content = readInput(path);
  if (typeof content === "string") throw new UsageError(`${path}: ${content}`);
  return readSource(shownPath(path), content);
}

/** A decoded document, and the file that shows where its fields are. */
export interface LoadedDocument<T> {
  readonly file: SourceFile;
  readonly object: T;
}

/** How a refused configuration is reported. */
interface RefusalStyle extends Pick<ResultFlags, "color"> {
  /** The component that reads the configuration; default: the API server. */
  readonly reader?: string;
}

/**
 * Reads a configuration that the API server accepts, decodes it and sets its defaults.
 *
 * @throws {UsageError} if the API server would reject it; prints its errors first
 */
export function loadConfiguration<T>(
  path: string,
  kind: string | undefined,
  settings: Settings,
  style: RefusalStyle = { color: "auto" },
): LoadedDocument<T> {
  const file = readFileOrStdin(path);
  const { diagnostics, objects } = vetFile(
    file,
    settings,
    kind === undefined ? undefined : settings.catalog.findByQualifiedName(kind),
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  // Nested configurations, such as those of plugins, precede the one that contains them.
  const loaded = objects.find(({ base }) => base.length === 0);
  if (errors.length > 0 || !loaded) throw printRefusal(file, errors, style);
  return { file, object: loaded.object as T };
}

function printRefusal(
  file: SourceFile,
  errors: readonly FileDiagnostic[],
  { reader = "the API server", color }: RefusalStyle,
): UsageError {
  for (const error of errors)
    writeError(`${diagnosticText(error, { ...textStyle({ color }, io().stderr), ...sourceOf(file) })}\n`);
  return new UsageError(`${file.name} is not valid, so ${reader} would not start with it`);
}

/** Returns the value of the only document of a file, of any kind. @throws {UsageError} if the file can't be read */
export function loadValue(path: string, flags: ResultFlags): LoadedDocument<unknown> {
  const file = readFileOrStdin(path);
  const [issue] = file.issues.filter(({ tolerated }) => tolerated === undefined || tolerated === "lenient");
  const [document] = file.documents;
  if (issue) {
    const { message, start, end, help } = issue;
    const fault = { message, range: file.rangeOf(start, end), path: [], ...(help ? { help } : {}) };
    writeError(faultText(file, issue.rule, fault, textStyle(flags, io().stderr)));
    throw new UsageError(`${file.name} can't be read`);
  }
  if (document?.value === undefined || document.value === null) throw new UsageError(`${file.name} is empty`);
  const { length } = file.documents.filter(({ value }) => value !== undefined && value !== null);
  if (length > 1) throw new UsageError(`${file.name} must have one document; it has ${length}`);
  return { file, object: document.value };
}

/** Returns the range of a field in the first document. */
export function rangeIn(file: SourceFile, place: FindingPath): Range | undefined {
  const [document] = file.documents;
  return document && placeOf(file, document, place);
}

/** A text and the file name under which faults in it are reported. */
export type NamedText = Pick<SourceFile, "name" | "text">;

/** A fault with its field path and its range in the file. */
export interface PlacedFault {
  readonly message: string;
  readonly path: FieldPath;
  readonly range?: Range | undefined;
  readonly help?: string | undefined;
}

/** Formats a fault as reports do: header line, code frame, help. */
export function faultText(file: NamedText, rule: string, fault: PlacedFault, options: TextStyle): string {
  const { message, path, range, help } = fault;
  const diagnostic: FileDiagnostic = {
    rule,
    severity: "error",
    cause: "invalid",
    message,
    path,
    document: 0,
    file: file.name,
    ...(range ? { range } : {}),
    ...(help === undefined ? {} : { help }),
  };
  return diagnosticText(diagnostic, { ...options, ...sourceOf(file) });
}

/** Returns the place of a fault for JSON output. */
export function placeJson(file: string, path: FieldPath, range: Range | undefined): object {
  if (!range) return { file, path: formatPath(path) };
  const { start, end } = range;
  return {
    file,
    path: formatPath(path),
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

interface TextStyle {
  readonly color: boolean;
  readonly width?: number;
}

/** Returns the color choice and the width for text on a stream. */
export function textStyle({ color }: Pick<ResultFlags, "color">, stream: OutStream): TextStyle {
  return { color: isColorful(color, stream), ...(stream.isTTY && stream.columns ? { width: stream.columns } : {}) };
}

function sourceOf(file: NamedText): { readonly sourceText: (name: string) => string | undefined } {
  return { sourceText: (name) => (name === file.name ? file.text : undefined) };
}
