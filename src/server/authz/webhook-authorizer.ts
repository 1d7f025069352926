/**
 * Authorization by a webhook, which receives a SubjectAccessReview for each request that meets its match conditions.
 * Responses are cached for a limited time; if a call fails, the failure policy decides.
 *
 * @module
 */
import { MatchConditions } from "../../access/match-conditions.ts";
import type { AccessAttributes, AccessRequest, ResourceAttributes, SelectorRequirement } from "../../access/request.ts";
import type { WebhookConfiguration } from "../../api/types/apiserver-v1.ts";
import type { SubjectAccessReviewStatus } from "../../api/types/authorization-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { parseDuration } from "../../text/duration.ts";
import { ExpiringCache } from "../request/expiring-cache.ts";
import { type Backoff, callWithRetries, reviewBackoff } from "../webhook/backoff.ts";
import { booleanAt, reviewStatus, textAt } from "../webhook/review-answer.ts";
import { type Target, withTimeoutQuery } from "../webhook/target.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import { type FaultNature, WebhookFault } from "../webhook/webhook-fault.ts";
import type { WebhookMetrics, WebhookResult } from "./authorization-metrics.ts";
import { type Authorizer, type Decision, errorOf } from "./authorizer.ts";

/** Maximum number of cached responses of one webhook. */
const maxCachedAnswers = 8192;
/** Limit, in bytes, for the parts of a request that its client chooses; responses for longer ones are not cached. */
const maxCachedAttributes = 10_000;
/** Maximum size of a response, in bytes. */
const maxReviewAnswerBytes = 32 * 1024 * 1024;

const nanosPerMs = 1_000_000n;

export interface WebhookAuthorizerParts {
  readonly name: string;
  /** The configuration, validated and with defaults. */
  readonly webhook: WebhookConfiguration;
  readonly target: Target;
  readonly client: Pick<WebhookClient, "postTo">;
  readonly metrics: WebhookMetrics;
  readonly log: { error(fields: object, message: string): void };
  readonly nowMs: () => number;
  /** The release whose CEL expressions apply, such as `1.37`. */
  readonly release: string;
  /** Default: that of kube-apiserver. */
  readonly backoff?: Backoff;
}

type ReviewStatus = Readonly<Required<Pick<SubjectAccessReviewStatus, "allowed" | "denied" | "reason">>>;

export function webhookAuthorizer(parts: WebhookAuthorizerParts): Authorizer {
  const { webhook, metrics, name } = parts;
  const conditions = new MatchConditions(webhook, [], parts.release);
  const hasConditions = (webhook.matchConditions ?? []).length > 0;
  const reviewer = new AccessReviewer(parts);
  const failureDecision = (...errors: readonly string[]): Decision => ({
    opinion: webhook.failurePolicy === "Deny" ? "deny" : "no-opinion",
    reason: "",
    ...errorOf(errors),
  });
  const match = (request: AccessRequest) => {
    if (!hasConditions) return { outcome: "match" } as const;
    const startMs = performance.now();
    const result = conditions.match(request);
    const errors = result.conditions.flatMap(({ message = [] }) => message);
    const durationMs = performance.now() - startMs;
    const isExcluded = result.outcome === "no match";
    metrics.countMatch(name, isExcluded ? "excluded" : "match", { hasFailed: errors.length > 0, durationMs });
    return { outcome: result.outcome, errors };
  };
  return {
    async authorize(request, caller) {
      const { outcome, errors = [] } = match(request);
      if (outcome === "no match") return { opinion: "no-opinion", reason: "" };
      if (outcome === "error") return failureDecision(...errors);
      const signal = caller?.signal;
      try {
        return decisionOf(await reviewer.review(request, signal));
      } catch (error) {
        if (!(error instanceof WebhookFault)) throw error;
        parts.log.error({ webhook: name, error: error.message }, "the authorization webhook could not be asked");
        if (webhook.failurePolicy !== "Deny" && !signal?.aborted) metrics.countFailOpen(name, resultOf(error));
        return failureDecision(error.message);
      }
    },
    rulesFor: async () => ({
      rules: [],
      isComplete: false,
      errors: ["webhook authorizer does not support user rule resolution"],
    }),
  };
}

function decisionOf({ allowed, denied, reason }: ReviewStatus): Decision {
  if (allowed && denied) {
    const error = "webhook subject access review returned both allow and deny response";
    return { opinion: "deny", reason, error };
  }
  return { opinion: denied ? "deny" : allowed ? "allow" : "no-opinion", reason };
}

/** Calls the webhook, or returns the cached response. */
class AccessReviewer {
  private readonly parts: WebhookAuthorizerParts;
  private readonly answers: ExpiringCache<ReviewStatus>;
  private readonly version: "v1" | "v1beta1";
  private readonly timeoutMs: number;
  private readonly target: Target;
  /** Time for which responses are cached, in milliseconds, by their decision. */
  private readonly lifetimeMs: { readonly allowed: number; readonly other: number };

