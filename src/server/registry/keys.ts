/**
 * Where objects are in the store: `/<resource>/[<namespace>/]<name>`, those of custom resources
 * `/<group>/<resource>/[<namespace>/]<name>`; in etcd below its prefix, `/registry`.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";

/** All that the registry writes is below. */
export const registryPrefix = "/";

/** Which object of a resource. */
export interface ObjectName {
  /** Empty for what is not namespaced. */
  readonly namespace: string;
  readonly name: string;
}

/** A resource as keys need it. */
type Stored = Pick<ServedResource, "storePath">;

/** The prefix of the keys of all objects of a resource. */
export function resourcePrefix({ storePath }: Stored): string {
  return `${registryPrefix}${storePath}/`;
}

/** @throws {StatusError} for names that could lead to the key of another object */
export function objectKey(resource: Stored, { namespace, name }: ObjectName): string {
  assertName(name);
  if (namespace === "") return `${resourcePrefix(resource)}${name}`;
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/${name}`;
}

/** Resources that kube-apiserver stores under another name. */
const upstreamPaths: ReadonlyMap<string, string> = new Map([
  ["apiservices", "apiregistration.k8s.io/apiservices"],
  ["customresourcedefinitions", "apiextensions.k8s.io/customresourcedefinitions"],
  ["endpoints", "services/endpoints"],
  ["ingresses", "ingress"],
  ["nodes", "minions"],
  ["replicationcontrollers", "controllers"],
  ["services", "services/specs"],
]);

/** The key that kube-apiserver names in its errors: for a dry run, without the prefix of its store. */
export function upstreamKey({ storePath }: Stored, { namespace, name }: ObjectName, isDryRun: boolean): string {
  const path = upstreamPaths.get(storePath) ?? storePath;
  return [isDryRun ? "" : "/registry", path, ...(namespace === "" ? [] : [namespace]), name].join("/");
}

/** The prefix of the objects of one namespace, or of all. */
export function scopePrefix(resource: Stored, namespace: string): string {
  if (namespace === "") return resourcePrefix(resource);
  assertSegment(namespace);
  return `${resourcePrefix(resource)}${namespace}/`;
}

/** The store path of the resource that a key of the registry is of. Groups of custom resources have a dot, resources none. */
export function storePathOfKey(key: string): string {
  const end = key.indexOf("/", registryPrefix.length);
  const first = key.slice(registryPrefix.length, end);
  return first.includes(".") ? key.slice(registryPrefix.length, key.indexOf("/", end + 1)) : first;
}

/** Finds the resource that a key is of; those that share a store path are of the core group. */
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

/** @throws {StatusError} BadRequest for what cannot be a name in a path */
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
