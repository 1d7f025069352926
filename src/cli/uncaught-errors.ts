/**
 * The handling of an exception of the server that no request and no controller caught.
 *
 * @module
 */
import { type Log, stackOf } from "../server/http/log.ts";

const events = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Logs such faults and lets the process go on: clients would lose their server for what concerns one of them, and all that
 * is written is in the store, whole.
 *
 * @returns ends that
 */
export function logUncaughtErrors(log: Log): () => void {
  const say = (fault: unknown) => {
    log.error({ error: stackOf(fault) }, "an error in the server; it continues");
  };
  for (const event of events) process.on(event, say);
  return () => {
    for (const event of events) process.off(event, say);
  };
}
