/**
 * A record of a real server's answers, one line each, held against the server that answers now: a real one, or that of this tree.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/**
 * Plays what was recorded again.
 *
 * PARITY_RECORD: a file that the answers are written to, as a new record.
 *
 * @param file - of `test/server/data`
 */
export async function expectRecorded(played: AsyncIterable<string>, file: string): Promise<void> {
  let record = "";
  for await (const line of played) record += `${line}\n`;
  const target = process.env["PARITY_RECORD"];
  if (target) writeFileSync(target, record);
  expect(record).toBe(readFileSync(join(import.meta.dirname, "../server/data", file), "utf8"));
}
