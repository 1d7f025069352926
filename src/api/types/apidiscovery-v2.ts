/**
 * The types of `apidiscovery/v2`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** The resources of one group that an API server serves. */
export interface APIGroupDiscovery {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Versions of the group, the preferred one first. */
  versions?: APIVersionDiscovery[];
}

export interface APIResourceDiscovery {
  /** Plural of the resource. */
  resource?: string;
  /** Kind of the objects. */
  responseKind?: metaV1.GroupVersionKind;
  /** `Cluster` or `Namespaced`. */
  scope?: string;
  /** Singular of the resource. */
  singularResource?: string;
  /** Verbs that the resource has. */
  verbs?: string[] | null;
  /** Short names: `po`. */
  shortNames?: string[];
  /** Groups of resources that it belongs to: `all`. */
  categories?: string[];
  /** Subresources. */
  subresources?: APISubresourceDiscovery[];
}

export interface APISubresourceDiscovery {
  /** Name of the subresource. */
  subresource?: string;
  /** Kind of what it answers. */
  responseKind?: metaV1.GroupVersionKind;
  /** Kinds of bodies, where there are others than `responseKind`. */
  acceptedTypes?: metaV1.GroupVersionKind[];
  /** Verbs that the subresource has. */
  verbs?: string[] | null;
}

export interface APIVersionDiscovery {
  /** Name of the version. */
  version?: string;
  /** Resources of the version. */
  resources?: APIResourceDiscovery[];
  /** `Current`, or `Stale` where the server of the group does not answer. */
  freshness?: string;
}
