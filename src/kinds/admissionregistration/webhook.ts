/**
 * An admission webhook, validating or mutating: which requests kube-apiserver sends to it, how, and how it handles
 * failures.
 *
 * @module
 */
import type { ValidatingWebhook as Webhook } from "../../api/types/admissionregistration-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { validateDns1035Label, validateDns1123Subdomain } from "../../text/names.ts";
import { type CompiledExpression, checkMatchConditions, ExpressionCompiler } from "./admission-expression.ts";
import { admissionExpressionRules } from "./admission-expression-rules.ts";
import { applyClientConfigDefaults, clientConfigFindings } from "./client-config.ts";
import { matchConditionRules } from "./match-condition.ts";
import { applyRuleDefaults, type MatchedOperations, operationRules, selectorFindings } from "./match-resources.ts";

/** A webhook configuration, validating or mutating. */
export interface WebhookList {
  readonly webhooks?: readonly Webhook[];
}

export function applyWebhookDefaults(hook: Webhook): void {
  hook.failurePolicy ??= "Fail";
  hook.matchPolicy ??= "Equivalent";
  hook.namespaceSelector ??= {};
  hook.objectSelector ??= {};
  hook.timeoutSeconds ??= 10;
  applyRuleDefaults(hook.rules);
  applyClientConfigDefaults(hook.clientConfig);
}

/** Returns the webhooks of the stored configuration; undefined if the request is not an update. */
const storedWebhooks = ({ oldObject }: Visit<WebhookList>): readonly Webhook[] | undefined =>
  oldObject && (oldObject.webhooks ?? []);

/**
 * Whether the stored configuration already has a fault. kube-apiserver rejects these faults only in configurations that
 * did not have them before.
 */
const hasStoredFault = (visit: Visit<WebhookList>, fault: (hooks: readonly Webhook[]) => boolean): boolean => {
  const stored = storedWebhooks(visit);
  return stored !== undefined && fault(stored);
};

const minSegments = 3;

const names = rule<WebhookList>(
  {
    id: "admission/webhook-name",
    severity: "error",
    summary: "a webhook has a unique name: a domain name of at least three labels",
  },
  ({ webhooks = [] }, place, visit) => {
    const placeOf = (index: number) => place.at("webhooks", index, "name");
    for (const [index, { name = "" }] of webhooks.entries()) {
      const help = "for example `name: pods.policy.example.com`";
      if (name === "") {
        placeOf(index).required("`name` must be set", { help });
        continue;
      }
      const faults = validateDns1123Subdomain(name);
      const isShort = faults.length === 0 && name.split(".").length < minSegments;
      const short = [`must have at least ${minSegments} parts separated by dots`];
      for (const fault of isShort ? short : faults) {
        placeOf(index).say(`${fault}; got "${name}"`, { help, value: name });
      }
    }
    if (hasStoredFault(visit, (hooks) => repeatedNames(hooks).length > 0)) return;
    for (const { index, first, text: name } of repeatedNames(webhooks)) {
      placeOf(index).say(`must be unique; got "${name}" twice`, {
        cause: "duplicate",
        see: placeOf(first).note("first listed here"),
      });
    }
  },
);

const repeatedNames = (hooks: readonly Webhook[]) => findRepeats(hooks.map(({ name }) => name || undefined));

const withoutSideEffects: ReadonlySet<string> = new Set(["None", "NoneOnDryRun"]);
const otherSideEffects: ReadonlySet<string> = new Set(["Unknown", "Some"]);

const sideEffects = rule<WebhookList>(
  {
    id: "admission/side-effects",
    severity: "error",
    cause: "unsupported",
    summary: "a webhook declares `sideEffects: None` or `NoneOnDryRun`",
  },
  ({ webhooks = [] }, place, visit) => {
    const mayHave = hasStoredFault(visit, (hooks) =>
      hooks.some((hook) => !withoutSideEffects.has(hook.sideEffects ?? "")),
    );
    for (const [index, { sideEffects: effects }] of webhooks.entries()) {
      const at = place.at("webhooks", index, "sideEffects");
      const help = "write `sideEffects: None`";
      // Another rule reports an empty text as an unsupported value.
      if (effects === undefined) at.required("`sideEffects` must be set", { help });
      else if (effects && otherSideEffects.has(effects) && !mayHave) {
        at.say(`must be one of "None", "NoneOnDryRun"; got "${effects}"`, { value: effects });
      }
    }
  },
);

const maxTimeoutSeconds = 30;

const timeout = rule<Webhook>(
  { id: "admission/timeout", severity: "error", summary: "`timeoutSeconds` of a webhook is from 1 to 30" },
  ({ timeoutSeconds: seconds = 1 }, place) => {
    if (seconds >= 1 && seconds <= maxTimeoutSeconds) return;
    place.at("timeoutSeconds").say(`must be from 1 to ${maxTimeoutSeconds}; got ${seconds}`, { value: seconds });
  },
);

/** The versions of AdmissionReview that the API server can send. */
const knownReviewVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

