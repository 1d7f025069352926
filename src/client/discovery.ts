/**
 * Discovers the resources of a server: with one request for all groups if the server supports it, else one for each
 * group version.
 *
 * @module
 */

import { memberOf } from "../json/member.ts";
import { isPlainObject, stringsIn } from "../json/plain-object.ts";
import type { ApiClient } from "./api-client.ts";
import { ClientFault } from "./client-fault.ts";
import { statusFault } from "./status-fault.ts";

export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  /** Other names that a user may type: the singular and short names. */
  readonly names: readonly string[];
}

export interface Discovery {
  /** In the order of the server: the preferred version of a group comes first. */
  readonly resources: readonly DiscoveredResource[];
  /** Group versions whose resources the server could not list, with the reason. */
  readonly faults: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;

const aggregatedMediaType = (version: string) =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
const accept = `${aggregatedMediaType("v2")},${aggregatedMediaType("v2beta1")},application/json`;
const ok = 200;

/** @throws {ClientFault} if the server does not list its groups */
export async function discoverResources(client: ApiClient): Promise<Discovery> {
  const [core, groups] = await Promise.all([discoverAt(client, "/api"), discoverAt(client, "/apis")]);
  return {
    resources: [...core.resources, ...groups.resources],
    faults: [...core.faults, ...groups.faults],
  };
}

async function discoverAt(client: ApiClient, path: "/api" | "/apis"): Promise<Discovery> {
  const answer = await client.sendRequest(path, { accept });
  if (answer.code !== ok) throw statusFault(answer, client.connection);
  const value = client.readObject(path, answer);
  if (value["kind"] === "APIGroupDiscoveryList") return readAggregatedDiscovery(value);
  const places = path === "/api" ? coreVersions(value) : groupVersions(value);
  if (places === undefined) {
    throw new ClientFault("answer", `${client.connection.server}${path}: the answer lists no API groups`, {
      help: "check `server` of the kubeconfig: this is no Kubernetes API server",
    });
  }
  const found = await Promise.all(places.map((place) => discoverVersion(client, place)));
  return { resources: found.flatMap(({ resources }) => resources), faults: found.flatMap(({ faults }) => faults) };
}

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isPlainObject) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readAggregatedDiscovery({ items }: JsonObject): Discovery {
  const resources: DiscoveredResource[] = [];
  const faults: string[] = [];
  for (const { metadata, versions } of objects(items)) {
    const group = isPlainObject(metadata) ? text(metadata["name"]) : "";
    for (const { version: name, freshness, resources: own } of objects(versions)) {
      const version = text(name);
      if (freshness === "Stale") faults.push(`${group}/${version}: the server behind it does not answer`);
      for (const { resource, responseKind, scope, verbs, singularResource, shortNames } of objects(own)) {
        const kind = isPlainObject(responseKind) ? text(memberOf(responseKind, "kind")) : "";
        const isNamespaced = scope === "Namespaced";
        const names = [text(singularResource), ...stringsIn(shortNames)];
        resources.push({ group, version, plural: text(resource), kind, isNamespaced, verbs: stringsIn(verbs), names });
      }
    }
  }
  return { resources, faults };
}

interface VersionPlace {
  readonly group: string;
  readonly version: string;
  readonly path: string;
}

function coreVersions({ versions }: JsonObject): readonly VersionPlace[] | undefined {
  if (!Array.isArray(versions)) return undefined;
  return stringsIn(versions).map((version) => ({ group: "", version, path: `/api/${version}` }));
}

function groupVersions({ groups }: JsonObject): readonly VersionPlace[] | undefined {
  if (!Array.isArray(groups)) return undefined;
  return objects(groups).flatMap(({ name, versions, preferredVersion }) => {
    const preferred = isPlainObject(preferredVersion) ? text(preferredVersion["version"]) : "";
    const names = objects(versions).map(({ version }) => text(version));
    const ordered = [...new Set([preferred, ...names])].filter((version) => version !== "");
    return ordered.map((version) => ({ group: text(name), version, path: `/apis/${text(name)}/${version}` }));
  });
}

async function discoverVersion(client: ApiClient, { group, version, path }: VersionPlace): Promise<Discovery> {
  try {
    const { resources } = await client.get(path);
    const own = objects(resources).filter(({ name }) => !text(name).includes("/"));
    return {
      resources: own.map(({ name, kind, namespaced, verbs, singularName, shortNames }) => ({
        group,
        version,
        plural: text(name),
        kind: text(kind),
        isNamespaced: namespaced === true,
        verbs: stringsIn(verbs),
        names: [text(singularName), ...stringsIn(shortNames)],
      })),
      faults: [],
    };
  } catch (error) {
    if (!(error instanceof ClientFault) || error.nature !== "answer") throw error;
    return { resources: [], faults: [`${group}/${version}: ${error.message}`] };
  }
}
