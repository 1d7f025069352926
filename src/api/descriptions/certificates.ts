/**
 * The purpose of the types and fields of `certificates`.
 *
 * @module
 */
export const certificates: Readonly<Record<string, string>> = {
  "certificates/v1.CertificateSigningRequest": "Asks a signer for a certificate.",
  "certificates/v1.CertificateSigningRequestCondition.lastUpdateTime": "When it was last written.",
  "certificates/v1.CertificateSigningRequestSpec.expirationSeconds":
    "How long the certificate should be valid, at least 600 seconds; the signer may choose otherwise.",
  "certificates/v1.CertificateSigningRequestSpec.extra": "Further facts about the user; the API server sets them.",
  "certificates/v1.CertificateSigningRequestSpec.groups": "Groups of the user; the API server sets them.",
  "certificates/v1.CertificateSigningRequestSpec.request": "The PKCS#10 request, PEM, base64.",
  "certificates/v1.CertificateSigningRequestSpec.signerName":
    "Name of the signer, such as `kubernetes.io/kube-apiserver-client`.",
  "certificates/v1.CertificateSigningRequestSpec.uid": "Id of the user; the API server sets it.",
  "certificates/v1.CertificateSigningRequestSpec.usages": "Key usages that the certificate should have.",
  "certificates/v1.CertificateSigningRequestSpec.username":
    "Name of the user who created the request; the API server sets it.",
  "certificates/v1.CertificateSigningRequestStatus.certificate": "The issued certificate, PEM, base64.",
  "certificates/v1.ClusterTrustBundle": "Certificates that all of the cluster may trust.",
  "certificates/v1.PodCertificateRequest": "Asks a signer for the certificate of a pod.",
  "certificates/v1beta1.ClusterTrustBundleSpec.signerName":
    "Name of the signer that the bundle belongs to; empty for none.",
  "certificates/v1beta1.ClusterTrustBundleSpec.trustBundle": "Certificates of authorities, PEM.",
  "certificates/v1beta1.PodCertificateRequestSpec.maxExpirationSeconds":
    "Longest validity of the certificate, in seconds; default 86400.",
  "certificates/v1beta1.PodCertificateRequestSpec.nodeName": "Name of the node that the pod runs on.",
  "certificates/v1beta1.PodCertificateRequestSpec.nodeUID": "UID of the node.",
  "certificates/v1beta1.PodCertificateRequestSpec.podName": "Name of the pod.",
  "certificates/v1beta1.PodCertificateRequestSpec.podUID": "UID of the pod.",
  "certificates/v1beta1.PodCertificateRequestSpec.serviceAccountName": "Name of the service account of the pod.",
  "certificates/v1beta1.PodCertificateRequestSpec.serviceAccountUID": "UID of the service account.",
  "certificates/v1beta1.PodCertificateRequestSpec.signerName": "Name of the signer.",
  "certificates/v1beta1.PodCertificateRequestSpec.stubPKCS10Request":
    "A PKCS#10 request, DER, that proves the possession of the key.",
  "certificates/v1beta1.PodCertificateRequestSpec.unverifiedUserAnnotations":
    "Texts from the pod for the signer; nothing has checked them.",
  "certificates/v1beta1.PodCertificateRequestStatus.beginRefreshAt":
    "When the kubelet should ask for the next certificate.",
  "certificates/v1beta1.PodCertificateRequestStatus.certificateChain":
    "The issued certificates, PEM; the first is that of the pod.",
  "certificates/v1beta1.PodCertificateRequestStatus.notAfter": "End of the validity.",
  "certificates/v1beta1.PodCertificateRequestStatus.notBefore": "Start of the validity.",
};
