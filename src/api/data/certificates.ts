/**
 * The types of `certificates`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const certificatesTypes = (): string => `
certificates/v1.CertificateSigningRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CertificateSigningRequestSpec !
status 3 CertificateSigningRequestStatus

certificates/v1.CertificateSigningRequestCondition
type 1 string !
status 6 string !
reason 2 string
message 3 string
lastUpdateTime 4 time
lastTransitionTime 5 time

certificates/v1.CertificateSigningRequestSpec
request 1 bytes !
signerName 7 string !
expirationSeconds 8 int32 *
usages 5 []KeyUsage list=atomic
username 2 string
uid 3 string
groups 4 []string list=atomic
extra 6 {}[]string

certificates/v1.CertificateSigningRequestStatus
conditions 1 []CertificateSigningRequestCondition list=map keys=type
certificate 2 bytes

certificates/v1.ClusterTrustBundle
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ClusterTrustBundleSpec !

certificates/v1.ClusterTrustBundleSpec
signerName 1 string
trustBundle 2 string !

certificates/v1.KeyUsage = any | cert sign | client auth | code signing | content commitment | crl sign | data encipherment | decipher only | digital signature | email protection | encipher only | ipsec end system | ipsec tunnel | ipsec user | key agreement | key encipherment | microsoft sgc | netscape sgc | ocsp signing | s/mime | server auth | signing | timestamping

certificates/v1.PodCertificateRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodCertificateRequestSpec !
status 3 PodCertificateRequestStatus

certificates/v1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 * default=86400
stubPKCS10Request 12 bytes !
unverifiedUserAnnotations 11 {}string

certificates/v1.PodCertificateRequestStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
certificateChain 2 string
notBefore 4 time *
beginRefreshAt 5 time *
notAfter 6 time *

certificates/v1alpha1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 * default=86400
pkixPublicKey 9 bytes !
proofOfPossession 10 bytes !

certificates/v1beta1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 * default=86400
pkixPublicKey 9 bytes +
proofOfPossession 10 bytes +
unverifiedUserAnnotations 11 {}string
stubPKCS10Request 12 bytes ! >=1.36

certificates/v1alpha1 like certificates/v1
ClusterTrustBundle ClusterTrustBundleSpec PodCertificateRequest PodCertificateRequestStatus

certificates/v1beta1 like certificates/v1
ClusterTrustBundle ClusterTrustBundleSpec PodCertificateRequest PodCertificateRequestStatus
`;
