/**
 * The common part of all admission policies, bindings and webhooks.
 *
 * @module
 */
import { rule } from "../../rule/rule.ts";
import type { HasMetadata } from "../meta/object-meta-rules.ts";

/** Names of this ending belong to configurations that the API server reads from files. */
const staticSuffix = ".static.k8s.io";

/** As the API server says it. */
const reservedText = `names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;

export const staticName = rule<HasMetadata>(
  {
    id: "admission/static-name",
    severity: "error",
    summary: "the name does not have the suffix that is reserved for configurations read from files",
  },
  ({ metadata }, place, visit) => {
    const name = metadata?.name ?? "";
    if (!name.endsWith(staticSuffix) || visit.oldObject !== undefined) return;
    place
      .at("metadata", "name")
      .say(`must not end with "${staticSuffix}", which is reserved for configurations in files; got "${name}"`, {
        severity: visit.isEnabled("ManifestBasedAdmissionControlConfig") ? "error" : "warning",
        value: name,
        serverText: `${JSON.stringify(name)}: ${reservedText}`,
      });
  },
);
