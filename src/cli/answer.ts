/**
 * Commands that answer a question: their common options, what they read, and how faults are shown.
 *
 * @module
 */
import { type Command, Option } from "commander";
import type { FieldPath, FileDiagnostic, Range } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { type FindingPath, placeOf } from "../engine/place.ts";
import { vetFile } from "../engine/vet-file.ts";
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
import { addTargetOptions, given, settleTarget, type TargetFlags } from "./target-options.ts";
import { type ColorChoice, isColorful, print, writeError } from "./terminal.ts";

/** As commander hands them over. */
export interface AnswerFlags extends TargetFlags {
  readonly format: "text" | "json";
  readonly projectFile?: string;
  readonly color: ColorChoice;
}

export function addAnswerOptions(command: Command): Command {
  return addTargetOptions(command)
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .addOption(new Option("--color <when>", "colours in text").choices(["auto", "always", "never"]).default("auto"));
}

/** The settings, and the project file that they come from. @throws {UsageError} */
export function settleAnswer(flags: AnswerFlags): { readonly settings: Settings; readonly project: ProjectFile } {
  const project = readProjectFile(flags.projectFile);
  const more = { host: nodeHost(undefined), ...given("namespace", project.settings.namespace) };
  return { settings: settleTarget(flags, project, more), project };
}

/** Version of the JSON form of answers; fields may be added to it, never changed. */
const answerVersion = 1;

/** Prints an answer as JSON. */
export function printJson(answer: object): void {
  print(`${printableJson({ version: answerVersion, ...answer })}\n`);
}

/** @throws {UsageError} when the file can't be read */
export function readNamed(path: string): SourceFile {
  if (path === "-") return readSource("<stdin>", io().readStdin());
  const content = readInput(path);
  if (typeof content === "string") throw new UsageError(`${path}: ${content}`);
  return readSource(shownPath(path), content);
}

/** A document that was read, and where its fields are. */
export interface Loaded<T> {
  readonly file: SourceFile;
  readonly object: T;
}

/**
 * A configuration that the API server would accept, decoded and with defaults.
 *
 * @throws {UsageError} when it would not; its errors are shown first
 */
export function loadConfiguration<T>(
  path: string,
  kind: string | undefined,
  settings: Settings,
  flags: AnswerFlags,
): Loaded<T> {
  const file = readNamed(path);
  const { diagnostics, objects } = vetFile(
    file,
    settings,
    kind === undefined ? undefined : settings.catalog.called(kind),
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  // Those inside it, such as configurations of plugins, come before it.
  const loaded = objects.find(({ base }) => base.length === 0);
  if (errors.length > 0 || !loaded) throw refused(file, errors, flags);
  return { file, object: loaded.object as T };
}

function refused(file: SourceFile, errors: readonly FileDiagnostic[], flags: AnswerFlags): UsageError {
  for (const error of errors)
    writeError(`${diagnosticText(error, { ...textStyle(flags, io().stderr), ...sourceOf(file) })}\n`);
  return new UsageError(`${file.name} is not valid, so the API server would not start with it`);
}

/** The value of the first document, of whatever kind. @throws {UsageError} when it can't be read */
export function loadValue(path: string, flags: AnswerFlags): Loaded<unknown> {
  const file = readNamed(path);
  const [issue] = file.issues.filter(({ tolerated }) => tolerated === undefined || tolerated === "lenient");
  const [document] = file.documents;
  if (issue) {
    const { message, start, end, help } = issue;
    const fault = { message, range: file.rangeOf(start, end), path: [], ...(help ? { help } : {}) };
    writeError(faultText(file, issue.rule, fault, textStyle(flags, io().stderr)));
    throw new UsageError(`${file.name} can't be read`);
  }
  if (document?.value === undefined || document.value === null) throw new UsageError(`${file.name} is empty`);
  return { file, object: document.value };
}

/** Where a field of the first document is. */
export function rangeIn(file: SourceFile, place: FindingPath): Range | undefined {
  const [document] = file.documents;
  return document && placeOf(file, document, place);
}

/** A text under the name that faults are shown with. */
export type NamedText = Pick<SourceFile, "name" | "text">;

/** A fault with its place. */
export interface PlacedFault {
  readonly message: string;
  readonly path: FieldPath;
  readonly range?: Range | undefined;
  readonly help?: string | undefined;
}

/** A fault as reports show it: header line, code frame, help. */
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

/** The place of a fault as JSON has it. */
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

/** How text looks on a stream. */
export function textStyle({ color }: AnswerFlags, stream: OutStream): TextStyle {
  return { color: isColorful(color, stream), ...(stream.isTTY && stream.columns ? { width: stream.columns } : {}) };
}

function sourceOf(file: NamedText): { readonly sourceText: (name: string) => string | undefined } {
  return { sourceText: (name) => (name === file.name ? file.text : undefined) };
}
