/**
 * ValidatingAdmissionPolicyConfiguration and MutatingAdmissionPolicyConfiguration of apiserver.config: settings of the
 * plugins that run policies.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { staticManifestsRule } from "./static-manifests.ts";

const read = { emptyFile: "error", unknownFields: "error", mayOmit: "nothing" } as const;

export const validatingAdmissionPolicyConfiguration = kind("policyconfig/v1.ValidatingAdmissionPolicyConfiguration", {
  loader: { flag: "ValidatingAdmissionPolicy", ...read },
  rules: [staticManifestsRule],
});

export const mutatingAdmissionPolicyConfiguration = kind("policyconfig/v1.MutatingAdmissionPolicyConfiguration", {
  loader: { flag: "MutatingAdmissionPolicy", ...read },
  rules: [staticManifestsRule],
});
