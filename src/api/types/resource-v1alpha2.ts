/**
 * The types of `resource/v1alpha2`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface DriverRequests {
  driverName?: string;
  vendorParameters?: unknown;
  requests?: ResourceRequest[];
}

export interface NamedResourcesFilter {
  selector?: string;
}

export interface NamedResourcesRequest {
  selector?: string;
}

/** Parameters of a claim, before structured parameters were part of it. */
export interface ResourceClaimParameters {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  generatedFrom?: ResourceClaimParametersReference;
  shareable?: boolean;
  driverRequests?: DriverRequests[];
}

export interface ResourceClaimParametersReference {
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  name?: string;
}

/** A kind of resource with its driver, before device classes. */
export interface ResourceClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  driverName?: string;
  parametersRef?: ResourceClassParametersReference;
  suitableNodes?: coreV1.NodeSelector;
  structuredParameters?: boolean;
}

/** Parameters of a resource class, before device classes. */
export interface ResourceClassParameters {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  generatedFrom?: ResourceClassParametersReference;
  vendorParameters?: VendorParameters[];
  filters?: ResourceFilter[];
}

export interface ResourceClassParametersReference {
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  name?: string;
  namespace?: string;
}

export interface ResourceFilter {
  driverName?: string;
  namedResources?: NamedResourcesFilter;
}

export interface ResourceRequest {
  vendorParameters?: unknown;
  namedResources?: NamedResourcesRequest;
}

export interface VendorParameters {
  driverName?: string;
  parameters?: unknown;
}
