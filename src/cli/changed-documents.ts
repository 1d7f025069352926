/**
 * Limits findings to documents that have changed since a commit (`--diff`), for repositories that can't fix their old
 * findings yet.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { countSeverities, type RunResult } from "../engine/conclude.ts";
import { count } from "../report/reporter.ts";
import { isInternal } from "../rule/fault.ts";
import { decodeText } from "../source/encoding.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { printError } from "./terminal.ts";

/** Limit for the output of git; the diff of a whole repository is long. */
const maxDiffMiB = 256;
const maxDiffBytes = maxDiffMiB * 1024 * 1024;

/**
 * Removes findings in documents that have not changed since the commit. A change of one line can cause a fault in
 * another line, so any change in a document keeps all findings of the document.
 *
 * @throws {UsageError} if git can't compare the files
 */
export function withoutUnchangedDocuments(result: RunResult, commit: string | undefined): RunResult {
  if (commit === undefined) return result;
  const isChanged = changedSince(commit);
  const shown = result.diagnostics.filter((each) => isInternal(each) || isChanged(each));
  const hidden = result.diagnostics.length - shown.length;
  if (hidden > 0) printError(`not shown: ${count(hidden, "finding")} in documents that are the same in ${commit}`);
  return { ...result, diagnostics: shown, summary: { ...result.summary, ...countSeverities(shown) } };
}

/** Files that git does not track count as changed. */
function changedSince(commit: string): (diagnostic: FileDiagnostic) => boolean {
  const tracked = new Set(git(["ls-files", "-z"]).split("\0"));
  const changed = changedLines(git(["diff", ...diffOptions, "--end-of-options", commit, "--"]));
  const filters = new Map<string, (line: number) => boolean>();
  return ({ file, range }) => {
    const lines = changed.get(file);
    if (!tracked.has(file) || lines === undefined) return !tracked.has(file);
    const isTouched = filters.get(file) ?? createTouchedFilter(file, lines);
    filters.set(file, isTouched);
    return range === undefined || isTouched(range.start.line);
  };
}

const diffOptions = ["--unified=0", "--no-color", "--no-ext-diff", "--no-prefix", "--relative"];

/** Returns a check whether a line is in the same document as one of the given lines. */
function createTouchedFilter(file: string, lines: readonly number[]): (line: number) => boolean {
  const content = readInput(file);
  const text = typeof content === "string" ? "" : decodeText(content).text;
  const starts = text.split("\n").flatMap((line, index) => (/^---(?:\s|$)/.test(line) ? [index + 1] : []));
  const documentAt = (line: number) => starts.findLast((start) => start <= line) ?? 0;
  const touched = new Set(lines.map(documentAt));
  return (line) => touched.has(documentAt(line));
}

function git(words: readonly string[]): string {
  // An import would load the module, and the stream modules that it needs, in every run.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  try {
    return execFileSync("git", ["-c", "core.quotePath=off", ...words], {
      encoding: "utf8",
      maxBuffer: maxDiffBytes,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { code, stderr = "", message } = error as Error & { readonly code?: string; readonly stderr?: string };
    if (code === "ENOBUFS") throw new UsageError(`--diff: git ${words[0]} writes more than ${maxDiffMiB} MiB`);
    throw new UsageError(`--diff: git ${words[0]} failed: ${(stderr || message).trim().split("\n")[0]}`);
  }
}

/**
 * Returns the changed lines of each file as numbers in the new version. Where lines were only removed, these are the
 * lines around the gap.
 */
function changedLines(diff: string): ReadonlyMap<string, readonly number[]> {
  const changed = new Map<string, number[]>();
  let current: number[] = [];
  const lines = diff.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("+++ ")) {
      current = [];
      changed.set(line.slice("+++ ".length).replace(/\t$/, ""), current);
    }
    const [, removed = "1", start, added = "1"] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined) continue;
    const first = Number(start);
    const last = added === "0" ? first + 1 : first + Number(added) - 1;
    for (let number = first; number <= last; number++) current.push(number);
    // Skips the added and removed lines, since their text may look like a diff header.
    index += Number(removed) + Number(added);
  }
  return changed;
}
