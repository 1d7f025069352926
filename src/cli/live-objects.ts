/**
 * Lists the objects of a cluster: chooses the resources, lists them, and turns objects into source texts.
 *
 * @part live
 * @module
 */
import type { ApiClient } from "../client/api-client.ts";
import { ClientFault } from "../client/client-fault.ts";
import type { DiscoveredResource } from "../client/discovery.ts";
import { type ListOptions, listAll } from "../client/list.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import { versionsIn } from "../kind/kind.ts";
import { closest } from "../text/closest.ts";
import { groupBy } from "../text/group-by.ts";
import { UsageError } from "./exit.ts";

export type LiveObject = Readonly<Record<string, unknown>>;

/** The objects of a listed resource, or the reason why it could not be listed. */
export interface ListedResource {
  readonly resource: DiscoveredResource;
  readonly objects: readonly LiveObject[];
  readonly fault?: string;
}

/** Returns a name such as `deployments.apps` or `pods`. */
export const nameOfResource = ({ plural, group }: DiscoveredResource): string =>
  group === "" ? plural : `${plural}.${group}`;

/** Resources that the cluster itself writes. They are listed only if the user names them. */
const clusterWrittenResources: ReadonlySet<string> = new Set([
  "events",
  "events.events.k8s.io",
  "componentstatuses",
  "endpoints",
]);

/** The resources whose kinds are known. */
export interface Known {
  readonly catalog: Catalog;
  /** `GROUP/KIND` of the custom resources whose definitions are known. */
  readonly defined: ReadonlySet<string>;
}

/**
 * Returns one version of each resource that can be vetted: the first version in the server's order that clustervet
 * knows.
 *
 * @param chosen - names from the command line; empty: all resources
 * @throws {UsageError} if the cluster has no listable resource of a name, or clustervet does not know its kind
 */
export function resourcesToList(
  discovered: readonly DiscoveredResource[],
  chosen: readonly string[],
  known: Known,
): readonly DiscoveredResource[] {
  const listable = discovered.filter(({ verbs }) => verbs.includes("list"));
  const versions = [...groupBy(listable, nameOfResource).values()];
  const vettable = versions.flatMap((each) => each.find((resource) => isKnown(resource, known)) ?? []);
  if (chosen.length === 0) return vettable.filter((resource) => !clusterWrittenResources.has(nameOfResource(resource)));
  return [...new Set(chosen.map((name) => chosenResource(name, vettable, listable)))];
}

function isKnown({ group, version, kind: name }: DiscoveredResource, { catalog, defined }: Known): boolean {
  if (defined.has(`${group}/${name}`)) return true;
  const kind = catalog.find(group, name);
  return kind?.resource !== undefined && versionsIn(catalog.groupDomain, kind).some((each) => each.name === version);
}

function namesOf(resource: DiscoveredResource): readonly string[] {
  const { plural, kind, names, group } = resource;
  return [plural, kind, ...names].filter((name) => name !== "").flatMap((name) => [name, `${name}.${group}`]);
}

function chosenResource(
  name: string,
  vettable: readonly DiscoveredResource[],
  listable: readonly DiscoveredResource[],
): DiscoveredResource {
  const wanted = name.toLowerCase();
  const isMeant = (resource: DiscoveredResource) => namesOf(resource).some((each) => each.toLowerCase() === wanted);
  const found = vettable.find(isMeant);
  if (found) return found;
  const unknown = listable.find(isMeant);
  if (unknown) throw new UsageError(`clustervet does not know the kind ${unknown.kind} of ${nameOfResource(unknown)}`);
  const meant = closest(wanted, listable.flatMap(namesOf));
  const help = meant === undefined ? "`kubectl api-resources` lists them" : `did you mean ${meant}?`;
  throw new UsageError(`the cluster has no resource "${name}" that can be listed`, help);
}

