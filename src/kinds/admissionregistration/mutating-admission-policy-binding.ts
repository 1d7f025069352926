/**
 * admissionregistration.k8s.io MutatingAdmissionPolicyBinding: activates a mutating policy.
 *
 * @module
 */
import type { MutatingAdmissionPolicyBinding } from "../../api/types/admissionregistration-v1.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { applyBindingDefaults, bindingSpecRules, matchOf, v1alpha1Binding } from "./binding.ts";
import { bindingColumns } from "./columns.ts";
import { mutatingOperationsRule } from "./match-resources.ts";
import { staticName } from "./static-name.ts";

export const mutatingAdmissionPolicyBinding = kind("admissionregistration/v1.MutatingAdmissionPolicyBinding", {
  rules: [
    staticName,
    ...within(
      [...bindingSpecRules, ...within([mutatingOperationsRule], matchOf)],
      ({ spec = {} }: MutatingAdmissionPolicyBinding, place, visit) => [visit.part(spec, place.at("spec"))],
    ),
  ],
  applyDefaults({ spec: value = {} }, context) {
    applyBindingDefaults(value, context);
  },
  conversions: { v1alpha1: v1alpha1Binding },
  resource: {
    columns: bindingColumns,
  },
});
