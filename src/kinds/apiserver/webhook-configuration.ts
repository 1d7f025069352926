/**
 * WebhookConfiguration of an authorizer: how kube-apiserver calls a remote service, for which requests, and how it
 * handles failures.
 *
 * @module
 */

import type { WebhookConfiguration } from "../../api/types/apiserver-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { firstOccurrences, reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";
import { matchConditionCount, maxMatchConditions } from "../admissionregistration/match-condition.ts";
import { expressionRules, type LintedExpression } from "../expression/expression-rules.ts";
import { type ExpressionPlace, reportExpression } from "./expression.ts";
import { lintedExpression } from "./expression-lint.ts";

type WebhookRule = Rule<WebhookConfiguration>;

/** The maximum timeout of a webhook: 30 seconds, in nanoseconds. */
const maxTimeoutNs = 30_000_000_000n;

const requiredFields = rule<WebhookConfiguration>(
  {
    id: "authorization/webhook-required",
    severity: "error",
    cause: "required",
    summary: "a webhook sets its timeout, review version, failure policy and connection type: they have no defaults",
  },
  (webhook, place) => {
    const help = {
      timeout: "for example `timeout: 3s`; at most 30s",
      subjectAccessReviewVersion: "write `subjectAccessReviewVersion: v1`",
      failurePolicy: "write `failurePolicy: NoOpinion` to ask the next authorizer, or `Deny`",
      type: "write `type: KubeConfigFile`, with `kubeConfigFile`",
    };
    if (isZero(webhook.timeout)) {
      const isSet = webhook.timeout !== undefined;
      const message = isSet ? `must be above 0s and at most 30s; got ${webhook.timeout}` : "`timeout` must be set";
      place.at("timeout").say(message, { help: help.timeout });
    }
    for (const field of ["subjectAccessReviewVersion", "failurePolicy"] as const) {
      if (!webhook[field]) place.at(field).say(`\`${field}\` must be set`, { help: help[field] });
    }
    if (!webhook.connectionInfo?.type) {
      place.at("connectionInfo", "type").say("`type` must be set", { help: help.type });
    }
  },
);

const timeoutRange = rule<WebhookConfiguration>(
  {
    id: "authorization/webhook-timeout",
    severity: "error",
    summary: "a webhook's timeout is above 0s and at most 30s",
  },
  ({ timeout }, place) => {
    const nanos = nanosOf(timeout) ?? 0n;
    if (nanos >= 0n && nanos <= maxTimeoutNs) return;
    place.at("timeout").say(`must be above 0s and at most 30s; got ${timeout}`, { value: timeout ?? "" });
  },
);

const ttlRange = rule<WebhookConfiguration>(
  {
    id: "authorization/webhook-ttl",
    severity: "error",
    summary: "`authorizedTTL` and `unauthorizedTTL` of a webhook are not negative",
  },
  (webhook, place) => {
    for (const field of ["authorizedTTL", "unauthorizedTTL"] as const) {
      const ttl = webhook[field];
      if ((nanosOf(ttl) ?? 0n) < 0n) {
        place.at(field).say(`must be above 0s; got ${ttl}`, {
          help: "to turn the cache off, set `cacheAuthorizedRequests` or `cacheUnauthorizedRequests` to false",
          value: ttl ?? "",
        });
      }
    }
  },
);

const conditionVersion = rule<WebhookConfiguration>(
  {
    id: "authorization/match-condition-version",
    severity: "error",
    cause: "required",
    summary: "match conditions need a matchConditionSubjectAccessReviewVersion",
  },
  ({ matchConditions = [], matchConditionSubjectAccessReviewVersion: version }, place) => {
    if (version || matchConditions.length === 0) return;
    place
      .at("matchConditionSubjectAccessReviewVersion")
      .say("`matchConditionSubjectAccessReviewVersion` must be set with `matchConditions`", {
        help: "write `matchConditionSubjectAccessReviewVersion: v1`",
      });
  },
);