const reviewVersions = rule<WebhookList>(
  {
    id: "admission/review-versions",
    severity: "error",
    summary: "a webhook accepts a version of AdmissionReview that the API server sends",
  },
  ({ webhooks = [] }, place, visit) => {
    const mayBeUnknown = hasStoredFault(visit, (hooks) =>
      hooks.some((hook) => hook.admissionReviewVersions?.length && !readsKnownVersion(hook)),
    );
    for (const [index, hook] of webhooks.entries()) {
      const spot = place.at("webhooks", index, "admissionReviewVersions");
      const versions = hook.admissionReviewVersions ?? [];
      const help = 'write `admissionReviewVersions: ["v1"]`';
      if (versions.length === 0) {
        const message = "`admissionReviewVersions` must have at least one value";
        spot.required(message, { help });
        continue;
      }
      const repeats = new Set(findRepeats(versions).map((repeat) => repeat.index));
      for (const [at, version] of versions.entries()) {
        const faults = repeats.has(at) ? ["must be listed once"] : validateDns1035Label(version);
        for (const fault of faults) spot.at(at).invalid(fault, version);
      }
      if (readsKnownVersion(hook) || mayBeUnknown) continue;
      spot.say(`must include "v1" or "v1beta1"; got ${versions.map((v) => `"${v}"`).join(", ")}`, { help });
    }
  },
);

const readsKnownVersion = ({ admissionReviewVersions }: Webhook): boolean =>
  (admissionReviewVersions ?? []).some((version) => knownReviewVersions.has(version));

const clientConfig = rule<Webhook>(
  { id: "admission/client-config", severity: "error", summary: "a webhook has either an https `url` or a `service`" },
  ({ clientConfig: config = {} }, place) => {
    for (const finding of clientConfigFindings(config)) {
      place.at("clientConfig").pass([finding]);
    }
  },
);

/**
 * Whether a fault is about a label value in a selector. A selector with an invalid label value matches nothing, and
 * older releases accepted it.
 */
const isLabelValuePath = (path: readonly (string | number)[]): boolean => path.at(-2) === "values";

const selectors = rule<WebhookList>(
  { id: "admission/selector", severity: "error", summary: "a namespace or object selector is well-formed" },
  ({ webhooks = [] }, place, visit) => {
    const mayHaveBadValues = hasStoredFault(visit, (hooks) => hooks.some((hook) => selectorFindings(hook).length > 0));
    for (const [index, hook] of webhooks.entries()) {
      for (const finding of selectorFindings(hook)) {
        if (mayHaveBadValues && isLabelValuePath(finding.path)) continue;
        place.at("webhooks", index).pass([finding]);
      }
    }
  },
);

/** Resources of access and token reviews, by group. */
const excludedResources: ReadonlyMap<string, readonly string[]> = new Map([
  ["authentication.k8s.io", ["selfsubjectreviews", "tokenreviews"]],
  [
    "authorization.k8s.io",
    ["localsubjectaccessreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews", "subjectaccessreviews"],
  ],
]);

const excluded = rule<WebhookList>(
  {
    id: "admission/excluded-resource",
    severity: "warning",
    summary: "a webhook lists only resources for which the API server calls webhooks",
  },
  ({ webhooks = [] }, place, { isEnabled }) => {
    if (!isEnabled("ExcludeAdmissionWebhookVirtualResources")) return;
    webhooks.forEach(({ rules = [] }, index) => {
      rules.forEach(({ apiGroups = [], resources = [] }, number) => {
        if (apiGroups.includes("*") || resources.includes("*")) return;
        const at = place.at("webhooks", index, "rules", number);
        resources.forEach((resource, item) => {
          const group = apiGroups.find((name) => excludedResources.get(name)?.includes(resource));
          if (group === undefined) return;
          at.at("resources", item).say(`the API server calls no webhook for ${resource}`, {
            field: at.path,
            serverWarning: `{field}: ${resource}.${group} is excluded from admission webhooks; this rule will have no effect`,
          });
        });
      });
    });
  },
);

function compileExpressions(
  { webhooks = [] }: WebhookList,
  place: Place<WebhookList>,
  visit: Visit<WebhookList>,
): readonly CompiledExpression[] {
  const stored = storedWebhooks(visit);
  // kube-apiserver does not validate conditions again that an update does not change.
  const isUnchanged =
    stored !== undefined &&
    stored.length === webhooks.length &&
    stored.every((hook, index) => sameConditions(hook, webhooks[index]));
  if (isUnchanged) return [];
  const texts = (stored ?? []).flatMap(({ matchConditions: conditions = [] }) => conditions);
  const storedTexts = texts.flatMap(({ expression }) => expression ?? []);
  return webhooks.flatMap((hook, index) => {
    const compiler = new ExpressionCompiler(visit, storedTexts);
    checkMatchConditions(hook, false, compiler, place.at("webhooks", index));
    return compiler.compiled.map((each) => ({ ...each, path: ["webhooks", index, ...each.path] }));
  });
}

/** Returns the rules of the webhook that contains an expression. */
function matchedRulesOf({ webhooks = [] }: WebhookList, [, index]: FieldPath): readonly MatchedOperations[] {
  return webhooks[Number(index)]?.rules ?? [];
}

const sameConditions = (a: Webhook, b: Webhook | undefined): boolean =>
  JSON.stringify(a.matchConditions ?? []) === JSON.stringify(b?.matchConditions ?? []);

/** Rules about the faults in the webhooks of a configuration that the API server rejects. */
export const webhookRules: readonly Rule<WebhookList>[] = [
  names,
  sideEffects,
  reviewVersions,
  selectors,
  excluded,
  ...within([timeout, clientConfig, ...matchConditionRules], ({ webhooks }: WebhookList, place, visit) =>
    visit.each(webhooks, place.at("webhooks")),
  ),
  ...within(operationRules, ({ webhooks = [] }: WebhookList, place, visit) =>
    webhooks.flatMap(({ rules }, index) => visit.each(rules, place.at("webhooks", index, "rules"))),
  ),
  ...admissionExpressionRules(compileExpressions, matchedRulesOf),
];
