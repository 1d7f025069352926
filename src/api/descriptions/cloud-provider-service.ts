/**
 * The purpose of the types and fields of `cloud-provider-service`.
 *
 * @module
 */
export const cloudProviderService: Readonly<Record<string, string>> = {
  "cloud-provider-service/v1alpha1.ServiceControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of load balancers, where a cloud provider has one.",
  "cloud-provider-service/v1alpha1.ServiceControllerConfiguration.ConcurrentServiceSyncs":
    "How many services are synchronised at a time.",
};
