/**
 * Builds admission requests for writes without a server: the object as mutating policies get it, and as validating
 * policies get it.
 *
 * @part policies
 * @module
 */

import type { UserInfo } from "../access/user.ts";
import { cloneJson } from "../json/clone-json.ts";
import { groupOf, type Kind, type KindVersion, versionsIn } from "../kind/kind.ts";
import { keepMetadata, prepareReplacement } from "../kind/prepare-replacement.ts";
import { type AdmissionRequest, metadataOf, type ServedVersion } from "../policy/admission-request.ts";
import { sentValue } from "../schema/go-values.ts";
import { type Creation, completedObject, createdObject, newObject, storedObject } from "./created-object.ts";
import type { Settings } from "./options.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A create, update or delete request of a client. */
export interface Write {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly name: string;
  /** Empty if the kind is not namespaced. */
  readonly namespace: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** Default: the resource itself. */
  readonly subresource?: string;
  readonly user: UserInfo;
  /** Decoded, with defaults; absent for DELETE. */
  readonly object?: JsonObject;
  /** Decoded, with defaults; absent for CREATE. */
  readonly oldObject?: JsonObject;
  readonly isDryRun?: boolean;
}

/** The admission requests of a write. */
export interface PolicyRequest {
  /** The request that mutating policies get. */
  readonly mutating: AdmissionRequest;
  /** The request that validating policies get if no policy mutates the object. Its object is created on first use. */
  readonly validating: AdmissionRequest;
  /** Returns the request that validating policies get for a mutated object. */
  after(object: JsonObject): AdmissionRequest;
}

/** Returns the admission requests; undefined for versions that kube-apiserver does not store. */
export function policyRequest(write: Write, settings: Settings): PolicyRequest | undefined {
  const { kind, version, namespace, name, operation, subresource = "", user, isDryRun = false } = write;
  const { catalog, contextFor } = settings;
  const served = servedVersions(kind, settings);
  const group = groupOf(kind, version, catalog.groupDomain);
  const own = served.find((each) => each.kind.version === version.name && each.kind.group === group);
  if (!own) return undefined;
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  const context = contextFor(version.name);
  const creation = { kind, namespace, context, user };
  const oldObject = write.oldObject && storedObject(write.oldObject, creation);
  const forms: Forms = oldObject
    ? updateForms(write, oldObject, creation, settings)
    : {
        forMutating: (object) => newObject(object, creation),
        forValidating: (object) => createdObject(object, creation),
        after: (object) => completedObject(object, creation),
      };
  const shared = {
    ...own,
    subresource,
    name,
    namespace: isNamespace ? name : namespace,
    operation,
    user,
    ...(oldObject && { oldObject }),
    isDryRun,
    equivalents: served.filter((each) => each !== own),
  };
  const { object } = write;
  if (!object) return { mutating: shared, validating: shared, after: () => shared };
  return {
    mutating: withObject(shared, () => forms.forMutating(object)),
    validating: withObject(shared, () => forms.forValidating(object)),
    after: (mutated) => withObject(shared, () => forms.after(mutated)),
  };
}

interface Forms {
  forMutating(object: JsonObject): JsonObject;
  forValidating(object: JsonObject): JsonObject;
  after(object: JsonObject): JsonObject;
}

function updateForms(
  { kind, version, subresource }: Write,
  oldObject: JsonObject,
  creation: Creation,
  settings: Settings,
): Forms {
  const context = settings.contextFor(version.name, oldObject, subresource);
  const forMutating = (object: JsonObject) => {
    const made = newObject(object, creation);
    const metadata = { ...metadataOf(made) };
    keepMetadata(metadata, metadataOf(oldObject));
    return { ...made, metadata };
  };
  const after = (object: JsonObject) => {
    const copy = cloneJson(object);
    prepareReplacement(kind, copy, context);
    return sentValue(copy, version.schema);
  };
  return { forMutating, forValidating: (object) => after(forMutating(object)), after };
}

/** Most requests match no policy, so the object is created on first use. */
function withObject(request: Omit<AdmissionRequest, "object">, make: () => JsonObject): AdmissionRequest {
  let made: JsonObject | undefined;
  return {
    ...request,
    get object() {
      made ??= make();
      return made;
    },
  };
}

function servedVersions(kind: Kind, { catalog: { groupDomain }, contextFor }: Settings): readonly ServedVersion[] {
  const resource = kind.resource?.plural ?? "";
  return versionsIn(groupDomain, kind).map((version) => {
    const shared = { group: groupOf(kind, version, groupDomain), version: version.name };
    const form = { kind, version, context: contextFor(version.name) };
    return { kind: { ...shared, kind: kind.kind }, resource: { ...shared, resource }, form };
  });
}
