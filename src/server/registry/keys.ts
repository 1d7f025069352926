/**
 * The keys of objects in the store: `/<resource>/[<namespace>/]<name>`, for custom resources
 * `/<group>/<resource>/[<namespace>/]<name>`; in etcd below its prefix, `/registry`.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";

/** Prefix of all keys that the registry writes. */
export const registryPrefix = "/";

/** The namespace and name of an object. */
export interface ObjectName {
  /** Empty for cluster-wide objects. */
  readonly namespace: string;
  readonly name: string;
}

/** The part of a resource that keys depend on. */
type Stored = Pick<ServedResource, "storePath">;

/** Returns the prefix of the keys of all objects of a resource. */
export function resourcePrefix({ storePath }: Stored): string {
  return `${registryPrefix}${storePath}/`;
}

/**
 * Returns the key of an object.
 *
 * @throws {StatusError} for names that could lead to the key of another object
 */
export function objectKey(resource: Stored, { namespace, name }: ObjectName): string {
  assertName(name);
  if (namespace === "") return `${resourcePrefix(resource)}${name}`;
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/${name}`;
}

/** Resources whose store path differs in kube-apiserver. */
const upstreamPaths: ReadonlyMap<string, string> = new Map([
  ["apiservices", "apiregistration.k8s.io/apiservices"],
  ["customresourcedefinitions", "apiextensions.k8s.io/customresourcedefinitions"],
  ["endpoints", "services/endpoints"],
  ["ingresses", "ingress"],
  ["nodes", "minions"],
  ["replicationcontrollers", "controllers"],
  ["services", "services/specs"],
]);

/** Returns the key that kube-apiserver shows in its error messages: without the prefix of its store for a dry run. */
export function upstreamKey({ storePath }: Stored, { namespace, name }: ObjectName, isDryRun: boolean): string {
  const path = upstreamPaths.get(storePath) ?? storePath;
  return [isDryRun ? "" : "/registry", path, ...(namespace === "" ? [] : [namespace]), name].join("/");
}

/** Returns the prefix of the keys in one namespace, or in all namespaces. */
export function scopePrefix(resource: Stored, namespace: string): string {
  if (namespace === "") return resourcePrefix(resource);
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/`;
}

/**
 * Returns the store path of the resource that a key belongs to. It is recognized by its first segment: groups of custom
 * resources contain a dot, resources do not.
 */
export function storePathOfKey(key: string): string {
  const end = key.indexOf("/", registryPrefix.length);
  const first = key.slice(registryPrefix.length, end);
  return first.includes(".") ? key.slice(registryPrefix.length, key.indexOf("/", end + 1)) : first;
}

/**
 * Returns a function that finds the resource of a key. Of several resources with the same store path, it returns the
 * one in the core group.
 */
export function resourceByKey(
  resources: readonly { readonly group: string; readonly resource: string; readonly storePath: string }[],
): (key: string) => { readonly group: string; readonly resource: string } {
  const byPath = new Map(resources.map(({ group, resource, storePath }) => [storePath, { group, resource }]));
  for (const { group, resource, storePath } of resources) if (group === "") byPath.set(storePath, { group, resource });
  return (key) => {
    const path = storePathOfKey(key);
    const [first = "", second] = path.split("/");
    return (
      byPath.get(path) ?? (second === undefined ? { group: "", resource: first } : { group: first, resource: second })
    );
  };
}

/**
 * Checks the name of an object.
 *
 * @throws {StatusError} BadRequest if it cannot be a name in a path
 */
export function assertName(name: string): void {
  if (isSegment(name)) return;
  if (name === "") throw badRequest("Name parameter required.");
  const faults = validatePathSegmentName(name);
  if (faults.length > 0) throw badRequest(`Name parameter invalid: ${quoteGo(name)}: ${faults.join(";")}`);
  assertSegment(name);
}

function assertSegment(text: string): void {
  if (!isSegment(text)) throw badRequest(`invalid path segment ${JSON.stringify(text)}`);
}

/** Whether the text can be the name of an object. */
export const isSegment = (text: string): boolean =>
  text !== "" && text !== "." && text !== ".." && !/[/%\0]/.test(text);
