/**
 * Runs long comparisons in pieces. The results of each piece are saved as soon as it is done, and a later run continues
 * after the last one.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const { env } = process;
const msOfMinute = 60_000;

/** @typeParam T - a compared response, as a JSON value */
export class Pieces<T> {
  /** The results, those of earlier runs first. */
  readonly all: T[] = [];
  private done = 0;
  private readonly file = env["PARITY_PROGRESS"];
  private readonly endMs = Date.now() + Number(env["PARITY_MINUTES"] ?? Infinity) * msOfMinute;

  /** @param plan - describes the pieces; a progress file of another plan is rejected */
  constructor(plan: string) {
    if (this.file === undefined) return;
    const lines = existsSync(this.file) ? readFileSync(this.file, "utf8").split("\n").slice(0, -1) : [];
    if (lines.length === 0) writeFileSync(this.file, `${JSON.stringify({ plan })}\n`);
    else if (lines[0] !== JSON.stringify({ plan })) throw new Error(`${this.file} is of another plan: ${lines[0]}`);
    // Removes an incomplete last line, which an interrupted run leaves; its piece runs again.
    else writeFileSync(this.file, lines.map((line) => `${line}\n`).join(""));
    for (const line of lines.slice(1)) this.take(JSON.parse(line) as T[]);
  }

  private take(items: readonly T[]): void {
    this.all.push(...items);
    this.done++;
  }

  /** Runs the pieces in order, except those that are done; no piece begins after PARITY_MINUTES. */
  async each<P>(pieces: readonly P[], work: (piece: P) => Promise<readonly T[]>): Promise<void> {
    for (const piece of pieces.slice(this.done)) {
      if (Date.now() > this.endMs) {
        console.log(`${this.done} of ${pieces.length} pieces are done; run it again to go on`);
        return;
      }
      const items = await work(piece);
      if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(items)}\n`);
      this.take(items);
    }
  }
}
