/**
 * Converts the objects that users give for trying out expressions to the form in which kube-apiserver passes them to
 * policies.
 *
 * @part policies
 * @module
 */
import type { AdmitObjects, RequestObjects } from "../access/admission-input.ts";
import type { ReviewFault } from "../access/review.ts";
import type { ObjectMeta } from "../api/types/meta-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind } from "../kind/detect.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import { type AdmissionRequest, metadataOf } from "../policy/admission-request.ts";
import { schemaFindings } from "../schema/translate.ts";
import { failure, success } from "../text/result.ts";
import type { Settings } from "./options.ts";
import { policyRequest, type Write } from "./policy-request.ts";
import { decodeWithDefaults } from "./validate.ts";

type JsonObject = Readonly<Record<string, unknown>>;
type Pass = "mutating" | "validating";

/**
 * Returns a function that converts objects for a pass of admission. An object with a uid is one that the cluster has.
 * Any other object is created or, if there is an old object, replaces it. Objects of unknown kinds stay as written.
 */
export function admitBy(settings: Settings, pass: Pass): AdmitObjects {
  return ({ object, oldObject, subresource }) => {
    const faults = [...misfits("object", object, settings), ...misfits("oldObject", oldObject, settings)];
    if (faults.length > 0) return failure(faults);
    const isStored = oldObject === undefined && metadataOf(object)["uid"] !== undefined;
    if (isStored)
      return success({ object: requestOf({ oldObject: object }, settings)?.validating.oldObject ?? object });
    const request = requestOf({ object, oldObject, subresource }, settings)?.[pass];
    return success(request ? objectsOf(request) : { object, oldObject });
  };
}

const objectsOf = ({ object, oldObject }: AdmissionRequest) => ({ object, oldObject });

/**
 * Returns the admission request; undefined if kube-apiserver does not store the kind, or if the two objects differ in
 * version.
 */
function requestOf({ object, oldObject, subresource }: RequestObjects, settings: Settings) {
  const [known, old] = [knownKind(object ?? oldObject, settings), knownKind(oldObject, settings)];
  if (!known?.kind.resource || (old && old.version !== known.version)) return undefined;
  const held = (each: unknown) =>
    decodeWithDefaults(each, { ...known, context: settings.contextFor(known.version.name) }) as JsonObject;
  const [now, before] = [object && held(object), oldObject && held(oldObject)];
  const { name = "", namespace = "" } = metadataOf(now ?? before) as ObjectMeta;
  const write: Write = {
    ...known,
    name,
    namespace: known.kind.resource.scope === "Namespaced" ? namespace || "default" : "",
    operation: operationOf(now, before),
    ...(subresource !== undefined && { subresource }),
    user: settings.user,
    ...(now && { object: now }),
    ...(before && { oldObject: before }),
  };
  return policyRequest(write, settings);
}

function operationOf(object: unknown, oldObject: unknown): Write["operation"] {
  if (object === undefined) return "DELETE";
  return oldObject === undefined ? "CREATE" : "UPDATE";
}

function knownKind(
  value: unknown,
  { catalog }: Settings,
): { readonly kind: Kind; readonly version: KindVersion } | undefined {
  const detection = isPlainObject(value) ? detectKind(value, catalog) : undefined;
  if (!detection || !("kind" in detection) || detection.list !== "none") return undefined;
  return { kind: detection.kind, version: detection.version };
}

/** Reports values of a wrong type or format: kube-apiserver rejects them before it runs admission. */
function misfits(name: string, value: unknown, settings: Settings): readonly ReviewFault[] {
  const known = knownKind(value, settings);
  if (!known) return [];
  return schemaFindings(value, known.version.schema)
    .filter(({ rule }) => rule === "schema/type" || rule === "schema/format")
    .map(({ path, message }) => ({ path: [name, ...path], message }));
}
