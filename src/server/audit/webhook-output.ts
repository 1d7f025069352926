/**
 * Sends audit events to a webhook, as an EventList with each call. Retries failed calls, since the problem may be
 * temporary; after the last attempt the events are lost.
 *
 * @module
 */
import { type Backoff, callWithRetries } from "../webhook/backoff.ts";
import { type Target, withTimeoutQuery } from "../webhook/target.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import type { AuditOutput, LossReporter } from "./audit-sink.ts";

/** Timeout of one call, in milliseconds. */
const callTimeoutMs = 30_000;
/** Largest response in bytes; only its status code matters. */
const maxAnswerBytes = 16 * 1024 * 1024;

export interface WebhookOutputParts {
  readonly target: Target;
  readonly client: Pick<WebhookClient, "deliver" | "close">;
  /** Milliseconds before the first retry. */
  readonly firstBackoffMs: number;
  /** Such as `audit.k8s.io/v1`. */
  readonly apiVersion: string;
}

export function webhookOutput(parts: WebhookOutputParts, reportLoss: LossReporter): AuditOutput {
  const { client, apiVersion } = parts;
  const target = withTimeoutQuery(parts.target, callTimeoutMs);
  const backoff: Backoff = {
    firstMs: parts.firstBackoffMs,
    factor: 1.5,
    jitter: 0.2,
    maxCalls: 5,
    isAfterAnyFault: true,
  };
  const opening = `{"kind":"Event","apiVersion":${JSON.stringify(apiVersion)},`;
  /** Removes `kind` and `apiVersion`, which list items do not have. */
  const itemOf = (json: string): string => (json.startsWith(opening) ? `{${json.slice(opening.length)}` : json);
  const pendingCalls = new Set<Promise<unknown>>();
  const send = async (body: string, count: number): Promise<boolean> => {
    try {
      await callWithRetries(
        () => client.deliver(target, { body, timeoutMs: callTimeoutMs, maxAnswerBytes, isClientTimeout: true }),
        backoff,
      );
      return true;
    } catch (error) {
      reportLoss("webhook", count, error);
      return false;
    }
  };
  return {
    write(events) {
      const items = events.map(({ json }) => itemOf(json)).join(",");
      const body = `{"kind":"EventList","apiVersion":${JSON.stringify(apiVersion)},"metadata":{},"items":[${items}]}`;
      const sent = send(body, events.length).finally(() => pendingCalls.delete(sent));
      pendingCalls.add(sent);
      return sent;
    },
    async close() {
      await Promise.all(pendingCalls);
      client.close();
    },
  };
}
