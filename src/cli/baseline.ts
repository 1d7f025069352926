/**
 * Baselines: a file in the repository lists its known findings, and a run leaves them out of its report.
 *
 * @module
 */
import { dirname, relative, resolve, sep } from "node:path";
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { countSeverities, type RunResult } from "../engine/conclude.ts";
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { createFingerprinter } from "../report/fingerprint.ts";
import { isInternal } from "../rule/fault.ts";
import { replaceFile } from "../storage/durable-file.ts";
import { reasonOf, UsageError } from "./exit.ts";
import type { LintFlags } from "./lint-settings.ts";
import type { ProjectFile } from "./project-file.ts";
import { assertProjectFile, projectPath } from "./project-path.ts";
import { readBytes } from "./read-bytes.ts";
import { printError } from "./terminal.ts";

const baselineVersion = 1;

/** An entry of the file. Only the fingerprint is compared; the other fields help people who read the file. */
interface Entry {
  readonly fingerprint: string;
  readonly file: string;
  readonly rule: string;
  readonly path: string;
}

interface Baseline {
  /** The diagnostics that the baseline does not list. */
  readonly fresh: readonly FileDiagnostic[];
  readonly known: number;
  /** Number of entries that no diagnostic matched. */
  readonly stale: number;
}

/**
 * Removes the findings that the baseline lists from a result. With `--update-baseline` it first writes all findings,
 * except internal errors of clustervet, to the baseline.
 *
 * @throws {UsageError} if the baseline can't be read or written
 */
export function withoutBaselineFindings(
  result: RunResult,
  flags: LintFlags,
  { settings, directory }: ProjectFile,
): RunResult {
  const path = flags.baseline ?? baselineOf(settings.baseline, directory);
  if (path === undefined && !flags.updateBaseline) return result;
  if (path === undefined) throw new UsageError("--update-baseline needs a --baseline file to write");
  if (flags.updateBaseline)
    writeBaseline(
      path,
      result.diagnostics.filter((each) => !isInternal(each)),
    );
  const { fresh, known, stale } = applyBaseline(path, result.diagnostics);
  if (stale > 0) printError(`${path}: ${stale} of its findings are fixed; --update-baseline removes them`);
  return { ...result, diagnostics: fresh, summary: { ...result.summary, ...countSeverities(fresh), known } };
}

/** @throws {UsageError} if the path leads out of the project file's directory */
function baselineOf(path: string | undefined, directory: string): string | undefined {
  if (path === undefined) return undefined;
  const by = { directory, setting: "baseline" };
  const full = projectPath(path, by);
  assertProjectFile(full, by);
  return full;
}

/**
 * Compares diagnostics with a baseline file.
 *
 * @throws {UsageError} if the file can't be read or is not a baseline
 */
function applyBaseline(path: string, diagnostics: readonly FileDiagnostic[]): Baseline {
  const entries = readBaseline(path);
  const fingerprintOf = fingerprinterFor(path);
  const matched = new Set<string>();
  const fresh = diagnostics.filter((diagnostic) => {
    const fingerprint = fingerprintOf(diagnostic);
    if (!entries.has(fingerprint)) return true;
    matched.add(fingerprint);
    return false;
  });
  return { fresh, known: matched.size, stale: entries.size - matched.size };
}

/** @throws {UsageError} if the file can't be written */
function writeBaseline(path: string, diagnostics: readonly FileDiagnostic[]): void {
  const fingerprintOf = fingerprinterFor(path);
  const findings: Entry[] = diagnostics.map((diagnostic) => ({
    fingerprint: fingerprintOf(diagnostic),
    file: fileFrom(path, diagnostic),
    rule: diagnostic.rule,
    path: formatPath(diagnostic.path),
  }));
  try {
    replaceFile(path, `${JSON.stringify({ version: baselineVersion, findings }, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(`${path}: can't be written (${reasonOf(error)})`);
  }
}

/** A finding keeps its fingerprint if its message is reworded or the run starts in another directory. */
function fingerprinterFor(path: string): (diagnostic: FileDiagnostic) => string {
  const fingerprintOf = createFingerprinter();
  return (diagnostic) => fingerprintOf({ ...diagnostic, file: fileFrom(path, diagnostic), message: "" });
}

/** Returns the path of a diagnostic's file relative to the baseline's directory. */
function fileFrom(path: string, { file }: FileDiagnostic): string {
  return relative(dirname(resolve(path)), resolve(file))
    .split(sep)
    .join("/");
}

function readBaseline(path: string): ReadonlySet<string> {
  let text: string;
  try {
    text = new TextDecoder().decode(readBytes(path));
  } catch (error) {
    throw new UsageError(`${path}: can't be read: ${reasonOf(error)}`, "write it with --update-baseline");
  }
  const value = tryParseBounded(text);
  if (!isPlainObject(value) || value["version"] !== baselineVersion || !Array.isArray(value["findings"])) {
    throw new UsageError(`${path}: is not a baseline of version ${baselineVersion}`, "write it with --update-baseline");
  }
  const fingerprints = value["findings"].map((entry: unknown) => (isPlainObject(entry) ? entry["fingerprint"] : ""));
  return new Set(fingerprints.filter((fingerprint) => typeof fingerprint === "string"));
}
