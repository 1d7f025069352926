/**
 * admissionregistration.k8s.io ValidatingAdmissionPolicyBinding: activates a validating policy.
 *
 * @module
 */
import type {
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from "../../api/types/admissionregistration-v1.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { applyBindingDefaults, bindingSpecRules } from "./binding.ts";
import { bindingColumns } from "./columns.ts";
import { staticName } from "./static-name.ts";

const validationActions = rule<ValidatingAdmissionPolicyBindingSpec>(
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
    for (const { index, text: action } of findRepeats(actions)) {
      at.at(index).say(`must be unique; got "${action}" twice`, { cause: "duplicate" });
    }
    const [deny, warn] = [actions.indexOf("Deny"), actions.indexOf("Warn")];
    if (deny < 0 || warn < 0) return;
    at.at(warn).say("must not be combined with Deny, which shows the client the same message", {
      field: at.path,
      see: at.at(deny).note("refuses the request"),
    });
  },
);

export const validatingAdmissionPolicyBinding = kind("admissionregistration/v1.ValidatingAdmissionPolicyBinding", {
  rules: [
    staticName,
    ...within(
      [...bindingSpecRules, validationActions],
      ({ spec = {} }: ValidatingAdmissionPolicyBinding, place, visit) => [visit.part(spec, place.at("spec"))],
    ),
  ],
  applyDefaults({ spec: value = {} }, context) {
    applyBindingDefaults(value, context);
  },
  resource: {
    columns: bindingColumns,
  },
});
