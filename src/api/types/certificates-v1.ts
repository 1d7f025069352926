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
  /** The desired state. */
  spec?: CertificateSigningRequestSpec;
  /** The observed state. */
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
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
}

export interface CertificateSigningRequestSpec {
  /** The PKCS#10 request, PEM, base64. */
  request?: string | null;
  /** Name of the signer, such as `kubernetes.io/kube-apiserver-client`. */
  signerName?: string;
  /** How long the certificate should be valid, at least 600 seconds; the signer may choose otherwise. */
  expirationSeconds?: number;
  /** Key usages that the certificate should have. */
  usages?: KeyUsage[];
  /** Name of the user who created the request; the API server sets it. */
  username?: string;
  /** Id of the user; the API server sets it. */
  uid?: string;
  /** Groups of the user; the API server sets them. */
  groups?: string[];
  /** Further facts about the user; the API server sets them. */
  extra?: Record<string, string[] | null>;
}

export interface CertificateSigningRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: CertificateSigningRequestCondition[];
  /** The issued certificate, PEM, base64. */
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
  /** The desired state. */
  spec?: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleSpec {
  /** Name of the signer that the bundle belongs to; empty for none. */
  signerName?: string;
  /** Certificates of authorities, PEM. */
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
  /** The desired state. */
  spec?: PodCertificateRequestSpec;
  /** The observed state. */
  status?: PodCertificateRequestStatus;
}

export interface PodCertificateRequestSpec {
  /** Name of the signer. */
  signerName?: string;
  /** Name of the pod. */
  podName?: string;
  /** UID of the pod. */
  podUID?: string;
  /** Name of the service account of the pod. */
  serviceAccountName?: string;
  /** UID of the service account. */
  serviceAccountUID?: string;
  /** Name of the node that the pod runs on. */
  nodeName?: string;
  /** UID of the node. */
  nodeUID?: string;
  /** Longest validity of the certificate, in seconds; default 86400. */
  maxExpirationSeconds?: number;
  /** A PKCS#10 request, DER, that proves the possession of the key. */
  stubPKCS10Request?: string | null;
  /** Texts from the pod for the signer; nothing has checked them. */
  unverifiedUserAnnotations?: Record<string, string>;
}

export interface PodCertificateRequestStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The issued certificates, PEM; the first is that of the pod. */
  certificateChain?: string;
  /** Start of the validity. */
  notBefore?: string | null;
  /** When the kubelet should ask for the next certificate. */
  beginRefreshAt?: string | null;
  /** End of the validity. */
  notAfter?: string | null;
}
