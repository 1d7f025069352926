/**
 * The purpose of the types and fields of `coordination`.
 *
 * @module
 */
export const coordination: Readonly<Record<string, string>> = {
  "coordination/v1.Lease": "Who holds a role, and until when.",
  "coordination/v1.LeaseSpec.acquireTime": "When the holder took the lease.",
  "coordination/v1.LeaseSpec.holderIdentity": "Who holds the lease.",
  "coordination/v1.LeaseSpec.leaseDurationSeconds": "Seconds after `renewTime` at which others may take the lease.",
  "coordination/v1.LeaseSpec.leaseTransitions": "How often the holder changed.",
  "coordination/v1.LeaseSpec.preferredHolder": "The candidate that the holder should hand the lease to.",
  "coordination/v1.LeaseSpec.renewTime": "When the holder last renewed the lease.",
  "coordination/v1.LeaseSpec.strategy": "How the holder is chosen in coordinated leader election.",
  "coordination/v1beta1.LeaseCandidate": "One who would take a lease.",
  "coordination/v1beta1.LeaseCandidateSpec.binaryVersion": "Version of the candidate's program.",
  "coordination/v1beta1.LeaseCandidateSpec.emulationVersion": "Version that the candidate emulates.",
  "coordination/v1beta1.LeaseCandidateSpec.leaseName": "Name of the lease that the candidate is for. Immutable.",
  "coordination/v1beta1.LeaseCandidateSpec.pingTime": "When the API server last asked whether the candidate lives.",
  "coordination/v1beta1.LeaseCandidateSpec.renewTime": "When the candidate last answered.",
  "coordination/v1beta1.LeaseCandidateSpec.strategy": "How the holder of the lease is chosen.",
};
