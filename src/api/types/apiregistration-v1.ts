/**
 * The types of `apiregistration/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** Hands one group and version to an extension API server. */
export interface APIService {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: APIServiceSpec;
  /** The observed state. */
  status?: APIServiceStatus;
}

export interface APIServiceCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface APIServiceSpec {
  /** The service of the server that has the group version; absent if this server has it. */
  service?: ServiceReference;
  /** Name of the group. */
  group?: string;
  /** Name of the version. */
  version?: string;
  /** Whether the certificate of the server is not checked. */
  insecureSkipTLSVerify?: boolean;
  /** Certificate authorities of the server, PEM, base64. */
  caBundle?: string;
  /** Lowest priority of the group in discovery; the highest goes first. */
  groupPriorityMinimum?: number;
  /** Place of the version among those of its group; the highest goes first. */
  versionPriority?: number;
}

export interface APIServiceStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: APIServiceCondition[];
}

export interface ServiceReference {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Port of the service; default 443. */
  port?: number;
}
