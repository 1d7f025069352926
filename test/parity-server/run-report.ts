/**
 * Which part of a comparison runs, and where it writes what it finds, as it finds it: a run that is stopped has said all that
 * it had seen. PARITY_PIECE=2/6: the second of six pieces; PARITY_REPORT: a file that grows, else the terminal.
 * PARITY_WORDS: a file for the refusals that have other words here.
 */
import { appendFileSync } from "node:fs";

const { env } = process;

/** Whether the piece that PARITY_PIECE names has the object of this index. */
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
