/**
 * Which objects of a resource a request is about.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { type FieldSelector, parseFieldSelector } from "../../text/field-selector.ts";
import { matchesLabels, parseLabelSelector } from "../../text/label-selector.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
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

export interface SelectorTexts {
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/**
 * @param namespace - empty for all
 * @throws {StatusError} BadRequest for a selector that is not well-formed, or asks for a field that cannot be selected
 */
export function readSelection(resource: ServedResource, namespace: string, texts: SelectorTexts): Selection {
  const labels = parseLabelSelector(texts.labelSelector);
  if (!labels.ok) throw badRequest(labels.error);
  const fields = parseFieldSelector(texts.fieldSelector);
  if (!fields.ok) throw badRequest(fields.error);
  assertSelectable(resource, fields.value);
  const fieldsOf = selectableFields(resource);
  const name = fields.value.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value ?? "";
  return {
    namespace,
    name,
    isAll: labels.value.length === 0 && fields.value.length === 0,
    matches(object) {
      if (!matchesLabels(labels.value, object.metadata.labels ?? {})) return false;
      if (fields.value.length === 0) return true;
      const values = fieldsOf(object);
      return fields.value.every(
        ({ field, operator, value }) => (memberOf(values, field) === value) === (operator === "="),
      );
    },
  };
}

function selectableFields({ traits }: ServedResource): (object: ApiObject) => Readonly<Record<string, string>> {
  return (object) => {
    const { name = "", namespace = "" } = object.metadata;
    const own = traits.selectableFields?.(object as never) ?? {};
    return { "metadata.name": name, "metadata.namespace": namespace, ...own };
  };
}

function assertSelectable(resource: ServedResource, selector: FieldSelector): void {
  if (selector.length === 0) return;
  const known = selectableFields(resource)({ metadata: {} });
  const unknown = selector.find(({ field }) => !Object.hasOwn(known, field));
  if (!unknown) return;
  throw badRequest(
    resource.traits.selectableFields || resource.definition.isCustom
      ? `field label not supported: ${unknown.field}`
      : `${JSON.stringify(unknown.field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
