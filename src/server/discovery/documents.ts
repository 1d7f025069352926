/**
 * The discovery documents: API groups, their versions, the resources of each version, and the aggregated document with
 * all of them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { GroupVersionKind } from "../../policy/admission-request.ts";
import { groupBy } from "../../text/group-by.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { compareApiVersions } from "../../text/version-order.ts";
import type { ApiResource } from "./api-resource.ts";
import { customGroupPriorities, type Priorities, prioritiesOf } from "./group-priorities.ts";

/** A group version and its resources. */
export interface ApiGroup {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ApiResource[];
  /** Present if another server serves the group version; absent: this server does. */
  readonly remote?: Remote;
}

/** Whether CustomResourceDefinitions define the resources. */
export const isCustomGroup = ({ resources }: ApiGroup): boolean => resources.some(({ isCustom }) => isCustom === true);

export interface Remote extends Priorities {
  /** Whether the other server currently does not report its resources. */
  readonly isStale: boolean;
}

/** The group of APIServices comes first; it has no APIService itself. */
const firstGroup = "apiregistration";
const firstPriorities: Priorities = { groupPriority: 20_000, versionPriority: 0 };

function resolvePriorities(item: ApiGroup): Priorities {
  if (item.remote) return item.remote;
  if (isCustomGroup(item)) return customGroupPriorities;
  if (item.group.split(".")[0] === firstGroup) return firstPriorities;
  return prioritiesOf(item.group, item.version) ?? customGroupPriorities;
}

/** Sorts by group priority and name; the preferred version of a group comes first. */
function compareGroups(a: ApiGroup, b: ApiGroup): number {
  const [one, other] = [resolvePriorities(a), resolvePriorities(b)];
  return (
    other.groupPriority - one.groupPriority ||
    compareUtf8(a.group, b.group) ||
    other.versionPriority - one.versionPriority ||
    compareApiVersions(b.version, a.version)
  );
}

/** @param remote - group versions of other servers, which replace those of this server */
export function groupsOf(resources: readonly ApiResource[], remote: readonly ApiGroup[] = []): readonly ApiGroup[] {
  const groups = groupBy(resources, ({ group, version }) => `${group}/${version}`);
  const isServedRemotely = ({ group, version }: ApiGroup) =>
    remote.some((other) => other.group === group && other.version === version);
  const own = [...groups.values()].map((members) => ({
    group: members[0]?.group ?? "",
    version: members[0]?.version ?? "",
    resources: members.toSorted((a, b) => (a.resource < b.resource ? -1 : 1)),
  }));
  return [...own.filter((group) => !isServedRemotely(group)), ...remote].sort(compareGroups);
}

export const groupVersion = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === "" ? version : `${group}/${version}`;

/** Collects the versions of each group, in the order of the groups. */
function versionsByGroup(groups: readonly ApiGroup[]): readonly (readonly [ApiGroup, ...ApiGroup[]])[] {
  const byName = new Map<string, [ApiGroup, ...ApiGroup[]]>();
  for (const group of groups) {
    const known = byName.get(group.group);
    if (known) known.push(group);
    else byName.set(group.group, [group]);
  }
  return [...byName.values()];
}

/** The document at `/api`. */
export function apiVersionsDocument(core: readonly ApiGroup[], serverAddress: string): object {
  return {
    kind: "APIVersions",
    versions: core.map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}

/** The document at `/apis`. */
export function groupListDocument(groups: readonly ApiGroup[]): object {
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: versionsByGroup(groups).map(groupFields),
  };
}

/** The document at `/apis/apps`. */
export function groupDocument(groups: readonly ApiGroup[], name: string): object {
  const [versions] = versionsByGroup(groups.filter(({ group }) => group === name));
  if (!versions) throw new Error(`the group ${name} is not served`);
  return { kind: "APIGroup", apiVersion: "v1", ...groupFields(versions) };
}

function groupFields(group: readonly [ApiGroup, ...ApiGroup[]]): object {
  const versions = group.map((item) => ({ groupVersion: groupVersion(item), version: item.version }));
  return { name: group[0].group, versions, preferredVersion: versions[0] };
}

/** The document at `/apis/apps/v1`. */
export function resourceListDocument(group: ApiGroup): object {
  return {
    kind: "APIResourceList",
    ...(group.group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: groupVersion(group),
    resources: group.resources.flatMap(resourceListEntries),
  };
}

function resourceListEntries(resource: ApiResource): object[] {
  const { isNamespaced: namespaced, kind, shortNames, categories, hashed } = resource;
  return [
    {
      name: resource.resource,
      singularName: resource.singular,
      namespaced,
      kind,
      verbs: resource.verbs,
      ...(shortNames.length > 0 ? { shortNames } : {}),
      ...(categories.length > 0 ? { categories } : {}),
      ...(hashed ? { storageVersionHash: storageHash(hashed) } : {}),
    },
    ...resource.subresources.map(({ name, verbs, kind: own }) => ({
      name: `${resource.resource}/${name}`,
      singularName: "",
      namespaced,
      ...(own.group === resource.group ? {} : { group: own.group, version: own.version }),
      kind: own.kind,
      verbs,
    })),
  ];
}

const storageHashBytes = 8;

/** An opaque hash by which clients only see whether the stored version has changed. */
function storageHash({ group, version, kind }: GroupVersionKind): string {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return hash.subarray(0, storageHashBytes).toString("base64");
}

/** The aggregated discovery document of the groups. */
export function aggregatedDocument(groups: readonly ApiGroup[]): object {
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: versionsByGroup(groups).map((group) => ({
      metadata: group[0].group === "" ? {} : { name: group[0].group },
      versions: group.map(({ version, resources, remote }) => ({
        version,
        freshness: remote?.isStale ? "Stale" : "Current",
        resources: resources.map(aggregatedEntry),
      })),
    })),
  };
}

function aggregatedEntry(resource: ApiResource): object {
  const { shortNames, categories, subresources } = resource;
  return {
    resource: resource.resource,
    responseKind: responseKind(resource, resource),
    scope: resource.isNamespaced ? "Namespaced" : "Cluster",
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(subresources.length > 0
      ? {
          subresources: subresources.map(({ name, kind, verbs }) => ({
            subresource: name,
            responseKind: responseKind(kind, resource),
            verbs,
          })),
        }
      : {}),
  };
}

/** Leaves group and version empty if they are those of the resource. */
function responseKind({ group, version, kind }: GroupVersionKind, resource: ApiResource): GroupVersionKind {
  const isSame = group === resource.group && version === resource.version;
  return isSame ? { group: "", version: "", kind } : { group, version, kind };
}
