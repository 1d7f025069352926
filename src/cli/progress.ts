/**
 * Shows a line on standard error that counts files while a long run is in progress.
 *
 * @module
 */

import { io } from "./io.ts";
import { writeError } from "./terminal.ts";

/** Time until the first line, in milliseconds; shorter runs show nothing. */
const delayMs = 300;
const intervalMs = 100;

export interface Progress {
  /** @param count - number of files finished since the previous call */
  advance(count: number): void;
  finish(): void;
}

/**
 * Shows progress only if standard error is a terminal, and not in CI.
 *
 * @param shownAs - returns the line for the number of finished items; default: a line about files
 */
export function createProgress(
  total: number,
  quiet: boolean,
  shownAs = (done: number) => `vetting file ${done} of ${total}`,
): Progress {
  if (quiet || !io().stderr.isTTY || process.env["CI"]) return { advance() {}, finish() {} };
  let done = 0;
  let nextAt = performance.now() + delayMs;
  let shown = false;
  return {
    advance(count) {
      done += count;
      const now = performance.now();
      if (now < nextAt) return;
      nextAt = now + intervalMs;
      shown = true;
      writeError(`\r${shownAs(done)}`);
    },
    finish() {
      if (shown) writeError("\r\u001b[K");
    },
  };
}
