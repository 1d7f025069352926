/**
 * Converts a request to the attributes that authorizers decide on.
 *
 * @module
 */
import type { AccessAttributes } from "../../access/request.ts";
import { selectorsOfQuery } from "../../access/selectors.ts";
import type { RequestInfo } from "../request/request-info.ts";

export function accessAttributes(info: RequestInfo): AccessAttributes {
  if (!info.isResource) return { kind: "url", verb: info.verb, path: info.path };
  const { verb, group, version, resource, subresource, name, namespace, fieldSelector, labelSelector } = info;
  const selectors = selectorsOfQuery(fieldSelector, labelSelector);
  return { kind: "resource", verb, group, version, resource, subresource, name, namespace, ...selectors };
}
