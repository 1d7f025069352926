/**
 * admissionregistration.k8s.io ValidatingAdmissionPolicy: expressions that a request must meet.
 *
 * @module
 */

import type { Kind } from "../../kind/kind.ts";
import { validateQualifiedName } from "../../lexical/names.ts";
import { utf8Length } from "../../lexical/utf8.ts";
import type { Place } from "../../rule/place.ts";
import { repeated } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { apiType, int64, list, type Static, struct, text } from "../../schema/fields.ts";
import { condition } from "../meta/condition.ts";
import { startGeneration } from "../meta/generation.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusAlone } from "../meta/stored-part.ts";
import {
  type CompiledExpression,
  checkMatchConditions,
  checkVariables,
  ExpressionCompiler,
  isWritten,
} from "./admission-expression.ts";
import { admissionExpressionRules } from "./admission-expression-rules.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { policyColumns } from "./columns.ts";
import { applyMatchResourcesDefaults } from "./match-resources.ts";
import { keepsMatchConditions, matchedBy, policyFields, policySpecRules } from "./policy.ts";

const validation = struct({
  expression: text({ "x-proto": 1, "x-required": true, "x-form": "cel", description: "CEL that must be true." }),
  message: text({ "x-proto": 2, description: "What is said when it is not; one line." }),
  reason: text({
    "x-proto": 3,
    "x-pointer": true,
    enum: ["Forbidden", "Invalid", "RequestEntityTooLarge"],
    description: "The reason in the response; `Invalid` when absent.",
  }),
  messageExpression: text({
    "x-proto": 4,
    "x-form": "cel",
    description: "CEL that yields the message; `message` is used when it fails or yields nothing.",
  }),
});

const auditAnnotation = struct({
  key: text({
    "x-proto": 1,
    "x-required": true,
    description: "Key of the annotation, behind the policy's name and a slash.",
  }),
  valueExpression: text({
    "x-proto": 2,
    "x-required": true,
    "x-form": "cel",
    description: "CEL that yields the value, or null for no annotation.",
  }),
});

const spec = struct(
  {
    ...policyFields({ failurePolicy: 4, variables: 7, variablesAreMap: true }),
    validations: list(validation, {
      "x-proto": 3,
      "x-list-type": "atomic",
      description: "Expressions that must all be true.",
    }),
    auditAnnotations: list(auditAnnotation, {
      "x-proto": 5,
      "x-list-type": "atomic",
      description: "What is written to the audit event of a request; at most 20.",
    }),
  },
  { "x-proto": 2, description: "Which requests the policy is about, and what they must meet." },
);
type PolicySpec = Static<typeof spec>;

const expressionWarning = struct({
  fieldRef: text({ "x-proto": 2, "x-required": true, description: "Path of the expression." }),
  warning: text({ "x-proto": 3, "x-required": true, description: "What checking types found." }),
});

const status = struct(
  {
    observedGeneration: int64({ "x-proto": 1, description: "The generation that the controller looked at." }),
    typeChecking: struct(
      {
        expressionWarnings: list(expressionWarning, {
          "x-proto": 1,
          "x-list-type": "atomic",
          description: "Expressions that do not fit the types they are evaluated on.",
        }),
      },
      { "x-proto": 2, "x-pointer": true, description: "The result of checking types." },
    ),
    conditions: list(condition, {
      "x-proto": 3,
      "x-list-type": "map",
      "x-list-map-keys": ["type"],
      description: "The state of the policy.",
    }),
  },
  { "x-proto": 3, description: "What the controller found; written by the server." },
);

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }), spec, status },
  { $id: "ValidatingAdmissionPolicy" },
);
export type ValidatingAdmissionPolicy = Static<typeof schema>;

const validationsRequired = rule<PolicySpec>(
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
    });
  },
);

