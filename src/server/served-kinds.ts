/**
 * The resources that the server serves: those of the catalog, in all versions that the target release has.
 *
 * @module
 */
import type { settle } from "../engine/options.ts";
import { memberOf } from "../json/member.ts";
import type { Catalog } from "../kind/catalog.ts";
import { type Kind, type KindVersion, versionsIn } from "../kind/kind.ts";
import { reaches } from "../release/release.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { schemaIn } from "../schema/release-schema.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from "./handlers/access-reviews.ts";
import { bindingSubresource, bindings } from "./handlers/binding.ts";
import { type EvictionParts, evictionSubresource } from "./handlers/eviction.ts";
import type { NonPersistedResource } from "./handlers/non-persisted-resource.ts";
import type { ObjectSubresource } from "./handlers/object-subresource.ts";
import { selfSubjectReview, selfSubjectRulesReview } from "./handlers/self-reviews.ts";
import { type TokenRequestParts, tokenSubresource } from "./handlers/token-request.ts";
import type { AuthenticatorsFor } from "./handlers/token-review.ts";
import { tokenReview } from "./handlers/token-review.ts";
import type { ResourceStore } from "./registry/resource-store.ts";
import {
  isCreateOnly,
  kindInVersion,
  type ServedKind,
  type ServedResource,
  servedResourceOf,
} from "./request/served-resource.ts";

/** The kinds, and the release that determines their versions. */
interface ReleaseKinds {
  readonly catalog: Catalog;
  readonly target: string;
}

/** The settings that determine which kinds are served. */
export interface ServingTarget extends ReleaseKinds {
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
}

export function servingTarget({ catalog, target, contextFor }: ReturnType<typeof settle>): ServingTarget {
  return { catalog, target, isEnabled: contextFor("v1").isEnabled };
}

/**
 * Returns all resources of the catalog in each of their versions, both stored ones and those that are not stored, such
 * as reviews.
 */
export function servedResources(serving: ServingTarget): readonly ServedResource[] {
  const { catalog } = serving;
  const stored = new Map(catalog.kinds.map((kind) => [kind, storedVersionOf(kind, serving)]));
  return catalog.kinds.flatMap((kind) => versionsOf(kind, serving, stored));
}

function versionsOf(
  kind: Kind,
  serving: ServingTarget,
  storedByKind: ReadonlyMap<Kind, ServedResource | undefined>,
): readonly ServedResource[] {
  const stored = storedByKind.get(kind);
  if (!stored) return [];
  const storedAs = kind.resource?.storedAs;
  const storedResource =
    storedAs === undefined ? stored : storedByKind.get(serving.catalog.findByQualifiedName(storedAs) ?? kind);
  if (!storedResource) throw new Error(`${storedAs} is not served`);
  return availableVersions(kind, serving).map((version) => {
    const served = version === stored.kindVersion ? stored : serve(kind, version, serving);
    return served === storedResource ? served : Object.assign(served, { storageResource: storedResource });
  });
}

/** Returns the kind in the version in which its objects are stored. */
function storedVersionOf(kind: Kind, serving: ServingTarget): ServedResource | undefined {
  const versions = availableVersions(kind, serving);
  const own = versions.find(({ name }) => name === kind.resource?.storedVersion);
  const version = own ?? versions.find(({ name }) => /^v\d+$/.test(name)) ?? versions[0];
  return version && serve(kind, version, serving);
}

function serve(kind: Kind, version: KindVersion, { catalog, target }: ReleaseKinds): ServedResource {
  const served = servedResourceOf(kind, version, catalog.groupDomain);
  const { subresources = [], subresourcesSince } = served.traits;
  if (subresourcesSince === undefined) return served;
  const isThere = (name: string) => reaches(target, memberOf(subresourcesSince, name) ?? target);
  return Object.assign(served, { traits: { ...served.traits, subresources: subresources.filter(isThere) } });
}

function availableVersions(kind: Kind, { catalog, target, isEnabled }: ServingTarget): readonly KindVersion[] {
  const { resource } = kind;
  if (!resource || (resource.gate !== undefined && !isEnabled(resource.gate))) return [];
  const versions = versionsIn(catalog.groupDomain, kind).filter(
    ({ since, until }) =>
      (since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until)),
  );
  return versions.map((version) => inRelease(version, target));
}

