/**
 * Verdicts of older releases of kube-apiserver on the new objects in the records of 1.37: one letter for each edit of a record.
 *
 * @module
 */
import { recordedLines } from "../../recorded-lines.ts";

/** Those whose edits were asked as they are: without feature gates, custom resources and updates only. */
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

/** `-` for what was not asked: updates, versions that the release does not serve, decisions by what is in the cluster. */
export type Letter = "a" | "r" | "-";

interface Line {
  readonly record: string;
  readonly release: string;
  readonly verdicts: string;
}

/** The letters of a record, in the order of its edits. */
export function lettersOf(record: string, release: string): string {
  const lines = recordedLines(new URL("data/verdicts.jsonl.gz", import.meta.url)).map(
    (line) => JSON.parse(line) as Line,
  );
  const line = lines.find((each) => each.record === record && each.release === release);
  if (!line) throw new Error(`no verdicts of ${release} on ${record}`);
  return line.verdicts;
}
