/**
 * admissionregistration.k8s.io MutatingAdmissionPolicyBinding: puts a mutating policy to work.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { within } from "../../rule/within.ts";
import { apiType, type Static, struct, text } from "../../schema/fields.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { applyBindingDefaults, bindingFields, bindingSpecRules, matchOf } from "./binding.ts";
import { bindingColumns } from "./columns.ts";
import { mutatingOperationsRule } from "./match-resources.ts";

const spec = struct(bindingFields, { "x-proto": 2, description: "Which policy is bound, with which parameters." });

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }), spec },
  { $id: "MutatingAdmissionPolicyBinding" },
);
type MutatingAdmissionPolicyBinding = Static<typeof schema>;

export const mutatingAdmissionPolicyBinding: Kind<MutatingAdmissionPolicyBinding> = {
  kind: "MutatingAdmissionPolicyBinding",
  group: admissionGroup,
  versions: [
    { name: "v1", schema, since: "1.36" },
    { name: "v1beta1", schema, since: "1.34", until: "1.40" },
    { name: "v1alpha1", schema, since: "1.32", until: "1.38" },
  ],
  description: "Puts a MutatingAdmissionPolicy to work: without a binding it has no effect.",
  rules: [
    ...admissionMetaRules,
    ...within(
      [...bindingSpecRules, ...within([mutatingOperationsRule], matchOf)],
      ({ spec = {} }: MutatingAdmissionPolicyBinding, place, visit) => [visit.part(spec, place.at("spec"))],
    ),
  ],
  applyDefaults({ spec: value = {} }, context) {
    applyBindingDefaults(value, context);
  },
  resource: {
    plural: "mutatingadmissionpolicybindings",
    singular: "mutatingadmissionpolicybinding",
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