const versionsByRelease = new Map<string, WeakMap<KindVersion, KindVersion>>();

/** Returns the version with the fields that exist in a release; the same value for each call. */
function inRelease(version: KindVersion, release: string): KindVersion {
  const versions = versionsByRelease.get(release) ?? new WeakMap<KindVersion, KindVersion>();
  versionsByRelease.set(release, versions);
  const known = versions.get(version);
  if (known !== undefined) return known;
  let schema: FieldSchema | undefined;
  // Computed on first use, since the schema is loaded with the kind's family.
  const get = () => {
    schema ??= schemaIn(version.schema, release);
    return schema;
  };
  const own = Object.defineProperty({}, "schema", { get, enumerable: true });
  const { schema: _schema, ...others } = Object.getOwnPropertyDescriptors(version);
  const made = Object.defineProperties(own, others) as KindVersion;
  versions.set(version, made);
  return made;
}

/** The parts that resources without storage need to respond. */
export interface NonPersistedParts {
  readonly authorizer: Authorizer;
  readonly authenticatorsFor: AuthenticatorsFor;
  /** Audiences of a TokenReview that specifies none. */
  readonly audiences: readonly string[];
  readonly pods: () => ResourceStore;
  readonly nowMs: () => number;
}

type NonPersistedFactory = (resource: ServedResource, parts: NonPersistedParts) => NonPersistedResource;

const answererByKind: ReadonlyMap<string, NonPersistedFactory> = new Map<string, NonPersistedFactory>(
  Object.entries({
    Binding: (resource, { pods, nowMs }) => bindings(resource, pods, nowMs),
    LocalSubjectAccessReview: (resource, { authorizer }) => localSubjectAccessReview(resource, authorizer),
    SelfSubjectAccessReview: (resource, { authorizer }) => selfSubjectAccessReview(resource, authorizer),
    SelfSubjectReview: (resource) => selfSubjectReview(resource),
    SelfSubjectRulesReview: (resource, { authorizer }) => selfSubjectRulesReview(resource, authorizer),
    SubjectAccessReview: (resource, { authorizer }) => subjectAccessReview(resource, authorizer),
    TokenReview: (resource, { authenticatorsFor, audiences }) => tokenReview(resource, authenticatorsFor, audiences),
  } satisfies Record<string, NonPersistedFactory>),
);

/** Returns the resources whose objects are not stored. */
export function nonPersistedResources(
  resources: readonly ServedResource[],
  parts: NonPersistedParts,
): readonly NonPersistedResource[] {
  return resources.filter(isCreateOnly).map((resource) => {
    const answerer = answererByKind.get(resource.kind);
    if (!answerer) throw new Error(`nothing answers ${resource.kind}`);
    return answerer(resource, parts);
  });
}

/**
 * Returns the subresources with a separate kind of request body.
 *
 * @param tokens - absent if the server issues no tokens
 */
export function objectSubresources(
  serving: ReleaseKinds,
  { tokens, ...eviction }: EvictionParts & { readonly tokens?: TokenRequestParts },
): readonly ObjectSubresource[] {
  const kind = (name: string) => findKind(serving, name);
  return [
    evictionSubresource(kind("Eviction.policy"), eviction),
    bindingSubresource(kind("Binding."), eviction.nowMs),
    ...(tokens ? [tokenSubresource(kind("TokenRequest.authentication.<domain>"), tokens)] : []),
  ];
}

/** Returns all kinds of request bodies, in the versions that the server reads. */
export function bodyKinds(serving: ServingTarget): readonly ServedKind[] {
  return [
    ...servedResources(serving),
    ...["Eviction.policy", "TokenRequest.authentication.<domain>"].map((name) => findKind(serving, name)),
    scaleKind(serving),
  ];
}

/** Returns the kind of request bodies for the subresource `scale`. */
export const scaleKind = (serving: ReleaseKinds): ServedKind => findKind(serving, "Scale.autoscaling");

function findKind({ catalog, target }: ReleaseKinds, name: string): ServedKind {
  const kind = catalog.findByQualifiedName(name);
  const version = kind && versionsIn(catalog.groupDomain, kind).find((item) => item.name === "v1");
  if (!kind || !version) throw new Error(`no kind is called ${name}`);
  return kindInVersion(kind, inRelease(version, target), catalog.groupDomain);
}
