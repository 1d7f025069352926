/**
 * Metrics of authorization decisions and of authorization webhooks, with the names that kube-apiserver uses.
 *
 * @module
 */
import { Counter, type Registry } from "prom-client";
import { NativeHistogram } from "../http/native-histogram.ts";
import { type ReloadMetrics, reloadMetrics } from "../http/reload-metrics.ts";
import type { Authorizer, Decision } from "./authorizer.ts";

/** `timeout`: the webhook was too slow; `canceled`: the client no longer waits. */
export type WebhookResult = "success" | "error" | "timeout" | "canceled";

export interface AuthorizationMetrics extends ReloadMetrics {
  /** Counts a decision on a request. */
  countAttempt(result: Decision["opinion"] | "error", durationMs: number): void;
  /** Counts a decision of one authorizer of the chain. */
  countDecision(type: string, name: string, decision: "allowed" | "denied"): void;
  countWebhook(name: string, result: WebhookResult, durationMs: number): void;
  /** Counts a failed call of a webhook that left the decision to the next authorizer. */
  countFailOpen(name: string, result: WebhookResult): void;
  /**
   * Counts an evaluation of match conditions.
   *
   * @param hasFailed - whether one of the conditions could not be evaluated
   */
  countMatch(name: string, outcome: "match" | "excluded", match: { hasFailed: boolean; durationMs: number }): void;
}

export type AttemptMetrics = Pick<AuthorizationMetrics, "countAttempt">;
export type WebhookMetrics = Pick<AuthorizationMetrics, "countWebhook" | "countFailOpen" | "countMatch">;

/** In seconds: 1 ms, doubled up to 16 s. */
const attemptBuckets = Array.from({ length: 15 }, (_, exponent) => 0.001 * 2 ** exponent);
const webhookBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const matchBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

const attemptResults: ReadonlyMap<string, string> = new Map([
  ["allow", "allowed"],
  ["deny", "denied"],
  ["no-opinion", "no-opinion"],
]);

const secondsOf = (durationMs: number): number => durationMs / 1000;

/**
 * Registers the metrics.
 *
 * @param serverId - distinguishes this server from others whose metrics are collected in the same place
 */
export function authorizationMetrics(register: Registry, serverId: string): AuthorizationMetrics {
  const registers = [register];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new NativeHistogram<L>({ name, help, labelNames, buckets, registers });
  const attempts = counter("authorization_attempts_total", "Decisions on requests by result.", ["result"]);
  const durations = histogram(
    "authorization_duration_seconds",
    "Duration of decisions on requests by result.",
    ["result"],
    attemptBuckets,
  );
  const decisions = counter("apiserver_authorization_decisions_total", "Final decisions of each authorizer.", [
    "type",
    "name",
    "decision",
  ]);
  const calls = counter("apiserver_authorization_webhook_evaluations_total", "Calls of webhooks by result.", [
    "name",
    "result",
  ]);
  const callDurations = histogram(
    "apiserver_authorization_webhook_duration_seconds",
    "Duration of calls of webhooks by result.",
    ["name", "result"],
    webhookBuckets,
  );
  const failOpen = counter(
    "apiserver_authorization_webhook_evaluations_fail_open_total",
    "Calls of webhooks that failed and left the decision to the next authorizer.",
    ["name", "result"],
  );
  const matchLabels = ["type", "name"] as const;
  const matchErrors = counter(
    "apiserver_authorization_match_condition_evaluation_errors_total",
    "Match conditions of webhooks that could not be evaluated.",
    matchLabels,
  );
  const exclusions = counter(
    "apiserver_authorization_match_condition_exclusions_total",
    "Requests that match conditions kept from a webhook.",
    matchLabels,
  );
  const matchDurations = histogram(
    "apiserver_authorization_match_condition_evaluation_seconds",
    "Duration of the evaluation of match conditions.",
    matchLabels,
    matchBuckets,
  );
  return {
    countAttempt(opinion, durationMs) {
      const result = attemptResults.get(opinion) ?? opinion;
      attempts.inc({ result });
      durations.record({ result }, secondsOf(durationMs));
    },
    countDecision: (type, name, decision) => decisions.inc({ type, name, decision }),
    countWebhook(name, result, durationMs) {
      calls.inc({ name, result });
      callDurations.record({ name, result }, secondsOf(durationMs));
    },
    countFailOpen: (name, result) => failOpen.inc({ name, result }),
    countMatch(name, outcome, { hasFailed, durationMs }) {
      const labels = { type: "Webhook", name };
      matchDurations.record(labels, secondsOf(durationMs));
      if (hasFailed) matchErrors.inc(labels);
      if (outcome === "excluded") exclusions.inc(labels);
    },
    ...reloadMetrics(register, "authorization", serverId),
  };
}

/** Wraps an authorizer for the chain: with the name for its reasons and metrics, and with counted decisions. */
export function withDecisionMetrics(
  entry: { type: string; name: string },
  authorizer: Authorizer,
  metrics: AuthorizationMetrics,
) {
  const { type, name } = entry;
  const authorize: Authorizer["authorize"] = async (request, caller) => {
    const decision = await authorizer.authorize(request, caller);
    if (decision.opinion === "allow") metrics.countDecision(type, name, "allowed");
    else if (decision.opinion === "deny") metrics.countDecision(type, name, "denied");
    return decision;
  };
  return { name, authorize, rulesFor: authorizer.rulesFor.bind(authorizer) } satisfies Authorizer;
}
