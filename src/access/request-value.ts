/**
 * The request as match conditions of an authorization webhook see it.
 *
 * @module
 */
import { fromJson } from "../cel/eval/json.ts";
import type { Value } from "../cel/types/values.ts";
import type { AccessRequest, ResourceAttributes } from "./request.ts";

/**
 * The value of the variable `request`: the user and all texts are there also when they are empty, of the two kinds of
 * attributes one is.
 */
export function requestValue({ user, attributes }: AccessRequest): Value {
  const { username, ...rest } = user;
  const { kind, ...fields } = attributes;
  const field = kind === "resource" ? "resourceAttributes" : "nonResourceAttributes";
  return fromJson({ user: username, ...rest, [field]: withSelectors(fields) });
}

/** Selectors are one level deeper. */
function withSelectors(fields: object): object {
  const { fieldSelector, labelSelector, ...texts } = fields as Partial<ResourceAttributes>;
  return {
    ...texts,
    ...(fieldSelector ? { fieldSelector: { requirements: fieldSelector } } : {}),
    ...(labelSelector ? { labelSelector: { requirements: labelSelector } } : {}),
  };
}
