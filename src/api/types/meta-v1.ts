/**
 * The types of `meta/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface Condition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** The generation of the object that it was found for. */
  observedGeneration?: number | bigint;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

/** How an object is deleted: the time it is given, conditions, and the fate of its dependents. */
export interface DeleteOptions {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Seconds until the object must be gone; 0 is at once. */
  gracePeriodSeconds?: number | bigint;
  /** Conditions that must hold for the deletion. */
  preconditions?: Preconditions;
  /** Whether dependents stay; deprecated for `propagationPolicy`. */
  orphanDependents?: boolean;
  /** The treatment of dependents: `Orphan`, `Background` or `Foreground`. */
  propagationPolicy?: string;
  /** `All`: nothing is deleted. */
  dryRun?: string[];
  /** Delete the object even if it cannot be read from storage. Since 1.32. */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface FieldSelectorRequirement {
  /** Name of the field. */
  key?: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator?: string;
  /** Values, for `In` and `NotIn`. */
  values?: string[];
}

export interface GroupResource {
  /** Name of the group. */
  group?: string;
  /** Plural name of the resource. */
  resource?: string;
}

export interface GroupVersionKind {
  /** API group; empty for the core group. */
  group?: string;
  /** Version in the group. */
  version?: string;
  /** Name of the kind. */
  kind?: string;
}

export interface GroupVersionResource {
  /** API group; empty for the core group. */
  group?: string;
  /** Version in the group. */
  version?: string;
  /** Plural of the resource. */
  resource?: string;
}

export interface LabelSelector {
  /** Labels that must have exactly these values. */
  matchLabels?: Record<string, string>;
  /** Requirements that must all hold. */
  matchExpressions?: LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  /** The label's key. */
  key?: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator?: string;
  /** Values for `In` and `NotIn`; none for the other operators. */
  values?: string[];
}

export interface ListMeta {
  /** No longer set. */
  selfLink?: string;
  /** The version at which the collection was read; opaque. */
  resourceVersion?: string;
  /** Token for the next page; opaque. */
  continue?: string;
  /** How many items follow this page, when that is known. */
  remainingItemCount?: number | bigint;
  /** Set where the list is one shard of the collection. Since 1.36. */
  shardInfo?: ShardInfo;
}

export interface ManagedFieldsEntry {
  /** Who manages these fields. */
  manager?: string;
  /** How the fields were set: `Apply` or `Update`. */
  operation?: string;
  /** Version of the object that the field names are of. */
  apiVersion?: string;
  /** When the entry last changed. */
  time?: string | null;
  /** Format of the field set; always `FieldsV1`. */
  fieldsType?: string;
  /** The fields, as a tree of `f:`, `k:`, `v:` and `i:` keys. */
  fieldsV1?: unknown;
  /** The subresource that the fields were set through. */
  subresource?: string;
}

/** Name, namespace, labels and what the server keeps with every object. */
export interface ObjectMeta {
  /** Name, unique among objects of the resource in a namespace; never changes. */
  name?: string;
  /** Start of the name that the server makes up when `name` is absent. */
  generateName?: string;
  /** The namespace that the name is unique in; never changes. */
  namespace?: string;
  /** No longer filled in. */
  selfLink?: string;
  /** Unique in time and space; set by the server. */
  uid?: string;
  /** Changes with every write; opaque. Set by the server. */
  resourceVersion?: string;
  /** Counts changes of the desired state; set by the server. */
  generation?: number | bigint;
  /** CreationTimestamp is a timestamp of the server: when it created the object. */
  creationTimestamp?: string;
  /** When the object is to be gone; set by the server on a graceful deletion. */
  deletionTimestamp?: string | null;
  /** How long a graceful deletion may take; set by the server. */
  deletionGracePeriodSeconds?: number | bigint;
  /** Short values to select objects by. */
  labels?: Record<string, string>;
  /** Values that tools keep with the object; not for selecting. */
  annotations?: Record<string, string>;
  /** Objects this one depends on: when all are gone it is deleted as well. */
  ownerReferences?: OwnerReference[];
  /** Who must still clean up before a deleted object goes. */
  finalizers?: string[];
  /** Which manager owns which fields; kept by the server. */
  managedFields?: ManagedFieldsEntry[];
}

export interface OwnerReference {
  /** Group and version of the owner, `apps/v1`. */
  apiVersion?: string;
  /** Kind of the owner. */
  kind?: string;
  /** Name of the owner. */
  name?: string;
  /** Unique id of the owner. */
  uid?: string;
  /** This owner is the one that manages the object. */
  controller?: boolean;
  /** Deleting the owner in the foreground waits until this object is gone. */
  blockOwnerDeletion?: boolean;
}

export interface Preconditions {
  /** The object must have this id. */
  uid?: string;
  /** The object must have this version. */
  resourceVersion?: string;
}

export interface ShardInfo {
  /** Selector of the shard, as it was asked for. */
  selector?: string;
}

/** The outcome of a request that returns no object. */
export interface Status {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Metadata of lists; mostly empty. */
  metadata?: ListMeta;
  /** `Success` or `Failure`. */
  status?: string;
  /** The error, for people. */
  message?: string;
  /** The error in one word, for programs. */
  reason?: string;
  /** More about the failure, as its reason has it. */
  details?: StatusDetails;
  /** HTTP status code. */
  code?: number;
}

export interface StatusCause {
  /** Sort of the fault, in one word. */
  reason?: string;
  /** The fault, for people. */
  message?: string;
  /** Path of the field at fault: `spec.ports[0].port`. */
  field?: string;
}

export interface StatusDetails {
  /** Name of the object. */
  name?: string;
  /** API group of the object. */
  group?: string;
  /** Kind or resource of the object. */
  kind?: string;
  /** Id of the object. */
  uid?: string;
  /** Each fault, with its field. */
  causes?: StatusCause[];
  /** Seconds to wait before the next try. */
  retryAfterSeconds?: number;
}
