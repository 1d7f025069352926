/**
 * Objects that servers refused while a command ran, as diagnostics: each server adds lines to one file, which the command reads.
 *
 * A line is written when a refusal is seen first, then each time that its number has doubled, and at the end: a server may be
 * killed, and a file of many refusals stays small.
 *
 * @module
 */
import { appendFileSync, readFileSync } from "node:fs";
import { formatPath } from "../diagnostic/path.ts";
import type { NoteRefusal } from "../server/http/answer-failures.ts";
import type { RefusedFinding, RefusedObject } from "../server/request/status.ts";

/** The variable that names the file, for `clustervet envtest kube-apiserver`. */
export const refusalsVariable = "CLUSTERVET_REFUSALS";

/** Different refusals that one server keeps; more are only counted. */
export const maxRefusalKinds = 200;

/** A fault for which a client's objects were refused. */
export interface Refusal extends Omit<RefusedObject, "findings"> {
  /** The first word of its `User-Agent`, which names the program of a test. */
  readonly client: string;
  readonly finding: RefusedFinding;
  /** How often, at least. */
  readonly times: number;
}

/** A line of the file; the last one of a server and a number counts. */
type Line = { readonly server: string; readonly number: number } & (
  | { readonly refusal: Refusal }
  /** Of refusals that differ from all that are kept. */
  | { readonly others: number }
);

export interface RefusalLog {
  readonly note: NoteRefusal;
  /** Writes the last numbers. */
  close(): void;
}

/**
 * @param server - tells it from others that write to the file
 * @param failed - is called once when the file cannot be written; requests are answered as before
 */
export function openRefusalLog(file: string, server: string, failed: (error: unknown) => void): RefusalLog {
  const refusalByKey = new Map<string, { readonly number: number; readonly refusal: Refusal; times: number }>();
  let others = 0;
  let isLost = false;
  const write = (lines: readonly Line[]) => {
    if (isLost || lines.length === 0) return;
    try {
      appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    } catch (error) {
      isLost = true;
      failed(error);
    }
  };
  const lineOf = ({ number, refusal, times }: { number: number; refusal: Refusal; times: number }): Line => ({
    server,
    number,
    refusal: { ...refusal, times },
  });
  const note = (refusal: Refusal) => {
    const key = keyOf(refusal);
    const known = refusalByKey.get(key);
    if (!known && refusalByKey.size >= maxRefusalKinds) {
      others++;
      return;
    }
    const seen = known ?? { number: refusalByKey.size, refusal, times: 0 };
    refusalByKey.set(key, seen);
    seen.times++;
    if (isPowerOfTwo(seen.times)) write([lineOf(seen)]);
  };
  return {
    note({ refused }, { headers }) {
      if (!refused) return;
      const { findings, ...object } = refused;
      const [client = ""] = (headers["user-agent"] ?? "").split(" ");
      for (const finding of findings) note({ ...object, client, finding, times: 1 });
    },
    close() {
      const unwritten = [...refusalByKey.values()].filter(({ times }) => !isPowerOfTwo(times));
      write([...unwritten.map(lineOf), ...(others > 0 ? [{ server, number: maxRefusalKinds, others }] : [])]);
    },
  };
}

const isPowerOfTwo = (times: number): boolean => Number.isInteger(Math.log2(times));

/** The same fault of the same client in objects of the same kind: names and items of lists may differ. */
function keyOf({ client, apiVersion, kind, finding }: Refusal): string {
  const path = formatPath(finding.path).replace(/\[\d+\]/g, "[]");
  return JSON.stringify([client, apiVersion, kind, finding.rule, path, finding.message]);
}

export interface Refusals {
  /** Those of several servers taken together, in the order in which they were first seen. */
  readonly refusals: readonly Refusal[];
  /** How often objects were refused for other faults. */
  readonly others: number;
}

/** @param file - one that is not there has no refusals; a line that was not finished is left out */
export function readRefusals(file: string): Refusals {
  const lastByPlace = new Map(readLines(file).map((line) => [`${line.server} ${line.number}`, line]));
  const byKey = new Map<string, Refusal>();
  let others = 0;
  for (const line of lastByPlace.values()) {
    if ("others" in line) {
      others += line.others;
      continue;
    }
    const key = keyOf(line.refusal);
    byKey.set(key, { ...line.refusal, times: (byKey.get(key)?.times ?? 0) + line.refusal.times });
  }
  return { refusals: [...byKey.values()], others };
}

function readLines(file: string): readonly Line[] {
  const lines = readFileSync(file, { encoding: "utf8", flag: "a+" }).split("\n");
  // The text behind the last line end is not finished.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}
