/**
 * Selects the piece of a comparison to run, and writes its findings as soon as they are found, so that a stopped run
 * has reported everything up to then. PARITY_PIECE=2/6: the second of six pieces; PARITY_REPORT: a file to append to,
 * otherwise the terminal. PARITY_WORDS: a file for errors whose messages differ.
 */
import { appendFileSync } from "node:fs";

const { env } = process;

/** Whether the object with this index is in the piece that PARITY_PIECE selects. */
export function isInPiece(index: number): boolean {
  const [piece = 1, pieces = 1] = (env["PARITY_PIECE"] ?? "1/1").split("/").map(Number);
  return index % pieces === piece - 1;
}

export function reportLines(lines: readonly string[]): void {
  const file = env["PARITY_REPORT"];
  if (file === undefined) console.log(lines.join("\n"));
  else appendFileSync(file, `${lines.join("\n")}\n`);
}

export function noteWords(lines: readonly string[]): void {
  const file = env["PARITY_WORDS"];
  if (file !== undefined && lines.length > 0) appendFileSync(file, `${lines.join("\n")}\n`);
}
