/**
 * The rule about reserved names that all admission policies, bindings and webhook configurations share.
 *
 * @module
 */
import { rule } from "../../rule/rule.ts";
import type { HasMetadata } from "../meta/object-meta-rules.ts";

/** Names with this suffix are reserved for configurations that kube-apiserver reads from files. */
const staticSuffix = ".static.k8s.io";

/** The message of kube-apiserver. */
const reservedText = `names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;

export const staticName = rule<HasMetadata>(
  {
    id: "admission/static-name",
    severity: "error",
    summary: "a name does not end with `.static.k8s.io`, which is reserved for configurations in files",
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
