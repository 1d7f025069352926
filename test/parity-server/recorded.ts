/**
 * Compares a record of a real server's responses, one per line, with the server that responds now: a real one, or that
 * of this source tree.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/**
 * Expects that the played lines equal the record.
 *
 * PARITY_RECORD: a file to which the lines are written, as a new record.
 *
 * @param file - in `test/server/data`
 */
export async function expectRecorded(played: AsyncIterable<string>, file: string): Promise<void> {
  let record = "";
  for await (const line of played) record += `${line}\n`;
  const target = process.env["PARITY_RECORD"];
  if (target) writeFileSync(target, record);
  expect(record).toBe(readFileSync(join(import.meta.dirname, "../server/data", file), "utf8"));
}
