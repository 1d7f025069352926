/**
 * What the real API server said to updates of stored objects. A line of the record has a stored object, or an update of the
 * object before it with the fields that the server's causes named; `npm run parity:server` writes it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { type Change, edited } from "./edited.ts";

export interface Update {
  readonly changes: readonly Change[];
  /** Absent for an update of the object itself. */
  readonly subresource?: string;
}

interface RecordedUpdate extends Update {
  readonly isAccepted: boolean;
}

interface Difference {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The updates on which the vetter's verdict is another one. */
export function differencesInUpdates(file: string): { readonly count: number; readonly differences: Difference[] } {
  const vetter = createVetter({ host: nodeHost(undefined) });
  const differences: Difference[] = [];
  let count = 0;
  let stored: unknown;
  for (const [index, text] of gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n").entries()) {
    const record = JSON.parse(text) as { readonly object: unknown } | RecordedUpdate;
    if ("object" in record) {
      stored = record.object;
      continue;
    }
    count++;
    const found = vetter.vetObject(record.changes.reduce(edited, stored), stored, record.subresource);
    const isAccepted = found.every(({ severity }) => severity !== "error");
    if (isAccepted !== record.isAccepted) differences.push({ line: index + 1, text });
  }
  return { count, differences };
}
