/**
 * One line on standard error that counts files while a run takes its time.
 *
 * @module
 */

import { io } from "./io.ts";
import { writeError } from "./terminal.ts";

/** A run that is done sooner shows nothing. */
const delayMs = 300;
const intervalMs = 100;

export interface Progress {
  /** @param count - of files that are done, in addition to those reported before */
  advance(count: number): void;
  finish(): void;
}

/**
 * Silent unless standard error is a terminal outside of CI.
 *
 * @param shownAs - the line for what is done; default: that of files
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
