/**
 * Descriptions of the served resources for discovery and OpenAPI: one entry for each resource, independent of the form
 * of the document.
 *
 * @module
 */
import type { GroupVersionKind } from "../../policy/admission-request.ts";
import type { ServedResource } from "../request/served-resource.ts";

/** A kind that discovery and OpenAPI documents describe. */
export interface DocumentedKind extends GroupVersionKind {
  /** Present if a CustomResourceDefinition of the cluster defines the kind. */
  readonly isCustom?: true;
  /** The kind of lists of these objects; absent: `<kind>List`. */
  readonly listKind?: string;
}

export interface ServedSubresource {
  readonly name: string;
  readonly kind: DocumentedKind;
  readonly verbs: readonly string[];
}

export interface ApiResource extends DocumentedKind {
  readonly resource: string;
  readonly singular: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  /** Whether the response to a deletion is the object, not a Status. */
  readonly answersDeletionWithObject?: true;
  /** Identifies the current version of the schema; changes when the schema does. */
  readonly schemaVersion?: string;
  /**
   * The kind that the storage version hash is computed from; absent if nothing is stored, or if the stored version is
   * not served.
   */
  readonly hashed?: GroupVersionKind;
}

/** The verbs of most resources. */
const defaultVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

export const verbsOf = ({ traits }: ServedResource): readonly string[] => traits.verbs ?? defaultVerbs;

/** Verbs that discovery omits while the CustomResourceDefinition of the resource is being deleted. */
const verbsHiddenWhileEnding: readonly string[] = ["create", "patch", "update"];

/** The verbs of a subresource, by its name. */
export const verbsBySubresource: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    approval: ["get", "patch", "update"],
    attach: ["create", "get"],
    ephemeralcontainers: ["get", "patch", "update"],
    exec: ["create", "get"],
    finalize: ["update"],
    log: ["get"],
    portforward: ["create", "get"],
    proxy: ["create", "delete", "get", "patch", "update"],
    resize: ["get", "patch", "update"],
    scale: ["get", "patch", "update"],
    status: ["get", "patch", "update"],
  }),
);

/** Subresources that connect to a running container or server, each with its part of the name of the options' kind. */
const optionsNameBySubresource: ReadonlyMap<string, string> = new Map(
  Object.entries({ attach: "Attach", exec: "Exec", portforward: "PortForward", proxy: "Proxy" }),
);

export const isConnectSubresource = (subresource: string): boolean => optionsNameBySubresource.has(subresource);

const proxyMethods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The HTTP methods of a subresource that connects to a running container or server. */
export function methodsOf(subresource: string): readonly string[] {
  if (subresource === "log") return ["GET"];
  return subresource === "proxy" ? proxyMethods : ["GET", "POST"];
}

/** The kind of the options of a connection: `PodExecOptions`. */
export const connectionKind = ({ kind }: Pick<ServedResource, "kind">, subresource: string): string =>
  `${kind}${optionsNameBySubresource.get(subresource) ?? ""}Options`;

/**
 * @param objectKinds - the kinds of the objects that clients send to subresources, by the name of the subresource
 * @param scale - the kind of the `scale` subresource
 */
export function apiResource(
  resource: ServedResource,
  objectKinds: ReadonlyMap<string, GroupVersionKind> = new Map(),
  scale?: GroupVersionKind,
): ApiResource {
  const { group, version, kind, traits, isNamespaced } = resource;
  const { listKind } = resource;
  const custom = resource.definition.isCustom
    ? { isCustom: true as const, ...(listKind === undefined ? {} : { listKind }) }
    : {};
  return {
    ...custom,
    group,
    version,
    kind,
    resource: resource.resource,
    singular: traits.singular,
    isNamespaced,
    verbs: verbsOf(resource).filter((verb) => !resource.isTerminating || !verbsHiddenWhileEnding.includes(verb)),
    ...(resource.schemaVersion === undefined ? {} : { schemaVersion: resource.schemaVersion }),
    ...storageHashKindOf(resource),
    ...(traits.answersDeletionWithObject ? { answersDeletionWithObject: true as const } : {}),
    shortNames: traits.shortNames ?? [],
    categories: traits.categories ?? [],
    subresources: (traits.subresources ?? []).flatMap((name) => {
      const created = objectKinds.get(name);
      const own = name === "scale" ? scale : created;
      const verbs = created ? ["create"] : verbsBySubresource.get(name);
      if (own && verbs) return [{ name, kind: { group: own.group, version: own.version, kind: own.kind }, verbs }];
      const sent = isConnectSubresource(name) ? connectionKind(resource, name) : kind;
      return verbs ? [{ name, kind: { ...custom, group, version, kind: sent }, verbs }] : [];
    }),
  };
}

/**
 * Returns the kind for the storage version hash. The verb `watch` marks stored resources: all of them can be watched.
 */
function storageHashKindOf(resource: ServedResource): Pick<ApiResource, "hashed"> {
  const { group, version, kind, traits, isUnserved } = resource.storageResource ?? resource;
  if (isUnserved || !verbsOf(resource).includes("watch")) return {};
  return { hashed: { group, version: traits.hashedVersion ?? version, kind } };
}
