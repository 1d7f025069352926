/**
 * Authenticates tokens by a webhook, which receives a TokenReview for each token that no earlier authenticator has
 * accepted. Responses are cached for a limited time; failed calls are not.
 *
 * @module
 */
import { createHmac, randomBytes } from "node:crypto";
import { type UserInfo, withAuthenticatedGroup } from "../../access/user.ts";
import { ExpiringCache } from "../request/expiring-cache.ts";
import { type Backoff, callWithRetries, reviewBackoff } from "../webhook/backoff.ts";
import { booleanAt, objectAt, reviewStatus, textAt, textsAt } from "../webhook/review-answer.ts";
import { type Target, withTimeoutQuery } from "../webhook/target.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import type { Authentication, Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";

/** Maximum number of cached results. */
const maxCachedAnswers = 32_768;
/** Maximum size of a response, in bytes. */
const maxReviewAnswerBytes = 32 * 1024 * 1024;
/** Timeout of one call, in milliseconds. */
const callTimeoutMs = 30_000;
/** Timeout of all calls for one token together, in milliseconds. */
const defaultLookupTimeoutMs = 30_000;

const group = "authentication.k8s.io";
const kind = "TokenReview";
const cacheKeyBytes = 32;

export interface WebhookTokensParts {
  readonly target: Target;
  /** Version of the TokenReview that the webhook receives. */
  readonly version: "v1" | "v1beta1";
  /** Time for which results are cached, in milliseconds; 0 disables the cache. */
  readonly cacheTtlMs: number;
  readonly client: Pick<WebhookClient, "postTo">;
  readonly log: { error(fields: object, message: string): void };
  readonly nowMs: () => number;
  /** Default: that of kube-apiserver. */
  readonly backoff?: Backoff;
  /** Timeout of all calls for one token together; default: 30,000. */
  readonly lookupTimeoutMs?: number;
}

/** The decoded status of a TokenReview. */
interface ReviewResult {
  readonly isAuthenticated: boolean;
  readonly user: UserInfo;
  /** The audiences in the response; empty if the webhook does not support audiences. */
  readonly audiences: readonly string[];
  readonly error: string;
}

export class WebhookTokens {
  private readonly parts: WebhookTokensParts;
  private readonly target: Target;
  private readonly answers: ExpiringCache<Authentication>;
  /** Running lookups by their cache key: concurrent requests with the same token share one lookup. */
  private readonly lookups = new Map<string, Promise<Authentication>>();
  /** Key of the HMAC that derives cache keys: it keeps tokens out of memory, and makes cache keys unpredictable. */
  private readonly cacheKey = randomBytes(cacheKeyBytes);

  constructor(parts: WebhookTokensParts) {
    this.parts = parts;
    this.target = withTimeoutQuery(parts.target, callTimeoutMs);
    this.answers = new ExpiringCache(maxCachedAnswers, parts.nowMs);
  }

  /**
   * Returns the authenticator for some audiences.
   *
   * @param asked - audiences, one of which the token must be valid for; empty for any
   * @param own - the audiences of a token for which the webhook names no audiences
   */
  forAudiences(asked: readonly string[], own: readonly string[]): Authenticator {
    return {
      authenticate: async ({ headers }) => {
        const token = bearerToken(headers);
        return token === undefined ? { outcome: "none" } : this.lookUpToken(token, asked, own);
      },
    };
  }

  private lookUpToken(token: string, asked: readonly string[], own: readonly string[]): Promise<Authentication> {
    const key = createHmac("sha256", this.cacheKey)
      .update(JSON.stringify([token, ...asked]))
      .digest("base64");
    const known = this.answers.get(key);
    if (known) return Promise.resolve(known);
    const running = this.lookups.get(key);
    if (running) return running;
    const lookup = this.callWebhook(token, asked)
      .then((answer) => {
        const result = outcomeOf(answer, asked, own);
        const isError = result.outcome === "refused" && result.reason !== undefined;
        if (!isError) this.answers.set(key, result, this.parts.cacheTtlMs);
        return result;
      })
      .catch((error: unknown): Authentication => {
        if (!(error instanceof WebhookFault)) throw error;
        this.parts.log.error({ error: error.message }, "the webhook for tokens could not be asked");
        // A timeout hides any other error message.
        const reason = error.nature === "canceled" ? "context deadline exceeded" : error.message;
        return { outcome: "refused", reason };
      })
      .finally(() => this.lookups.delete(key));
    this.lookups.set(key, lookup);
    return lookup;
  }

  /**
   * Calls the webhook.
   *
   * @throws {WebhookFault} if the call fails or the response is invalid
   */
  private callWebhook(token: string, audiences: readonly string[]): Promise<ReviewResult> {
    const { version, client, backoff = reviewBackoff, lookupTimeoutMs = defaultLookupTimeoutMs } = this.parts;
    const apiVersion = `${group}/${version}`;
    const spec = { token, ...(audiences.length > 0 ? { audiences } : {}) };
    const body = JSON.stringify({ kind, apiVersion, metadata: {}, spec, status: { user: {} } });
    const signal = AbortSignal.timeout(lookupTimeoutMs);
    const call = {
      body,
      timeoutMs: callTimeoutMs,
      maxAnswerBytes: maxReviewAnswerBytes,
      isClientTimeout: true,
      signal,
    };
    return callWithRetries(
      async () => read(reviewStatus(await client.postTo(this.target, call), { kind, apiVersion }), version),
      backoff,
      signal,
    );
  }
}

/**
 * Decodes the status of a TokenReview.
 *
 * @throws {WebhookFault} if a field has the wrong type
 */
function read(
  { authenticated, user, audiences, error }: Readonly<Record<string, unknown>>,
  version: WebhookTokensParts["version"],
): ReviewResult {
  const statusField = (name: string) => `TokenReviewStatus.status.${name}`;
  const userField = (name: string) => `UserInfo.status.user.${name}`;
  const { username, uid, groups, extra } = objectAt(statusField("user"), `${version}.UserInfo`, user);
  const values = Object.entries(objectAt(userField("extra"), `map[string]${version}.ExtraValue`, extra));
  const valuesOf = (list: unknown) => textsAt(userField("extra"), `${version}.ExtraValue`, list);
  return {
    isAuthenticated: booleanAt(statusField("authenticated"), authenticated),
    user: {
      username: textAt(userField("username"), username),
      uid: textAt(userField("uid"), uid),
      groups: textsAt(userField("groups"), "[]string", groups),
      extra: Object.fromEntries(values.map(([key, list]) => [key, valuesOf(list)])),
    },
    audiences: textsAt(statusField("audiences"), "[]string", audiences),
    error: textAt(statusField("error"), error),
  };
}

function outcomeOf(
  { isAuthenticated, user, audiences, error }: ReviewResult,
  asked: readonly string[],
  own: readonly string[],
): Authentication {
  const validAudiences = audiences.length > 0 ? audiences : own;
  const shared = asked.filter((name) => validAudiences.includes(name));
  if (asked.length > 0 && shared.length === 0) return { outcome: "refused" };
  if (!isAuthenticated) return { outcome: "refused", ...(error === "" ? {} : { reason: error }) };
  const groups = withAuthenticatedGroup(user.username, user.groups);
  return { outcome: "user", user: { ...user, groups }, ...(asked.length > 0 ? { audiences: shared } : {}) };
}
