/**
 * admissionregistration.k8s.io ValidatingAdmissionPolicyBinding: puts a validating policy to work.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { repeated } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { apiType, list, type Static, struct, text } from "../../schema/fields.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { applyBindingDefaults, bindingFields, bindingSpecRules } from "./binding.ts";
import { bindingColumns } from "./columns.ts";

const spec = struct(
  {
    ...bindingFields,
    validationActions: list(text({ enum: ["Deny", "Warn", "Audit"] }), {
      "x-proto": 4,
      "x-required": true,
      "x-always": false,
      "x-list-type": "set",
      description: "What a failed validation does: refuse the request, warn its client, or annotate its audit event.",
    }),
  },
  { "x-proto": 2, description: "Which policy is bound, with which parameters, and what its failure means." },
);
type BindingSpec = Static<typeof spec>;

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }), spec },
  { $id: "ValidatingAdmissionPolicyBinding" },
);
export type ValidatingAdmissionPolicyBinding = Static<typeof schema>;

const validationActions = rule<BindingSpec>(
  {
    id: "admission/validation-actions",
    severity: "error",
    summary: "a binding has `validationActions` without duplicates, and not both Deny and Warn",
  },
  ({ validationActions: actions = [] }, place) => {
    const at = place.at("validationActions");
    if (actions.length === 0) {
      const message = "`validationActions` must have at least one value";
      at.required(message, { help: "write `validationActions: [Deny]`" });
    }
    for (const [index, action] of actions.entries()) {
      if (action === "") at.at(index).say("must not be empty", { cause: "unsupported" });
    }
    for (const { index, text: action } of repeated(actions)) {
      at.at(index).say(`must be unique; got "${action}" twice`, { cause: "duplicate" });
    }
    const [deny, warn] = [actions.indexOf("Deny"), actions.indexOf("Warn")];
    if (deny < 0 || warn < 0) return;
    at.at(warn).say("must not be listed beside Deny, which says the same to the client", {
      see: at.at(deny).note("refuses the request"),
    });
  },
);

export const validatingAdmissionPolicyBinding: Kind<ValidatingAdmissionPolicyBinding> = {
  kind: "ValidatingAdmissionPolicyBinding",
  group: admissionGroup,
  versions: [
    { name: "v1", schema, since: "1.30" },
    { name: "v1beta1", schema, since: "1.28", until: "1.34" },
    { name: "v1alpha1", schema, since: "1.26", until: "1.32" },
  ],
  description: "Puts a ValidatingAdmissionPolicy to work: without a binding it has no effect.",
  rules: [
    ...admissionMetaRules,
    ...within(
      [...bindingSpecRules, validationActions],
      ({ spec = {} }: ValidatingAdmissionPolicyBinding, place, visit) => [visit.part(spec, place.at("spec"))],
    ),
  ],
  applyDefaults({ spec: value = {} }, context) {
    applyBindingDefaults(value, context);
  },
  resource: {
    plural: "validatingadmissionpolicybindings",
    singular: "validatingadmissionpolicybinding",
    categories: ["api-extensions"],
    scope: "Cluster",
    needsResourceVersion: true,
    columns: bindingColumns,
    prepareForCreate(object) {
      object.metadata ??= {};
      object.metadata.generation = 1;
    },
  },
};
