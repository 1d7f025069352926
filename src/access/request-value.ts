/**
 * The CEL variable `request` in match conditions of an authorization webhook.
 *
 * @module
 */
import { fromJson } from "../cel/eval/json.ts";
import type { Value } from "../cel/types/values.ts";
import type { AccessRequest, ResourceAttributes } from "./request.ts";

/**
 * Returns the value of the variable `request`. The user and all strings are set even if they are empty; exactly one of
 * `resourceAttributes` and `nonResourceAttributes` is set.
 */
export function requestValue({ user, attributes }: AccessRequest): Value {
  const { username, ...rest } = user;
  const { kind, ...fields } = attributes;
  const field = kind === "resource" ? "resourceAttributes" : "nonResourceAttributes";
  return fromJson({ user: username, ...rest, [field]: withSelectors(fields) });
}

/** Moves each selector into a `requirements` field. */
function withSelectors(fields: object): object {
  const { fieldSelector, labelSelector, ...texts } = fields as Partial<ResourceAttributes>;
  return {
    ...texts,
    ...(fieldSelector ? { fieldSelector: { requirements: fieldSelector } } : {}),
    ...(labelSelector ? { labelSelector: { requirements: labelSelector } } : {}),
  };
}
