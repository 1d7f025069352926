/**
 * The objects of a cluster: which resources are listed, and what came of it.
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

/** A collection as it was listed, or why it could not be. */
export interface Listed {
  readonly resource: DiscoveredResource;
  readonly objects: readonly LiveObject[];
  readonly fault?: string;
}

/** `deployments.apps`, `pods`. */
export const nameOfResource = ({ plural, group }: DiscoveredResource): string =>
  group === "" ? plural : `${plural}.${group}`;

/** Records that the cluster itself writes; listed when they are asked for. */
const recordedOnly: ReadonlySet<string> = new Set(["events", "events.events.k8s.io", "componentstatuses", "endpoints"]);

/** Whose resources are known. */
export interface Known {
  readonly catalog: Catalog;
  /** `GROUP/KIND` of the custom resources whose definitions are known. */
  readonly defined: ReadonlySet<string>;
}

/**
 * One version of each resource that can be vetted: the first of the server's that is known.
 *
 * @param chosen - names of the command line; none: all
 * @throws {UsageError} for a name that nothing has, or nothing that can be vetted
 */
export function resourcesToList(
  discovered: readonly DiscoveredResource[],
  chosen: readonly string[],
  known: Known,
): readonly DiscoveredResource[] {
  const listable = discovered.filter(({ verbs }) => verbs.includes("list"));
  const versions = [...groupBy(listable, nameOfResource).values()];
  const vettable = versions.flatMap((each) => each.find((resource) => isKnown(resource, known)) ?? []);
  if (chosen.length === 0) return vettable.filter((resource) => !recordedOnly.has(nameOfResource(resource)));
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

/** Where a resource is listed. */
function pathOf({ group, version, plural, isNamespaced }: DiscoveredResource, namespace?: string): string {
  const base = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${base}${isNamespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : ""}/${plural}`;
}

/** Lists at the same time. */
const maxLists = 4;

export interface ListingOptions {
  readonly namespace?: string;
  /** Called with the objects so far, and the resources that are done. */
  onProgress?(objects: number, resources: number): void;
}

/**
 * The objects of each resource, in the given order. A resource that cannot be listed does not stop the others.
 *
 * @throws {ClientFault} when the server is gone, does not accept the credentials, or nobody waits any more
 */
export async function listResources(
  client: ApiClient,
  resources: readonly DiscoveredResource[],
  { namespace, onProgress }: ListingOptions = {},
): Promise<readonly Listed[]> {
  const listed = new Map<DiscoveredResource, Listed>();
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
 * Some objects of a resource.
 *
 * @param some - default: of any name, in all namespaces
 * @throws {ClientFault} when it cannot be listed
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
): Promise<Listed> {
  try {
    const { items } = await listAll(client, path, options);
    return { resource, objects: items };
  } catch (error) {
    const isOfList = error instanceof ClientFault && (error.nature === "answer" || error.nature === "late");
    if (!isOfList) throw error;
    return { resource, objects: [], fault: error.message };
  }
}

/** Kinds whose controllers write objects from a template that is vetted itself. */
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

/** Whether another object that was listed says it all: the Deployment of a ReplicaSet, the ReplicaSet of a Pod. */
export function isCopy(object: LiveObject, listedIds: ReadonlySet<string>): boolean {
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

/** An object as a file: `KIND NAMESPACE/NAME`, as findings name it. */
export function sourceName(kind: string, object: LiveObject): string {
  const { name, namespace } = metadataOf(object);
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** An object as a text. Who owns which field is the server's own record. */
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
