/**
 * Writes as policies see them: objects in the version that the client wrote, with what Go writes of them.
 *
 * @module
 */
import type { AdmissionRequest, EquivalentVersion } from "../../policy/admission-request.ts";
import { sentValue } from "../../schema/go-values.ts";
import type { Forms } from "../registry/fields.ts";
import type { Attempt } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ServedKind } from "../request/served-resource.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A stored object in a form; a copy. */
export function objectIn(object: ApiObject, form: ServedKind): JsonObject {
  const { apiVersion, kind, schema, kindVersion } = form;
  const inForm = kindVersion.conversion?.fromStored(object) ?? object;
  return { apiVersion, kind, ...(sentValue(inForm, schema) as JsonObject) };
}

/** @param forms - in which the resource is served */
export function admissionRequest(attempt: Attempt, forms: Forms): AdmissionRequest {
  const { resource, target, operation, subresource, user, isDryRun, object, oldObject } = attempt;
  const { form = resource } = attempt;
  const isNamespace = resource.group === "" && resource.resource === "namespaces";
  const shown = {
    ...(object && { object: objectIn(object, form) }),
    ...(oldObject && { oldObject: objectIn(oldObject, form) }),
  };
  const version = (each: ServedKind): EquivalentVersion => {
    const shared = { group: each.group, version: each.version };
    return {
      kind: { ...shared, kind: each.kind },
      resource: { ...shared, resource: resource.resource },
      convert: (json) => objectIn((json === shown.oldObject ? oldObject : object) as ApiObject, each),
    };
  };
  const { convert: _own, ...own } = version(form);
  return {
    ...own,
    ...shown,
    subresource,
    name: target.name,
    namespace: isNamespace ? target.name : target.namespace,
    operation,
    user,
    isDryRun,
    ...(isDryRun && { options: { dryRun: ["All"] } }),
    equivalents: [...forms.values()].filter((each) => each !== form).map(version),
  };
}
