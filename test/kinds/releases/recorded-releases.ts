/**
 * Reads the verdicts of older releases of kube-apiserver on the new objects in the records of 1.37: one letter for each
 * edit of a record.
 *
 * @module
 */
import { recordedLines } from "../../recorded-lines.ts";

/** The records without feature gates and custom resources, and not only of updates: their edits need no preparation. */
export const records = [
  "admissionregistration",
  "apps",
  "builtin",
  "certificates",
  "core",
  "networking",
  "rbac",
  "storage",
].map((area) => `${area}/data/verdicts.jsonl`);

export const releases = ["1.30", "1.33"];

/**
 * Accepted (`a`), rejected (`r`) or not requested (`-`): updates, versions that the release does not serve, and
 * verdicts that depend on other objects of the cluster.
 */
export type Letter = "a" | "r" | "-";

interface Line {
  readonly record: string;
  readonly release: string;
  readonly verdicts: string;
}

/** Returns the letters of a record, in the order of its edits. */
export function lettersOf(record: string, release: string): string {
  const lines = recordedLines(new URL("data/verdicts.jsonl.gz", import.meta.url)).map(
    (line) => JSON.parse(line) as Line,
  );
  const line = lines.find((each) => each.record === record && each.release === release);
  if (!line) throw new Error(`no verdicts of ${release} on ${record}`);
  return line.verdicts;
}
