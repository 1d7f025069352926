/**
 * Objects that the caller gives in addition to the documents of a run, such as policies.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind, parseApiVersion } from "../kind/detect.ts";
import type { ClusterObject } from "../policy/admission-request.ts";
import type { PolicySetOptions } from "../policy/policy-set.ts";
import type { Settings } from "./options.ts";
import { decodeWithDefaults } from "./validate.ts";

/** Decodes the object and applies its defaults; undefined if the value is not an object. */
export function clusterObject(value: unknown, settings: Settings): ClusterObject | undefined {
  if (!isPlainObject(value)) return undefined;
  const detection = detectKind(value, settings.catalog);
  const known = "kind" in detection && detection.list === "none" ? detection : undefined;
  const { group = "", version = "" } = parseApiVersion(String(value["apiVersion"] ?? "")) ?? {};
  const metadata = isPlainObject(value["metadata"]) ? value["metadata"] : {};
  return {
    group,
    version,
    kind: String(value["kind"] ?? ""),
    name: String(metadata["name"] ?? ""),
    namespace: String(metadata["namespace"] ?? ""),
    object: known ? decodeWithDefaults(value, { ...known, context: settings.contextFor(known.version.name) }) : value,
  };
}

/** Returns the options of a policy set in a cluster that knows the kinds of the catalog. */
export const policySetOptions = ({ target, catalog }: Settings): PolicySetOptions => ({
  target,
  groupDomain: catalog.groupDomain,
  scopeOf({ apiVersion = "", kind = "" }) {
    const group = parseApiVersion(apiVersion)?.group ?? "";
    return catalog.find(group, kind)?.resource?.scope;
  },
});
