/**
 * Handles exceptions in the server that no request handler and no controller caught.
 *
 * @module
 */
import { type Log, stackOf } from "../server/http/log.ts";

const events = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Logs uncaught errors and lets the process continue. Otherwise a fault that concerns one client would end the server
 * for all clients; everything that was written is completely in the store.
 *
 * @returns a function that removes the handlers
 */
export function logUncaughtErrors(log: Log): () => void {
  const logFault = (fault: unknown) => {
    log.error({ error: stackOf(fault) }, "an error in the server; it continues");
  };
  for (const event of events) process.on(event, logFault);
  return () => {
    for (const event of events) process.off(event, logFault);
  };
}
