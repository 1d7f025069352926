/**
 * The types of `resource/v1alpha2`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface DriverRequests {
  /** Name of the driver. */
  driverName?: string;
  /** Parameters for the driver. */
  vendorParameters?: unknown;
  /** Requests for devices of the driver. */
  requests?: ResourceRequest[];
}

export interface NamedResourcesFilter {
  /** CEL expression that must be true of a device. */
  selector?: string;
}

export interface NamedResourcesRequest {
  /** CEL expression that must be true of a device. */
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
  /** The object that these parameters were made from. */
  generatedFrom?: ResourceClaimParametersReference;
  /** Whether several consumers may use the claim. */
  shareable?: boolean;
  /** Requests, by driver. */
  driverRequests?: DriverRequests[];
}

export interface ResourceClaimParametersReference {
  /** Group of the object; empty for core. */
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
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
  /** Name of the driver. */
  driverName?: string;
  /** An object with parameters for the driver. */
  parametersRef?: ResourceClassParametersReference;
  /** Nodes that can have the resource. */
  suitableNodes?: coreV1.NodeSelector;
  /** Whether the scheduler allocates, by structured parameters. */
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
  /** The object that these parameters were made from. */
  generatedFrom?: ResourceClassParametersReference;
  /** Parameters, by driver. */
  vendorParameters?: VendorParameters[];
  /** Conditions on devices, by driver. */
  filters?: ResourceFilter[];
}

export interface ResourceClassParametersReference {
  /** Group of the object; empty for core. */
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
  name?: string;
  /** Namespace of the object; empty for a cluster-scoped one. */
  namespace?: string;
}

export interface ResourceFilter {
  /** Name of the driver. */
  driverName?: string;
  /** Condition on devices. */
  namedResources?: NamedResourcesFilter;
}

export interface ResourceRequest {
  /** Parameters for the driver. */
  vendorParameters?: unknown;
  /** Condition on devices. */
  namedResources?: NamedResourcesRequest;
}

export interface VendorParameters {
  /** Name of the driver. */
  driverName?: string;
  /** Parameters for the driver. */
  parameters?: unknown;
}
