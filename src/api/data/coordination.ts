/**
 * The types of `coordination`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const coordinationTypes = (): string => `
coordination/v1.Lease
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseSpec

coordination/v1.LeaseSpec
holderIdentity 1 string *
leaseDurationSeconds 2 int32 *
acquireTime 3 microTime *
renewTime 4 microTime *
leaseTransitions 5 int32 *
strategy 6 string * >=1.31 gate=CoordinatedLeaderElection
preferredHolder 7 string * >=1.31 gate=CoordinatedLeaderElection

coordination/v1alpha1.LeaseCandidate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseCandidateSpec

coordination/v1alpha1.LeaseCandidateSpec
leaseName 1 string !
pingTime 2 microTime *
renewTime 3 microTime *
binaryVersion 4 string
emulationVersion 5 string
preferredStrategies 6 []string ? list=atomic gate=CoordinatedLeaderElection

coordination/v1alpha2.LeaseCandidate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseCandidateSpec ?

coordination/v1alpha2.LeaseCandidateSpec
leaseName 1 string !
pingTime 2 microTime *
renewTime 3 microTime *
binaryVersion 4 string !
emulationVersion 5 string
strategy 6 string ?

coordination/v1beta1 like coordination/v1alpha2
LeaseCandidate LeaseCandidateSpec
`;
