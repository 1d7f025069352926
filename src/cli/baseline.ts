/**
 * Findings that a repository has taken as known: a file beside it lists them, and a run leaves them out.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { createFingerprinter } from "../report/fingerprint.ts";
import { replaceFile } from "../storage/durable-file.ts";
import { reasonOf, UsageError } from "./exit.ts";

const baselineVersion = 1;

/** An entry as it is written; all but the fingerprint is for the reader of the file. */
interface Entry {
  readonly fingerprint: string;
  readonly file: string;
  readonly rule: string;
  readonly path: string;
}

export interface Baseline {
  /** The diagnostics that are not known yet. */
  readonly fresh: readonly FileDiagnostic[];
  readonly known: number;
  /** Entries that matched nothing. */
  readonly stale: number;
}

/**
 * Holds diagnostics against a baseline file.
 *
 * @throws {UsageError} when the file can't be read or is no baseline
 */
export function applyBaseline(path: string, diagnostics: readonly FileDiagnostic[]): Baseline {
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

/** @throws {UsageError} when the file can't be written */
export function writeBaseline(path: string, diagnostics: readonly FileDiagnostic[]): void {
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

/** Neither the wording of a message nor the directory of a run makes a finding another one. */
function fingerprinterFor(path: string): (diagnostic: FileDiagnostic) => string {
  const fingerprintOf = createFingerprinter();
  return (diagnostic) => fingerprintOf({ ...diagnostic, file: fileFrom(path, diagnostic), message: "" });
}

/** The file of a diagnostic as seen from the baseline's directory. */
function fileFrom(path: string, { file }: FileDiagnostic): string {
  return relative(dirname(resolve(path)), resolve(file))
    .split(sep)
    .join("/");
}

/** Fingerprints of the known findings. */
function readBaseline(path: string): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`${path}: can't be read`, "write it with --update-baseline");
  }
  const value = parseJson(text);
  if (!isPlainObject(value) || value["version"] !== baselineVersion || !Array.isArray(value["findings"])) {
    throw new UsageError(`${path}: is no baseline of version ${baselineVersion}`, "write it with --update-baseline");
  }
  const fingerprints = value["findings"].map((entry: unknown) => (isPlainObject(entry) ? entry["fingerprint"] : ""));
  return new Set(fingerprints.filter((fingerprint) => typeof fingerprint === "string"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
