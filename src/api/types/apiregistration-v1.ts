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
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}

export interface APIServiceCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface APIServiceSpec {
  service?: ServiceReference;
  group?: string;
  version?: string;
  insecureSkipTLSVerify?: boolean;
  caBundle?: string;
  groupPriorityMinimum?: number;
  versionPriority?: number;
}

export interface APIServiceStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: APIServiceCondition[];
}

export interface ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}