const validations = rule<PolicySpec>(
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
    // The server has made up a name before it looks.
    const owner = name || `${generateName}xxxxx`;
    for (const [index, { key = "", valueExpression = "" }] of items.entries()) {
      for (const fault of name || generateName ? validateQualifiedName(`${owner}/${key}`) : []) {
        place
          .at("spec", "auditAnnotations", index, "key")
          .say(`with the policy's name before it, ${fault}; got "${key}"`, { value: key });
      }
      const spot = at.at(index, "valueExpression");
      const bytes = utf8Length(valueExpression.trim());
      if (bytes === 0) spot.required("`valueExpression` must be set");
      else if (bytes > maxValueExpressionBytes) {
        spot.say(`must have at most ${maxValueExpressionBytes} bytes; got ${bytes}`, { cause: "too-long" });
      }
    }
    for (const { index, first, text: key } of repeated(items.map((item) => item.key ?? ""))) {
      place.at("spec", "auditAnnotations", index, "key").say(`must be unique; got "${key}" twice`, {
        cause: "duplicate",
        see: at.at(first, "key").note("first listed here"),
      });
    }
  },
);

/** Texts that an update leaves as they were are still compiled, with every library that the server has. */
function textsOf({
  matchConditions = [],
  validations: items = [],
  auditAnnotations: notes = [],
}: PolicySpec): string[] {
  return [
    ...matchConditions.map(({ expression }) => expression),
    ...items.flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
    ...notes.map(({ valueExpression }) => valueExpression),
  ].filter(isWritten);
}

function compileExpressions(
  policy: PolicySpec,
  place: Place<PolicySpec>,
  visit: Visit<PolicySpec>,
): readonly CompiledExpression[] {
  const stored = visit.oldObject;
  const compiler = new ExpressionCompiler(visit, stored ? textsOf(stored) : []);
  const params = policy.paramKind !== undefined;
  if (!stored || !keepsMatchConditions(policy, stored)) checkMatchConditions(policy, params, compiler, place);
  const options = checkVariables(policy, compiler, place);
  for (const [index, { expression, messageExpression }] of (policy.validations ?? []).entries()) {
    const path = ["validations", index];
    if (isWritten(expression)) {
      const judgement = {
        path: [...path, "expression"],
        text: expression,
        role: "judgement",
        results: ["bool"],
      } as const;
      compiler.check({ ...judgement, options }, place);
    }
    if (!isWritten(messageExpression)) continue;
    const words = { path: [...path, "messageExpression"], text: messageExpression, results: ["string"] };
    compiler.check({ ...words, role: "other", options: { ...options, authorizer: false } }, place);
  }
  for (const [index, { valueExpression: text }] of (policy.auditAnnotations ?? []).entries()) {
    if (!isWritten(text) || utf8Length(text.trim()) > maxValueExpressionBytes) continue;
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

export const validatingAdmissionPolicy: Kind<ValidatingAdmissionPolicy> = {
  kind: "ValidatingAdmissionPolicy",
  group: admissionGroup,
  versions: [
    { name: "v1", schema, since: "1.30" },
    { name: "v1beta1", schema, since: "1.28", until: "1.34" },
    { name: "v1alpha1", schema, since: "1.26", until: "1.32" },
  ],
  description: "Expressions that requests must meet, evaluated by the API server itself; a binding puts them to work.",
  rules: [
    ...admissionMetaRules,
    ...within(
      [
        ...policySpecRules,
        validationsRequired,
        validations,
        ...admissionExpressionRules(compileExpressions, matchedBy),
      ],
      ({ spec = {} }: ValidatingAdmissionPolicy, place, visit) => [
        visit.part(spec, place.at("spec"), visit.oldObject?.spec),
      ],
    ),
    auditAnnotations,
    statusConditions("common"),
    typeChecking,
  ],
  applyDefaults({ spec: value = {} }) {
    value.failurePolicy ??= "Fail";
    applyMatchResourcesDefaults(value.matchConstraints);
  },
  resource: {
    plural: "validatingadmissionpolicies",
    singular: "validatingadmissionpolicy",
    categories: ["api-extensions"],
    scope: "Cluster",
    needsResourceVersion: true,
    subresources: ["status"],
    columns: policyColumns("validations"),
    ...statusAlone,
    prepareForCreate(object) {
      delete object.status;
      startGeneration(object);
    },
  },
};
