/**
 * ValidatingAdmissionPolicyConfiguration and MutatingAdmissionPolicyConfiguration of apiserver.config: what the plugins
 * that run policies are told.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { staticManifestsDir, staticManifestsRule } from "./static-manifests.ts";

const schema = struct(
  { apiVersion: text({ "x-required": true }), kind: text({ "x-required": true }), staticManifestsDir },
  { $id: "PolicyPluginConfiguration" },
);

type PolicyPluginConfiguration = Static<typeof schema>;

export const validatingAdmissionPolicyConfiguration = configurationOf(
  "ValidatingAdmissionPolicy",
  "Where the API server finds validating admission policies that are in force from the start.",
);
export const mutatingAdmissionPolicyConfiguration = configurationOf(
  "MutatingAdmissionPolicy",
  "Where the API server finds mutating admission policies that are in force from the start.",
);

function configurationOf(plugin: string, description: string): Kind<PolicyPluginConfiguration> {
  return {
    kind: `${plugin}Configuration`,
    group: "apiserver.config.<domain>",
    versions: [{ name: "v1", schema, since: "1.36" }],
    description,
    loader: { flag: plugin, emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
    rules: [staticManifestsRule],
  };
}
