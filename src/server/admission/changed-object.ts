/**
 * Validates an object that an admission policy or a webhook has changed.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { decodeFinding } from "../../schema/translate.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { invalid, namespaceMismatch } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import type { StatusError } from "../request/status.ts";

/**
 * Returns the error for an object that a policy or a webhook has moved to another namespace or left with another kind
 * or with invalid metadata; undefined if the object is acceptable. Only custom resources need the check, also for
 * resources embedded in them: the types of other kinds cannot hold these values.
 */
export function metadataRefusal(
  object: Readonly<Record<string, unknown>>,
  { definition, version, schema, group, kind }: ServedKind,
  { target }: AdmissionAttributes,
): StatusError | undefined {
  if (!definition.isCustom) return undefined;
  // kube-apiserver checks the namespace before it validates the object.
  if (hasOtherNamespace(object, target.namespace)) return namespaceMismatch();
  const errors = definition.read?.(object, { version }).errors ?? [];
  const causes = errors
    .filter(({ fault }) => fault === "type" || fault === "format")
    .map((error) => {
      const message = `Invalid value: ${decodeFinding(error, schema).message}`;
      return { reason: "FieldValueInvalid", message, field: formatPath(upToMetadata(error.path)) };
    });
  const given = typeof object["kind"] === "string" && object["kind"] !== "" ? object["kind"] : kind;
  if (given !== kind) {
    const message = `Invalid value: ${JSON.stringify(given)}: must be ${kind}`;
    causes.push({ reason: "FieldValueInvalid", message, field: "kind" });
  }
  return causes.length > 0 ? invalid({ group, kind: given, name: target.name }, causes) : undefined;
}

function hasOtherNamespace({ metadata }: Readonly<Record<string, unknown>>, home: string): boolean {
  const namespace = isPlainObject(metadata) ? metadata["namespace"] : undefined;
  return home !== "" && typeof namespace === "string" && namespace !== "" && namespace !== home;
}

/** Go's decoder reports errors inside metadata at the path of the whole `metadata`. */
const upToMetadata = (path: FieldPath): FieldPath => {
  const end = path.lastIndexOf("metadata");
  return end < 0 ? path : path.slice(0, end + 1);
};
