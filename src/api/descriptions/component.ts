/**
 * The purpose of the types and fields of `component`.
 *
 * @module
 */
export const component: Readonly<Record<string, string>> = {
  "component/v1alpha1.ClientConnectionConfiguration.acceptContentTypes":
    "Media types that are asked for, as in an Accept header.",
  "component/v1alpha1.ClientConnectionConfiguration.burst": "Requests at once beyond that.",
  "component/v1alpha1.ClientConnectionConfiguration.contentType": "Media type that is sent.",
  "component/v1alpha1.ClientConnectionConfiguration.kubeconfig":
    "Path of a kubeconfig file; in a pod the service account serves as well.",
  "component/v1alpha1.ClientConnectionConfiguration.qps": "Requests a second, in the long run.",
  "component/v1alpha1.DebuggingConfiguration.enableContentionProfiling": "Profile waits for locks too.",
  "component/v1alpha1.DebuggingConfiguration.enableProfiling": "Serve profiles under /debug/pprof.",
  "component/v1alpha1.LeaderElectionConfiguration.leaderElect":
    "Whether instances elect a leader; without it each one works.",
  "component/v1alpha1.LeaderElectionConfiguration.leaseDuration": "How long others wait for a leader that is silent.",
  "component/v1alpha1.LeaderElectionConfiguration.renewDeadline": "How long a leader tries to stay one.",
  "component/v1alpha1.LeaderElectionConfiguration.resourceLock": "The resource of the election: leases.",
  "component/v1alpha1.LeaderElectionConfiguration.resourceName": "Name of the lease.",
  "component/v1alpha1.LeaderElectionConfiguration.resourceNamespace": "Namespace of the lease.",
  "component/v1alpha1.LeaderElectionConfiguration.retryPeriod": "Time between two tries.",
};
