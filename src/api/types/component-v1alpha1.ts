/**
 * The types of `component/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface ClientConnectionConfiguration {
  /** Path of a kubeconfig file; in a pod the service account serves as well. */
  kubeconfig?: string;
  /** Media types that are asked for, as in an Accept header. */
  acceptContentTypes?: string;
  /** Media type that is sent. */
  contentType?: string;
  /** Requests a second, in the long run. */
  qps?: number;
  /** Requests at once beyond that. */
  burst?: number;
}

export interface DebuggingConfiguration {
  /** Serve profiles under /debug/pprof. */
  enableProfiling?: boolean;
  /** Profile waits for locks too. */
  enableContentionProfiling?: boolean;
}

export interface LeaderElectionConfiguration {
  /** Whether instances elect a leader; without it each one works. */
  leaderElect?: boolean;
  /** How long others wait for a leader that is silent. */
  leaseDuration?: string;
  /** How long a leader tries to stay one. */
  renewDeadline?: string;
  /** Time between two tries. */
  retryPeriod?: string;
  /** The resource of the election: leases. */
  resourceLock?: string;
  /** Name of the lease. */
  resourceName?: string;
  /** Namespace of the lease. */
  resourceNamespace?: string;
}
