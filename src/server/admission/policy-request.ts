/**
 * Converts writes to the requests that policies see: objects in the version that the client wrote, with the fields that
 * Go serializes.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { type AdmissionRequest, type EquivalentVersion, UnconvertibleObject } from "../../policy/admission-request.ts";
import { sentValue } from "../../schema/go-values.ts";
import { type Conversions, knownConversion } from "../registry/conversions.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { fromStoredVersion, type ServedKind, toStoredVersion } from "../request/served-resource.ts";
import { foreignContent, shownIdentity } from "./changed-identity.ts";
import type { PluginParts } from "./plugin.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a copy of a stored object in a served form. */
export function objectInForm(object: ApiObject, form: ServedKind): JsonObject {
  const identity = shownIdentity(object, form);
  const foreign = foreignContent(object);
  if (foreign) return { ...identity, ...withoutEmptyMetadata(foreign) };
  const inForm = fromStoredVersion(form, object);
  if (!form.definition.isCustom) return { ...identity, ...sentValue(inForm, form.schema) };
  return { ...identity, ...withoutEmptyMetadata(inForm) };
}

function withoutEmptyMetadata({ metadata, ...content }: JsonObject): JsonObject {
  return { ...content, ...(isPlainObject(metadata) && Object.keys(metadata).length === 0 ? {} : { metadata }) };
}

/** Converts an object from the form in which the client wrote it back to the stored form. */
export const storedObject = (object: JsonObject, { resource, form = resource }: AdmissionAttributes): ApiObject =>
  toStored(object, form);

function toStored({ apiVersion: _version, kind: _kind, ...content }: JsonObject, form: ServedKind): ApiObject {
  return toStoredVersion(form, content as ApiObject);
}

/**
 * Returns the object as the conversion webhook has converted it.
 *
 * @throws {UnconvertibleObject} with the error message of the webhook
 */
function convertByWebhook(
  { apiVersion: _version, kind: _kind, ...content }: JsonObject,
  from: ServedKind,
  to: ServedKind,
  conversions: Conversions,
): ApiObject {
  const object = { metadata: {}, ...content } as ApiObject;
  const found = knownConversion(conversions, { object, from: from.apiVersion, to: to.apiVersion });
  if (typeof found === "string") throw new UnconvertibleObject(found);
  return found;
}

type RequestParts = Pick<PluginParts, "formsOf" | "contextFor">;

/**
 * Builds the request that policies evaluate.
 *
 * @param conversions - the results of the conversion webhook so far, for objects that only a webhook can convert
 * @returns a request that throws ConversionNeeded if a policy reads an object in a version that `conversions` lacks
 */
export function admissionRequest(
  attempt: AdmissionAttributes,
  { formsOf, contextFor }: RequestParts,
  conversions: Conversions,
): AdmissionRequest {
  const { resource, target, operation, subresource, user, isDryRun, object, oldObject, options } = attempt;
  const { form: own = resource } = attempt;
  const isNamespace = resource.group === "" && resource.resource === "namespaces";
  const versionOf = (form: ServedKind) => {
    const shared = { group: form.group, version: form.version };
    const { definition: kind, kindVersion: version } = form;
    // The request body of a subresource may have another kind than the resource.
    const { group, version: name } = form.kind === resource.kind ? form : resource;
    return {
      kind: { ...shared, kind: form.kind },
      resource: { group, version: name, resource: resource.resource },
      form: { kind, version, context: contextFor(form.version) },
    };
  };
  const convertForm = (json: JsonObject, from: ServedKind, to: ServedKind): JsonObject =>
    objectInForm(resource.convert ? convertByWebhook(json, from, to, conversions) : toStored(json, from), to);
  const equivalent = (form: ServedKind): EquivalentVersion => ({
    ...versionOf(form),
    convert: (json) => convertForm(json, own, form),
    revert: (json) => convertForm(json, form, own),
  });
  const others = [...formsOf(resource).values()].filter((form) => form !== own);
  return {
    ...versionOf(own),
    subresource,
    name: target.name,
    namespace: isNamespace ? target.name : target.namespace,
    operation,
    user,
    ...(object && { object: objectInForm(object, own) }),
    ...(oldObject && { oldObject: objectInForm(oldObject, own) }),
    isDryRun,
    ...(options && { options }),
    equivalents: own.kind === resource.kind ? others.map(equivalent) : [],
  };
}
