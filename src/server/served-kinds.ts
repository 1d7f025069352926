/**
 * The kinds that the server has: those that it stores are those whose rules are the API server's own, for creation and for updates.
 *
 * @module
 */
import type { Catalog } from "../kind/catalog.ts";
import { versionsIn } from "../kind/kind.ts";
import { reaches } from "../release/release.ts";
import { alwaysDeny } from "./authz/always.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from "./handlers/access-reviews.ts";
import { evictionSubresource } from "./handlers/eviction.ts";
import type { ObjectSubresource } from "./handlers/object-subresource.ts";
import { selfSubjectReview, selfSubjectRulesReview } from "./handlers/self-reviews.ts";
import { type TokenRequestParts, tokenSubresource } from "./handlers/token-request.ts";
import type { VirtualResource } from "./handlers/virtual-resource.ts";
import { kindInVersion, type ServedKind, type ServedResource, serveKind } from "./request/served-resource.ts";

/** `KIND` or `KIND.group`, with the domain placeholder; in the order of discovery. */
const servedKinds = [
  "Namespace",
  "ConfigMap",
  "Secret",
  "ServiceAccount",
  "Pod",
  "Node",
  "Event.",
  "DaemonSet.apps",
  "ControllerRevision.apps",
  "Role.rbac.authorization.<domain>",
  "RoleBinding.rbac.authorization.<domain>",
  "ClusterRole.rbac.authorization.<domain>",
  "ClusterRoleBinding.rbac.authorization.<domain>",
  "Lease.coordination.<domain>",
];

/** Each in its newest version that is stable. */
export function servedResources(catalog: Catalog): readonly ServedResource[] {
  return servedKinds.map((name) => served(catalog, name));
}

/** Those that are questions. */
export function virtualResources(
  { catalog, target }: { readonly catalog: Catalog; readonly target: string },
  authorizer: Authorizer,
): readonly VirtualResource[] {
  return [
    subjectAccessReview(served(catalog, "SubjectAccessReview.authorization.<domain>"), authorizer),
    localSubjectAccessReview(served(catalog, "LocalSubjectAccessReview.authorization.<domain>"), authorizer),
    selfSubjectAccessReview(served(catalog, "SelfSubjectAccessReview.authorization.<domain>"), authorizer),
    selfSubjectRulesReview(served(catalog, "SelfSubjectRulesReview.authorization.<domain>"), authorizer),
    ...versionsOf(catalog, "SelfSubjectReview.authentication.<domain>", target).map(selfSubjectReview),
  ];
}

/** @param tokens - absent where no tokens are signed */
export function objectSubresources(
  catalog: Catalog,
  { nowMs, tokens }: { readonly nowMs: () => number; readonly tokens?: TokenRequestParts },
): readonly ObjectSubresource[] {
  const kind = (name: string) => kindCalled(catalog, name);
  return [
    evictionSubresource(kind("Eviction.policy"), nowMs),
    ...(tokens ? [tokenSubresource(kind("TokenRequest.authentication.<domain>"), tokens)] : []),
  ];
}

/** All that is sent in bodies, in the versions that are read. */
export function bodyKinds(settings: { readonly catalog: Catalog; readonly target: string }): readonly ServedKind[] {
  const { catalog } = settings;
  return [
    ...servedResources(catalog),
    ...virtualResources(settings, alwaysDeny).map(({ resource }) => resource),
    ...["Eviction.policy", "TokenRequest.authentication.<domain>"].map((name) => kindCalled(catalog, name)),
  ];
}

function kindCalled(catalog: Catalog, name: string): ServedKind {
  const kind = catalog.called(name);
  const version = kind && versionsIn(catalog.groupDomain, kind).find((item) => item.name === "v1");
  if (!kind || !version) throw new Error(`no kind is called ${name}`);
  return kindInVersion(kind, version, catalog.groupDomain);
}

function served(catalog: Catalog, name: string): ServedResource {
  const stable = versionsOf(catalog, name).find(({ version }) => version === "v1");
  if (!stable) throw new Error(`no kind to serve is called ${name}`);
  return stable;
}

/**
 * A kind in all its versions, the newest first.
 *
 * @param target - the release that must have them; absent: any
 */
function versionsOf(catalog: Catalog, name: string, target?: string): readonly ServedResource[] {
  const kind = catalog.called(name);
  if (!kind) return [];
  return versionsIn(catalog.groupDomain, kind)
    .filter(({ since, until }) => target === undefined || isThere(target, since, until))
    .map((version) => serveKind(kind, version, catalog.groupDomain));
}

const isThere = (target: string, since: string | undefined, until: string | undefined): boolean =>
  (since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until));
