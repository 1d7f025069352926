/**
 * Which objects of a resource a request is about.
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
  /** Empty for all. */
  readonly namespace: string;
  /** The only name that can be selected; empty for all. */
  readonly name: string;
  /** Whether every object of the scope is selected. */
  readonly isAll: boolean;
  matches(object: ApiObject): boolean;
}

/** Every object of a namespace; empty for all. */
export const wholeScope = (namespace: string): Selection => ({ namespace, name: "", isAll: true, matches: () => true });

/**
 * @param namespace - empty for all
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

/** Resources that declare their fields. Others have the name and the namespace alone, even those in none. */
const declaresFields = ({ traits, definition }: ServedResource): boolean =>
  traits.selectableFields !== undefined || definition.isCustom === true;

function selectableFields(resource: ServedResource): (object: ApiObject) => Readonly<Record<string, string>> {
  const hasNamespace = (resource.isNamespaced || !declaresFields(resource)) && !resource.traits.hidesNamespace;
  return (object) => {
    const { name = "", namespace = "" } = object.metadata;
    const own = resource.traits.selectableFields?.(object as never) ?? {};
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

/** In the words that each kind of kube-apiserver has. */
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
