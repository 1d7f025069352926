/**
 * The types of `cloud-provider-service/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** A section of KubeControllerManagerConfiguration. The controller of load balancers, where a cloud provider has one. */
export interface ServiceControllerConfiguration {
  /** How many services are synchronised at a time. */
  ConcurrentServiceSyncs?: number;
}
