/**
 * Calls a webhook again when its fault may pass.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WebhookFault } from "./webhook-fault.ts";

export interface Backoff {
  /** Before the second call; each further wait is longer by the factor. */
  readonly firstMs: number;
  readonly factor: number;
  /** Share by which a wait is longer at random. */
  readonly jitter: number;
  readonly maxCalls: number;
  /** Whether a fault that will not pass is followed by another call, too; default false. */
  readonly isAfterAnyFault?: boolean;
}

/** As the API server has it for the webhooks of authentication and authorization. */
export const reviewBackoff: Backoff = { firstMs: 500, factor: 1.5, jitter: 0.2, maxCalls: 5 };

/**
 * @param signal - aborted when nobody waits any more: no further call is made
 * @throws {WebhookFault} that of the last call
 */
export async function callAgain<T>(call: () => Promise<T>, backoff: Backoff, signal?: AbortSignal): Promise<T> {
  let waitMs = backoff.firstMs;
  for (let calls = 1; ; calls++) {
    try {
      return await call();
    } catch (error) {
      const isFault = error instanceof WebhookFault;
      const isWorthIt = isFault && (error.nature === "transient" || backoff.isAfterAnyFault === true);
      if (!isWorthIt || calls === backoff.maxCalls) throw error;
      const isOver = await sleep(waitMs * (1 + Math.random() * backoff.jitter), false, signal && { signal }).catch(
        () => true,
      );
      if (isOver) throw error;
      waitMs *= backoff.factor;
    }
  }
}
