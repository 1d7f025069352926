/**
 * Where objects stand in the store: `/<resource>/[<namespace>/]<name>`; in etcd below its prefix, `/registry`.
 *
 * @module
 */
import { badRequest } from "../request/failures.ts";

/** All that the registry writes is below. */
export const registryPrefix = "/";

/** Which object of a resource. */
export interface ObjectName {
  /** Empty for what is not namespaced. */
  readonly namespace: string;
  readonly name: string;
}

/** What stands before the keys of all objects of a resource. */
export function resourcePrefix(resource: string): string {
  return `${registryPrefix}${resource}/`;
}

/** @throws {StatusError} for names that could lead to the key of another object */
export function objectKey(resource: string, { namespace, name }: ObjectName): string {
  assertSegment(name);
  if (namespace === "") return `${resourcePrefix(resource)}${name}`;
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/${name}`;
}

/** The prefix of the objects of one namespace, or of all. */
export function scopePrefix(resource: string, namespace: string): string {
  if (namespace === "") return resourcePrefix(resource);
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/`;
}

/** The resource of a key that the registry wrote. */
export function resourceOfKey(key: string): string {
  return key.slice(registryPrefix.length, key.indexOf("/", registryPrefix.length));
}

function assertSegment(text: string): void {
  if (text === "" || text === "." || text === ".." || /[/%\0]/.test(text)) {
    throw badRequest(`invalid path segment ${JSON.stringify(text)}`);
  }
}
