/**
 * A reference to an object of any kind, by group, kind and name.
 *
 * @module
 */
import type { TypedLocalObjectReference } from "../../api/types/core-v1.ts";
import { text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { validateDns1123Subdomain, validatePathSegmentName } from "../../text/names.ts";

const group = text(validateDns1123Subdomain);

export function checkObjectReference(
  { apiGroup, kind = "", name = "" }: TypedLocalObjectReference,
  place: Place<TypedLocalObjectReference>,
): void {
  whenSet(apiGroup, place.at("apiGroup"), group);
  // kube-apiserver validates the kind first here, regardless of its usual order of fields.
  const after = place.at("kind").path;
  for (const [field, value] of [
    ["kind", kind],
    ["name", name],
  ] as const) {
    if (value === "") place.at(field).required(undefined, { after });
    else for (const fault of validatePathSegmentName(value)) place.at(field).invalid(fault, value, { after });
  }
}
