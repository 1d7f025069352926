/**
 * Collects the objects that servers reject while a command runs. Each server appends JSON lines to one file, which the
 * command reads at the end.
 *
 * A server writes a line when it first sees a fault, each time the count has doubled, and at its end. So the counts
 * survive if the server is killed, and the file stays small.
 *
 * @module
 */
import { appendFileSync, readFileSync } from "node:fs";
import { formatPath } from "../diagnostic/path.ts";
import type { NoteRefusal } from "../server/http/answer-failures.ts";
import type { RefusedFinding, RefusedObject } from "../server/request/status.ts";

/** Environment variable with the path of the file, for `clustervet envtest kube-apiserver`. */
export const refusalsVariable = "CLUSTERVET_REFUSALS";

/** Maximum number of different faults that one server records; further ones are only counted. */
export const maxRefusalKinds = 200;

/** A fault for which objects of a client were rejected. */
export interface Refusal extends Omit<RefusedObject, "findings"> {
  /** The first word of the client's `User-Agent`, which names the test program. */
  readonly client: string;
  readonly finding: RefusedFinding;
  /** Number of times, at least: a killed server may not have written its last count. */
  readonly times: number;
}

/** A line of the file. Of the lines with the same server and number, the last one is valid. */
type Line = { readonly server: string; readonly number: number } & (
  | { readonly refusal: Refusal }
  /** Number of rejections for faults beyond `maxRefusalKinds`. */
  | { readonly others: number }
);

export interface RefusalLog {
  readonly note: NoteRefusal;
  /** Writes the final counts. */
  close(): void;
}

/**
 * @param server - identifies this server among the others that write to the file
 * @param failed - called once if the file can't be written; the server continues to handle requests
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
    note({ refusedObject }, { headers }) {
      if (!refusedObject) return;
      const { findings, ...object } = refusedObject;
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

/**
 * Returns a key that is the same for the same fault of the same client in objects of the same kind. Object names and
 * list indexes may differ.
 */
function keyOf({ client, apiVersion, kind, finding }: Refusal): string {
  const path = formatPath(finding.path).replace(/\[\d+\]/g, "[]");
  return JSON.stringify([client, apiVersion, kind, finding.rule, path, finding.message]);
}

export interface Refusals {
  /** The faults of all servers combined, in the order in which they were first seen. */
  readonly refusals: readonly Refusal[];
  /** Number of rejections for faults that were only counted. */
  readonly others: number;
}

/** @param file - may be missing, which means no rejections; an incomplete last line is ignored */
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
  // Text after the last line break is an incomplete line.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}