const kubeConfigFile = rule<WebhookConfiguration>(
  {
    id: "authorization/kubeconfig-file",
    severity: "error",
    summary:
      "connection type KubeConfigFile needs the absolute path of a file that exists; InClusterConfig allows no path",
  },
  ({ connectionInfo: { type, kubeConfigFile: file } = {} }, place, { host }) => {
    const at = place.at("connectionInfo", "kubeConfigFile");
    if (type === "InClusterConfig" && file !== undefined) {
      at.say("may be set only with type KubeConfigFile; got type InClusterConfig", { atKey: true, help: "remove it" });
    }
    if (type !== "KubeConfigFile") return;
    if (!file) return at.required("`kubeConfigFile` must be set with type KubeConfigFile");
    if (!file.startsWith("/")) return at.say(`must be an absolute path; got "${file}"`, { value: file });
    const state = host?.stat?.(file);
    if (state === undefined) {
      const help = "give `--root DIR`, the node's file system, to have it looked up";
      at.say(`clustervet did not check whether ${file} exists on the node`, { severity: "info", help });
    } else if (state === "missing") {
      at.say(`must name a file that exists; "${file}" does not`, { cause: "not-found", value: file });
    } else if (state !== "file") {
      at.say(`must name a regular file; "${file}" is ${state === "directory" ? "a directory" : "none"}`, {
        value: file,
      });
    }
  },
);

const inCluster = rule<WebhookConfiguration>(
  {
    id: "authorization/in-cluster-config",
    severity: "warning",
    summary: "connection type InClusterConfig passes validation, but kube-apiserver can't use it",
  },
  ({ connectionInfo }, place) => {
    if (connectionInfo?.type !== "InClusterConfig") return;
    place
      .at("connectionInfo", "type")
      .say("is not supported by kube-apiserver, which needs a kubeconfig file for webhooks", {
        help: "write `type: KubeConfigFile`, and `kubeConfigFile` with the path of a kubeconfig",
      });
  },
);

const conditionCount = matchConditionCount({
  id: "authorization/match-condition-count",
  summary: "a webhook may have at most 64 match conditions",
});

const conditionRequired = rule<WebhookConfiguration>(
  {
    id: "authorization/match-condition-required",
    severity: "error",
    cause: "required",
    summary: "a match condition must have an expression",
  },
  ({ matchConditions = [] }, place) => {
    if (matchConditions.length > maxMatchConditions) return;
    for (const [index, { expression = "" }] of matchConditions.entries()) {
      if (!isBlank(expression)) continue;
      place.at("matchConditions", index, "expression").say("`expression` must be set");
    }
  },
);

const conditionUnique = rule<WebhookConfiguration>(
  {
    id: "authorization/match-condition-unique",
    severity: "error",
    cause: "duplicate",
    summary: "a webhook's match conditions must be different",
  },
  (webhook, place) => {
    const placeOf = (index: number) => place.at("matchConditions", index, "expression");
    reportRepeats(conditionTexts(webhook), { item: "condition", what: "expression", placeOf });
  },
);

const conditionCompiles = rule<WebhookConfiguration>(
  {
    id: "authorization/match-condition-expression",
    severity: "error",
    summary: "a match condition must compile and evaluate to bool",
  },
  (webhook, place, visit) => {
    for (const expression of conditionExpressions(webhook)) reportExpression(expression, visit, place);
  },
);

/** Returns the expressions that kube-apiserver compiles, without repetitions. */
function conditionExpressions(webhook: WebhookConfiguration): ExpressionPlace[] {
  return firstOccurrences(conditionTexts(webhook)).map(({ index, text: expression }) => ({
    path: ["matchConditions", index, "expression"],
    text: expression,
    scope: "request",
    result: "bool",
  }));
}

/**
 * Returns the conditions as input of the lint rules. A false condition decides even if others fail, so each may assume
 * that all others are true.
 */
function lintedConditions(webhook: WebhookConfiguration, context: RuleContext): LintedExpression[] {
  const places = conditionExpressions(webhook);
  return places.flatMap((place) =>
    lintedExpression(place, context, { given: places.filter((other) => other !== place) }),
  );
}

export const webhookRules: readonly WebhookRule[] = [
  requiredFields,
  timeoutRange,
  ttlRange,
  conditionVersion,
  kubeConfigFile,
  inCluster,
  conditionCount,
  conditionRequired,
  conditionUnique,
  conditionCompiles,
  ...expressionRules(lintedConditions),
];

export function applyWebhookDefaults(webhook: WebhookConfiguration): void {
  if (isZero(webhook.authorizedTTL)) webhook.authorizedTTL = "5m";
  if (isZero(webhook.unauthorizedTTL)) webhook.unauthorizedTTL = "30s";
  webhook.cacheAuthorizedRequests ??= true;
  webhook.cacheUnauthorizedRequests ??= true;
}

/** Returns the conditions that kube-apiserver validates; if there are too many, it validates none. */
function conditionTexts({ matchConditions = [] }: WebhookConfiguration): (string | undefined)[] {
  if (matchConditions.length > maxMatchConditions) return [];
  return matchConditions.map(({ expression = "" }) => (isBlank(expression) ? undefined : expression));
}

function isZero(text: string | undefined): boolean {
  return (nanosOf(text) ?? 0n) === 0n;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
