/**
 * Pairs report formats with output files, and writes the reports.
 *
 * @module
 */
import type { ReportFormat } from "../report/reporters.ts";
import { replaceFile } from "../storage/durable-file.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { isNoFile } from "./file-type.ts";
import { shownPath } from "./shown-path.ts";
import { print, writeError } from "./terminal.ts";

export type StreamName = "stdout" | "stderr";

export interface Output {
  readonly format: ReportFormat;
  /** `-` is standard output. */
  readonly file: string;
}

/**
 * Pairs formats with files in their order. A format without a file goes to standard output; only one format may.
 *
 * @param names - of all formats
 * @throws {UsageError}
 */
export function pairOutputs(
  formats: readonly ReportFormat[],
  files: readonly string[],
  names: readonly string[],
): Output[] {
  if (files.length > formats.length) throw new UsageError("there are more --output than --format options");
  const outputs = formats.map((format, index) => ({ format, file: files[index] ?? "-" }));
  for (const output of outputs) refuseFormatAsFile(output, names);
  if (outputs.filter(({ file }) => file === "-").length > 1) {
    throw new UsageError(
      "only one report can go to standard output",
      "pass an --output file for each further --format",
    );
  }
  const written = outputs.map(({ file }) => file).filter((file) => file !== "-" && !isNoFile(file));
  const twice = written.find((file, index) =>
    written.some((other, at) => at < index && shownPath(other) === shownPath(file)),
  );
  if (twice !== undefined) throw new UsageError(`--output ${twice}: two reports can't go to the same file`);
  return outputs;
}

/**
 * Refuses to write a report over a file that the command line names as input.
 *
 * @param paths - the inputs
 * @throws {UsageError}
 */
export function refuseInputAsOutput(outputs: readonly { readonly file: string }[], paths: readonly string[]): void {
  const inputs = new Set(paths.filter((path) => path !== "-" && !isNoFile(path)).map(shownPath));
  const taken = outputs.find(({ file }) => file !== "-" && inputs.has(shownPath(file)));
  if (taken) throw new UsageError(`--output ${taken.file}: is an input, and the report would replace it`);
}

/**
 * Refuses `--output json` without a format: other tools choose the format with this option, and the text would go into a
 * file named `json`.
 *
 * @throws {UsageError}
 */
export function refuseFormatAsFile({ format, file }: { format: string; file: string }, names: readonly string[]): void {
  if (format !== "text" || !names.includes(file)) return;
  throw new UsageError(
    `--output is a file, not a format: the text would go into a file named "${file}"`,
    `use --format ${file} for the format, or --output ./${file} for that file`,
  );
}

/**
 * @param stream - the stream for `-`, if standard output is used for something else
 * @throws {UsageError} if a file can't be written
 */
export function writeOutputs(
  outputs: readonly { readonly file: string; readonly text: string }[],
  stream: StreamName = "stdout",
): void {
  for (const { file, text } of outputs) {
    if (file === "-") {
      if (stream === "stdout") print(text);
      else writeError(text);
      continue;
    }
    try {
      replaceFile(file, text);
    } catch (error) {
      throw new UsageError(`${file}: can't be written (${reasonOf(error)})`);
    }
  }
}