/** Returns the path for listing a resource. */
function pathOf({ group, version, plural, isNamespaced }: DiscoveredResource, namespace?: string): string {
  const base = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${base}${isNamespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : ""}/${plural}`;
}

/** Number of resources to list at the same time. */
const maxLists = 4;

export interface ListingOptions {
  readonly namespace?: string;
  /** Called with the number of objects so far and of resources that are complete. */
  onProgress?(objects: number, resources: number): void;
}

/**
 * Returns the objects of each resource, in the given order. A resource that can't be listed does not stop the others.
 *
 * @throws {ClientFault} if the server is unreachable or rejects the credentials, or the user interrupts the command
 */
export async function listResources(
  client: ApiClient,
  resources: readonly DiscoveredResource[],
  { namespace, onProgress }: ListingOptions = {},
): Promise<readonly ListedResource[]> {
  const listed = new Map<DiscoveredResource, ListedResource>();
  const counts = new Map<DiscoveredResource, number>();
  const waiting = [...resources];
  const listNext = async () => {
    for (let resource = waiting.shift(); resource; resource = waiting.shift()) {
      const own = resource;
      const onPage = (count: number) => {
        counts.set(own, count);
        onProgress?.(
          [...counts.values()].reduce((sum, each) => sum + each, 0),
          listed.size,
        );
      };
      listed.set(own, await listOne(client, own, { path: pathOf(own, namespace), onPage }));
    }
  };
  await Promise.all(Array.from({ length: maxLists }, listNext));
  return resources.flatMap((resource) => listed.get(resource) ?? []);
}

/**
 * Lists the objects of a resource with a certain namespace or name.
 *
 * @param some - default: any name, in all namespaces
 * @throws {ClientFault} if the resource can't be listed
 */
export async function listMatching(
  client: ApiClient,
  resource: DiscoveredResource,
  some: { readonly namespace?: string; readonly name?: string },
): Promise<readonly LiveObject[]> {
  const { items } = await listAll(client, pathOf(resource, some.namespace), some.name ? { name: some.name } : {});
  return items;
}

async function listOne(
  client: ApiClient,
  resource: DiscoveredResource,
  { path, ...options }: ListOptions & { readonly path: string },
): Promise<ListedResource> {
  try {
    const { items } = await listAll(client, path, options);
    return { resource, objects: items };
  } catch (error) {
    const isListFailure = error instanceof ClientFault && (error.nature === "answer" || error.nature === "late");
    if (!isListFailure) throw error;
    return { resource, objects: [], fault: error.message };
  }
}

/** Kinds whose controllers create objects from a template that is itself vetted. */
const templateOwners: ReadonlySet<string> = new Set([
  "ReplicaSet",
  "ReplicationController",
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "Job",
  "CronJob",
  "Service",
]);

/**
 * Whether a listed object owns this one and contains its template: the Deployment of a ReplicaSet, the ReplicaSet of a
 * Pod.
 */
export function isCreatedFromTemplate(object: LiveObject, listedIds: ReadonlySet<string>): boolean {
  const { ownerReferences } = isPlainObject(object["metadata"]) ? object["metadata"] : {};
  if (!Array.isArray(ownerReferences)) return false;
  return ownerReferences.some(
    (owner) =>
      isPlainObject(owner) &&
      owner["controller"] === true &&
      templateOwners.has(String(owner["kind"])) &&
      listedIds.has(String(owner["uid"])),
  );
}

/** Returns the name under which findings report an object: `KIND NAMESPACE/NAME`. */
export function sourceName(kind: string, object: LiveObject): string {
  const { name, namespace } = metadataOf(object);
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** Returns the JSON text of an object without `managedFields`, which the server maintains. */
export function sourceText({ metadata, ...object }: LiveObject): string {
  const { managedFields: _managed, ...kept } = isPlainObject(metadata) ? metadata : {};
  return formatJson({ ...object, metadata: kept });
}

export function metadataOf(object: LiveObject): {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
} {
  const { name, namespace, uid } = isPlainObject(object["metadata"]) ? object["metadata"] : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { name: text(name), namespace: text(namespace), uid: text(uid) };
}
