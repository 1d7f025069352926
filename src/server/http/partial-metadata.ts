/**
 * `PartialObjectMetadata`: only the metadata of objects, for clients that watch many kinds.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { apiType, struct } from "../../schema/fields.ts";
import type { ApiObject } from "../request/api-object.ts";
import { internalType } from "../request/go-scheme.ts";
import type { ObjectType, ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import type { Transform } from "./transform.ts";

export const metaGroup = "meta.k8s.io";
export const metaVersions = ["v1", "v1beta1"];

export function partialMetadata({ metadata }: ApiObject, { traits }: ServedResource, version: string): object {
  const { fieldAnnotations: names = [] } = traits;
  return {
    kind: "PartialObjectMetadata",
    apiVersion: `${metaGroup}/${version}`,
    metadata: names.some((name) => memberOf(metadata.annotations, name) !== undefined)
      ? withoutAnnotations(metadata, names)
      : metadata,
  };
}

function withoutAnnotations(
  { annotations = {}, ...metadata }: ApiObject["metadata"],
  names: readonly string[],
): ApiObject["metadata"] {
  const left = Object.entries(annotations).filter(([name]) => !names.includes(name));
  return { ...metadata, ...(left.length > 0 && { annotations: Object.fromEntries(left) }) };
}

export const partialObjectMetadata: Transform = {
  as: "PartialObjectMetadata",
  group: metaGroup,
  versions: metaVersions,
  shape: partialShape,
  object: (object, resource, { version }) => partialMetadata(object, resource, version),
  list(_metadata, resource) {
    throw unsupportedFormError(
      `you requested PartialObjectMetadata, but the requested object is a list (${typeOf(resource)}List)`,
    );
  },
};

/** The Go type of an object in kube-apiserver's memory. */
function typeOf({ kind, group, definition }: ServedResource): string {
  if (definition.isCustom) return "*unstructured.Unstructured";
  return `*${internalType(group, kind)}`;
}

export const partialObjectMetadataList: Transform = {
  as: "PartialObjectMetadataList",
  group: metaGroup,
  versions: metaVersions,
  shape: partialShape,
  object(_object, resource) {
    throw unsupportedFormError(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${typeOf(resource)})`,
    );
  },
  list: ({ metadata }, resource, { version }) => ({
    head: { kind: "PartialObjectMetadataList", apiVersion: `${metaGroup}/${version}`, metadata },
    member: "items",
    isNullIfEmpty: true,
    entry: (item) => partialMetadata(item, resource, version),
  }),
};

const schema = struct({ metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }) });

function partialShape(version: string): ObjectType {
  return { apiVersion: `${metaGroup}/${version}`, kind: "PartialObjectMetadata", schema };
}

const unsupportedFormError = (message: string): StatusError => new StatusError(406, "NotAcceptable", message);
