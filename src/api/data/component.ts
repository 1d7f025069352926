/**
 * The types of `component`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const componentTypes = (): string => `
component/v1alpha1.ClientConnectionConfiguration
kubeconfig - string +
acceptContentTypes - string +
contentType - string +
qps - float +
burst - int32 +

component/v1alpha1.DebuggingConfiguration
enableProfiling - bool *
enableContentionProfiling - bool *

component/v1alpha1.LeaderElectionConfiguration
leaderElect - bool + *
leaseDuration - duration +
renewDeadline - duration +
retryPeriod - duration +
resourceLock - string +
resourceName - string +
resourceNamespace - string +
`;
