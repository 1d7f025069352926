/**
 * The types of `certificates/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** Asks a signer for a certificate. */
export interface CertificateSigningRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  lastUpdateTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
}

export interface CertificateSigningRequestSpec {
  request?: string;
  signerName?: string;
  expirationSeconds?: number;
  usages?: KeyUsage[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

export interface CertificateSigningRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: CertificateSigningRequestCondition[];
  certificate?: string;
}

/** Certificates that all of the cluster may trust. */
export interface ClusterTrustBundle {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle?: string;
}

export type KeyUsage = "any" | "cert sign" | "client auth" | "code signing" | "content commitment" | "crl sign" | "data encipherment" | "decipher only" | "digital signature" | "email protection" | "encipher only" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "key agreement" | "key encipherment" | "microsoft sgc" | "netscape sgc" | "ocsp signing" | "s/mime" | "server auth" | "signing" | "timestamping";

/** Asks a signer for the certificate of a pod. */
export interface PodCertificateRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: PodCertificateRequestSpec;
  status?: PodCertificateRequestStatus;
}

export interface PodCertificateRequestSpec {
  signerName?: string;
  podName?: string;
  podUID?: string;
  serviceAccountName?: string;
  serviceAccountUID?: string;
  nodeName?: string;
  nodeUID?: string;
  maxExpirationSeconds?: number;
  stubPKCS10Request?: string;
  unverifiedUserAnnotations?: Record<string, string>;
}

export interface PodCertificateRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  certificateChain?: string;
  notBefore?: string;
  beginRefreshAt?: string;
  notAfter?: string;
}
