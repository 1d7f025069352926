/**
 * Retries webhook calls that fail with a temporary error.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WebhookFault } from "./webhook-fault.ts";

export interface Backoff {
  /** Milliseconds before the second call; each later wait is longer by `factor`. */
  readonly firstMs: number;
  readonly factor: number;
  /** The largest random extension of a wait, as a fraction of the wait. */
  readonly jitter: number;
  readonly maxCalls: number;
  /** Whether permanent errors are retried too; default false. */
  readonly isAfterAnyFault?: boolean;
}

/** The backoff of kube-apiserver for authentication and authorization webhooks. */
export const reviewBackoff: Backoff = { firstMs: 500, factor: 1.5, jitter: 0.2, maxCalls: 5 };

/**
 * @param signal - aborted when no caller waits any more, which prevents further calls
 * @throws {WebhookFault} the error of the last call
 */
export async function callWithRetries<T>(call: () => Promise<T>, backoff: Backoff, signal?: AbortSignal): Promise<T> {
  let waitMs = backoff.firstMs;
  for (let calls = 1; ; calls++) {
    try {
      return await call();
    } catch (error) {
      const isFault = error instanceof WebhookFault;
      const isRetryable = isFault && (error.nature === "transient" || backoff.isAfterAnyFault === true);
      if (!isRetryable || calls === backoff.maxCalls) throw error;
      const isAborted = await sleep(waitMs * (1 + Math.random() * backoff.jitter), false, signal && { signal }).catch(
        () => true,
      );
      if (isAborted) throw error;
      waitMs *= backoff.factor;
    }
  }
}
