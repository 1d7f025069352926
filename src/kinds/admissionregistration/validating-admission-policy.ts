/**
 * admissionregistration.k8s.io ValidatingAdmissionPolicy: CEL expressions that a request must satisfy.
 *
 * @module
 */
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
} from "../../api/types/admissionregistration-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import {
  type CompiledExpression,
  checkMatchConditions,
  checkVariables,
  ExpressionCompiler,
  isNotBlank,
} from "./admission-expression.ts";
import { admissionExpressionRules } from "./admission-expression-rules.ts";
import { policyColumns } from "./columns.ts";
import { applyMatchResourcesDefaults } from "./match-resources.ts";
import { keepsMatchConditions, matchedRulesOf, policySpecRules } from "./policy.ts";
import { staticName } from "./static-name.ts";

const validationsRequired = rule<ValidatingAdmissionPolicySpec>(
  {
    id: "admission/validations-required",
    severity: "error",
    cause: "required",
    summary: "a validating policy has `validations` or `auditAnnotations`",
  },
  ({ validations = [], auditAnnotations = [] }, place) => {
    if (validations.length > 0 || auditAnnotations.length > 0) return;
    place.at("validations").say("`validations` or `auditAnnotations` must have at least one item", {
      help: "a validation has an `expression` that must be true",
      also: [{ field: place.at("auditAnnotations").path }],
    });
  },
);

const validations = rule<ValidatingAdmissionPolicySpec>(
  {
    id: "admission/validation",
    severity: "error",
    summary: "a validation has an expression; its message is one line and not blank",
  },
  ({ validations: items = [] }, place) => {
    for (const [index, { expression = "", message = "", messageExpression = "" }] of items.entries()) {
      const at = place.at("validations", index);
      if (expression.trim() === "") {
        at.at("expression").required();
      }
      for (const [name, value] of [
        ["message", message],
        ["messageExpression", messageExpression],
      ] as const) {
        if (value !== "" && value.trim() === "") at.at(name).say("must not be blank", { value });
      }
      if (/[\n\r]/.test(message.trim())) at.at("message").say("must not have line breaks");
    }
  },
);

const maxAuditAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

const auditAnnotations = rule<ValidatingAdmissionPolicy>(
  {
    id: "admission/audit-annotation",
    severity: "error",
    summary: "an audit annotation has a unique key and an expression; a policy has at most 20",
  },
  ({ metadata: { name = "", generateName = "" } = {}, spec: { auditAnnotations: items = [] } = {} }, place) => {
    const at = place.at("spec", "auditAnnotations");
    if (items.length > maxAuditAnnotations) {
      at.say(`must have at most ${maxAuditAnnotations} items; got ${items.length}`, { atKey: true });
    }
    // kube-apiserver generates the name before it validates it.
    const owner = name || `${generateName}xxxxx`;
    for (const [index, { key = "", valueExpression = "" }] of items.entries()) {
      for (const fault of name || generateName ? validateQualifiedName(`${owner}/${key}`) : []) {
        place
          .at("spec", "auditAnnotations", index, "key")
          .say(`after the policy's name and a slash, ${fault}; got "${key}"`, {
            value: key,
            serverText: `${showGoValue(`${owner}/${key}`)}: ${fault}`,
          });
      }
      const spot = at.at(index, "valueExpression");
      const bytes = utf8Length(valueExpression.trim());
      if (bytes === 0) spot.required("`valueExpression` must be set");
      else if (bytes > maxValueExpressionBytes) {
        spot.say(`must have at most ${maxValueExpressionBytes} bytes; got ${bytes}`, { cause: "too-long" });
      }
    }
    for (const { index, first, text: key } of findRepeats(items.map((item) => item.key ?? ""))) {
      place.at("spec", "auditAnnotations", index, "key").say(`must be unique; got "${key}" twice`, {
        cause: "duplicate",
        see: at.at(first, "key").note("first listed here"),
      });
    }
  },
);

/**
 * Returns the texts of all expressions. Those that an update does not change are compiled with every library that
 * kube-apiserver has.
 */
function textsOf({
  matchConditions = [],
  validations: items = [],
  auditAnnotations: notes = [],
}: ValidatingAdmissionPolicySpec): string[] {
  return [
    ...matchConditions.map(({ expression }) => expression),
    ...items.flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
    ...notes.map(({ valueExpression }) => valueExpression),
  ].filter(isNotBlank);
}

function compileExpressions(
  policy: ValidatingAdmissionPolicySpec,
  place: Place<ValidatingAdmissionPolicySpec>,
  visit: Visit<ValidatingAdmissionPolicySpec>,
): readonly CompiledExpression[] {
  const stored = visit.oldObject;
  const compiler = new ExpressionCompiler(visit, stored ? textsOf(stored) : []);
  const params = policy.paramKind !== undefined;
  if (!stored || !keepsMatchConditions(policy, stored)) checkMatchConditions(policy, params, compiler, place);
  const options = checkVariables(policy, compiler, place);
  for (const [index, { expression, messageExpression }] of (policy.validations ?? []).entries()) {
    const path = ["validations", index];
    if (isNotBlank(expression)) {
      const judgement = {
        path: [...path, "expression"],
        text: expression,
        role: "judgement",
        results: ["bool"],
      } as const;
      compiler.check({ ...judgement, options }, place);
    }
    if (!isNotBlank(messageExpression)) continue;
    const words = { path: [...path, "messageExpression"], text: messageExpression, results: ["string"] };
    compiler.check({ ...words, role: "other", options: { ...options, authorizer: false } }, place);
  }
  for (const [index, { valueExpression: text }] of (policy.auditAnnotations ?? []).entries()) {
    if (!isNotBlank(text) || utf8Length(text.trim()) > maxValueExpressionBytes) continue;
    const path = ["auditAnnotations", index, "valueExpression"];
    compiler.check({ path, text, role: "judgement", results: ["string", "null"], options }, place);
  }
  return compiler.compiled;
}

const typeChecking = rule<ValidatingAdmissionPolicy>(
  {
    id: "admission/type-checking",
    severity: "error",
    summary: "an expression warning in a status has a `fieldRef` and a `warning`",
  },
  ({ status }, place, { subresource }) => {
    if (subresource !== "status") return;
    for (const [index, { fieldRef, warning }] of (status?.typeChecking?.expressionWarnings ?? []).entries()) {
      const at = place.at("status", "typeChecking", "expressionWarnings", index);
      if (!fieldRef) at.at("fieldRef").required();
      if (!warning) at.at("warning").required();
    }
  },
);

export const validatingAdmissionPolicy = kind("admissionregistration/v1.ValidatingAdmissionPolicy", {
  rules: [
    staticName,
    ...within(
      [
        ...policySpecRules,
        validationsRequired,
        validations,
        ...admissionExpressionRules(compileExpressions, matchedRulesOf),
      ],
      ({ spec = {} }: ValidatingAdmissionPolicy, place, visit) => [
        visit.part(spec, place.at("spec"), visit.oldObject?.spec),
      ],
    ),
    auditAnnotations,
    statusConditions("common", "is required"),
    typeChecking,
  ],
  applyDefaults({ spec: value = {} }) {
    value.failurePolicy ??= "Fail";
    applyMatchResourcesDefaults(value.matchConstraints);
  },
  resource: {
    columns: policyColumns("validations"),
    ...statusOnlyStrategy,
  },
});
