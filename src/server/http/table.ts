/**
 * `Table`: objects as rows with the columns of their kind, for display in a terminal.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageCell, nameColumn } from "../../kinds/meta/columns.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
import { isCreateOnly, type ServedResource, toStoredVersion } from "../request/served-resource.ts";
import { metaGroup, metaVersions, partialMetadata } from "./partial-metadata.ts";
import type { ListForm, Transform, TransformContext } from "./transform.ts";

/** Subresources that kube-apiserver does not return as tables. */
const subresourcesWithoutTable: ReadonlySet<string> = new Set([
  "apiservices/status",
  "certificatesigningrequests/approval",
  "compositepodgroups/status",
  "customresourcedefinitions/status",
  "devicetaintrules/status",
  "podgroups/status",
  "pods/ephemeralcontainers",
  "pods/resize",
  "resourceclaims/status",
  "resourcepoolstatusrequests/status",
]);

export const table: Transform = {
  as: "Table",
  group: metaGroup,
  versions: metaVersions,
  isAvailableFor: (resource, subresource) =>
    !isCreateOnly(resource) &&
    (resource.definition.isCustom === true || !subresourcesWithoutTable.has(`${resource.resource}/${subresource}`)),
  assertQuery: (query) => void includeOptionOf(query),
  object(object, resource, context) {
    const { resourceVersion } = object.metadata;
    const metadata = resourceVersion === undefined ? {} : { resourceVersion };
    const { head, member, entry } = tableOf(metadata, columnsOf(resource), resource, context);
    return { ...head, [member]: [entry(object)] };
  },
  list: ({ metadata, items }, resource, context) =>
    tableOf(metadata, columnsOfList(resource, items), resource, context),
};

function tableOf(
  metadata: object,
  columns: readonly Column<ApiObject>[],
  resource: ServedResource,
  context: TransformContext,
): ListForm {
  const toRowObject = objectOf(resource, context);
  const compare = resource.traits.compareRows as ListForm["compare"];
  return {
    head: {
      kind: "Table",
      apiVersion: `${metaGroup}/${context.version}`,
      metadata,
      columnDefinitions: context.isFollowUp ? null : columns.map(definitionOf),
    },
    member: "rows",
    isNullIfEmpty: columns === commonColumns && !resource.definition.isCustom,
    ...(compare && { compare }),
    entry(object) {
      const stored = toStoredVersion(resource, object);
      return {
        cells: columns.map((column) => cellOf(column, stored, context.nowMs)),
        object: toRowObject(object),
      };
    },
  };
}

const createdColumn: Column<ApiObject> = {
  name: "Created At",
  type: "date",
  description: "When the object was created.",
  value: ({ metadata }) => metadata.creationTimestamp ?? "",
};

/** The columns of kinds that define none, which every object can fill. */
const commonColumns: readonly Column<ApiObject>[] = [nameColumn, createdColumn];

/**
 * Returns the columns of the stored version, since columns read stored objects. Each version of a custom resource has
 * separate columns.
 */
function columnsOf(resource: ServedResource): readonly Column<ApiObject>[] {
  const { traits } = resource.definition.isCustom ? resource : (resource.storageResource ?? resource);
  return traits.columns.length > 0 ? traits.columns : commonColumns;
}

function columnsOfList(resource: ServedResource, items: readonly ApiObject[]): readonly Column<ApiObject>[] {
  const { columnsOfList: specialColumns } = resource.traits;
  return specialColumns?.(items.map((item) => toStoredVersion(resource, item))) ?? columnsOf(resource);
}

function definitionOf({
  name,
  type,
  description,
  priority = 0,
  format = name === "Name" ? "name" : "",
}: Column<ApiObject>) {
  return { name, type: type === "age" ? "string" : type, format, description, priority };
}

function cellOf(
  { type, value, since }: Column<ApiObject>,
  object: ApiObject,
  nowMs: number,
): string | number | boolean | null {
  const shown = value(object, nowMs);
  if (type === "age") return ageCell(String(shown), nowMs);
  const time = since?.(object);
  return time === undefined ? shown : `${shown} (${ageCell(time, nowMs)} ago)`;
}

/** Returns the function that makes the `object` of a row. */
function objectOf(
  resource: ServedResource,
  { query, version }: TransformContext,
): (object: ApiObject) => object | null {
  switch (includeOptionOf(query)) {
    case "Object":
      return (object) => ({ kind: resource.kind, apiVersion: resource.apiVersion, ...object });
    case "None":
      return () => null;
    default:
      return (object) => partialMetadata(object, resource, version);
  }
}

/**
 * Returns how much of its object a row contains.
 *
 * @throws {StatusError} BadRequest for an unknown value
 */
function includeOptionOf(query: URLSearchParams): string {
  const included = query.get("includeObject") || "Metadata";
  if (included === "Metadata" || included === "Object" || included === "None") return included;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(included)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}
