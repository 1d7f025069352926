/**
 * Selects the objects of a resource that a request concerns.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import type { FieldSelector } from "../../text/field-selector.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { matchesLabels } from "../../text/label-selector.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
import type { Selectors } from "../request/list-options.ts";
import type { ServedResource } from "../request/served-resource.ts";

export interface Selection {
  /** Empty for all namespaces. */
  readonly namespace: string;
  /** The only name that can match; empty for all names. */
  readonly name: string;
  /** Whether all objects in the scope match. */
  readonly isAll: boolean;
  matches(object: ApiObject): boolean;
}

/** Selects all objects of a namespace, or of all namespaces if it is empty. */
export const wholeScope = (namespace: string): Selection => ({ namespace, name: "", isAll: true, matches: () => true });

/**
 * Returns the selection for label and field selectors.
 *
 * @param namespace - empty for all namespaces
 * @throws {StatusError} BadRequest for a field that cannot be selected
 */
export function selectionOf(resource: ServedResource, namespace: string, { labels, fields }: Selectors): Selection {
  assertSelectable(resource, fields);
  const fieldsOf = selectableFields(resource);
  const name = fields.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value ?? "";
  return {
    namespace,
    name,
    isAll: labels.length === 0 && fields.length === 0,
    matches(object) {
      if (!matchesLabels(labels, object.metadata.labels ?? {})) return false;
      if (fields.length === 0) return true;
      const values = fieldsOf(object);
      return fields.every(({ field, operator, value }) => (memberOf(values, field) === value) === (operator === "="));
    },
  };
}

/**
 * Whether the resource declares its selectable fields. Other resources have only the name and the namespace, even
 * cluster-wide ones.
 */
const declaresFields = ({ traits, definition }: ServedResource): boolean =>
  traits.selectableFields !== undefined || definition.isCustom === true;

function selectableFields(resource: ServedResource): (object: ApiObject) => Readonly<Record<string, string>> {
  const hasNamespace = (resource.isNamespaced || !declaresFields(resource)) && !resource.traits.hidesNamespace;
  return (object) => {
    const { name = "", namespace = "" } = object.metadata;
    const own = resource.traits.selectableFields?.(object) ?? {};
    return { "metadata.name": name, ...(hasNamespace && { "metadata.namespace": namespace }), ...own };
  };
}

function assertSelectable(resource: ServedResource, selector: FieldSelector): void {
  if (selector.length === 0) return;
  const known = selectableFields(resource)({ metadata: {} });
  const unknown = selector.find(({ field }) => !Object.hasOwn(known, field));
  if (!unknown) return;
  throw badRequest(unselectable(resource, unknown.field));
}

/** Returns kube-apiserver's error message, which depends on the kind. */
function unselectable(resource: ServedResource, field: string): string {
  const { group, version, kind, definition } = resource;
  const quoted = quoteGo(field);
  if (!declaresFields(resource)) {
    return `${quoted} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  }
  if (group === "batch" && kind === "Job") return `field label ${quoted} not supported for Job`;
  const isSlice = kind === "ResourceSlice" && !definition.isCustom;
  return `field label not supported${isSlice ? ` for ${group}/${version}, Kind=${kind}` : ""}: ${field}`;
}