  constructor(parts: WebhookAuthorizerParts) {
    const { webhook } = parts;
    this.parts = parts;
    this.answers = new ExpiringCache(maxCachedAnswers, parts.nowMs);
    this.version = webhook.subjectAccessReviewVersion === "v1beta1" ? "v1beta1" : "v1";
    this.timeoutMs = millisOf(webhook.timeout);
    this.target = withTimeoutQuery(parts.target, this.timeoutMs);
    this.lifetimeMs = {
      allowed: webhook.cacheAuthorizedRequests ? millisOf(webhook.authorizedTTL) : 0,
      other: webhook.cacheUnauthorizedRequests ? millisOf(webhook.unauthorizedTTL) : 0,
    };
  }

  /**
   * Returns the status of the review.
   *
   * @throws {WebhookFault} if the call fails or the response is invalid
   */
  async review(request: AccessRequest, signal: AbortSignal | undefined): Promise<ReviewStatus> {
    const spec = formatJson(specOf(request, this.version));
    const known = this.answers.get(spec);
    if (known) return known;
    const apiVersion = `${group}/${this.version}`;
    const body = `{"kind":"${reviewKind}","apiVersion":"${apiVersion}","metadata":{},"spec":${spec},"status":{"allowed":false}}`;
    const status = await callWithRetries(() => this.call(body, signal), this.parts.backoff ?? reviewBackoff, signal);
    if (isShort(request)) this.answers.set(spec, status, this.lifetimeMs[status.allowed ? "allowed" : "other"]);
    return status;
  }

  private async call(body: string, signal: AbortSignal | undefined): Promise<ReviewStatus> {
    const { client, metrics, name } = this.parts;
    const startMs = performance.now();
    const count = (result: WebhookResult) => metrics.countWebhook(name, result, performance.now() - startMs);
    const call = { body, timeoutMs: this.timeoutMs, maxAnswerBytes: maxReviewAnswerBytes, isClientTimeout: true };
    try {
      const answer = await client.postTo(this.target, { ...call, ...(signal ? { signal } : {}) });
      const status = statusOf(answer, this.version);
      count("success");
      return status;
    } catch (error) {
      count(error instanceof WebhookFault ? resultOf(error) : "error");
      throw error;
    }
  }
}

const group = "authorization.k8s.io";
const reviewKind = "SubjectAccessReview";
const gatewayTimeout = 504;

const results: Partial<Record<FaultNature, WebhookResult>> = { late: "timeout", canceled: "canceled" };

const resultOf = ({ nature, code }: WebhookFault): WebhookResult =>
  code === gatewayTimeout ? "timeout" : (results[nature] ?? "error");

function millisOf(text: string | undefined): number {
  const duration = parseDuration(text ?? "");
  return duration.ok ? Number(duration.value / nanosPerMs) : 0;
}

/** Returns the `spec` of the review without empty strings and lists. */
function specOf({ user, attributes }: AccessRequest, version: "v1" | "v1beta1"): object {
  const { username, groups, extra, uid } = user;
  const field = attributes.kind === "resource" ? "resourceAttributes" : "nonResourceAttributes";
  const { fieldSelector, labelSelector } = attributes as Partial<ResourceAttributes>;
  return {
    [field]: {
      ...filled(textsOf(attributes)),
      ...selectorSpec("fieldSelector", fieldSelector),
      ...selectorSpec("labelSelector", labelSelector),
    },
    ...filled({ user: username, uid }),
    ...(groups.length > 0 ? { [version === "v1" ? "groups" : "group"]: groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function textsOf(attributes: AccessAttributes): Readonly<Record<string, string>> {
  const { kind: _, ...fields } = attributes;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (typeof value === "string" ? [[field, value]] : [])),
  );
}

const filled = (texts: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

function selectorSpec(field: string, requirements: readonly SelectorRequirement[] | undefined): object {
  const shown = requirements?.map(({ values, ...rest }) => (values.length > 0 ? { ...rest, values } : rest));
  return shown ? { [field]: { requirements: shown } } : {};
}

function isShort({ attributes }: AccessRequest): boolean {
  const bytes = Object.values(textsOf(attributes)).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes < maxCachedAttributes;
}

/**
 * Decodes the status of the review.
 *
 * @throws {WebhookFault} if the response is another object, or a field has the wrong type
 */
function statusOf(answer: Readonly<Record<string, unknown>>, version: string): ReviewStatus {
  const { allowed, denied, reason } = reviewStatus(answer, { kind: reviewKind, apiVersion: `${group}/${version}` });
  return {
    allowed: booleanAt("SubjectAccessReviewStatus.status.allowed", allowed),
    denied: booleanAt("SubjectAccessReviewStatus.status.denied", denied),
    reason: textAt("SubjectAccessReviewStatus.status.reason", reason),
  };
}
