/**
 * The purpose of the types and fields of `certificates`.
 *
 * @module
 */
export const certificates: Readonly<Record<string, string>> = {
  "certificates/v1.CertificateSigningRequest": "Asks a signer for a certificate.",
  "certificates/v1.ClusterTrustBundle": "Certificates that all of the cluster may trust.",
  "certificates/v1.PodCertificateRequest": "Asks a signer for the certificate of a pod.",
};
