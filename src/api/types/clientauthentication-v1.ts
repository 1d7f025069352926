/**
 * The types of `clientauthentication/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface Cluster {
  /** Where the cluster is, `https://host:port`. */
  server?: string;
  /** The name that the server's certificate is checked for; default its host. */
  "tls-server-name"?: string;
  /** Whether the server's certificate goes unchecked. */
  "insecure-skip-tls-verify"?: boolean;
  /** PEM certificates that the server's is checked against; default the system's. */
  "certificate-authority-data"?: string;
  /** The proxy to go through. */
  "proxy-url"?: string;
  /** Whether answers are asked for without compression. */
  "disable-compression"?: boolean;
  /** Settings in the kubeconfig for the plugin; no place for secrets. */
  config?: unknown;
}

/** A client's question to a credential plugin, and the plugin's answer on its standard output. */
export interface ExecCredential {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Input of the program. */
  spec?: ExecCredentialSpec;
  /** The plugin's answer. */
  status?: ExecCredentialStatus;
}

export interface ExecCredentialSpec {
  /** The cluster, where the kubeconfig has `provideClusterInfo`. */
  cluster?: Cluster;
  /** Whether the plugin may ask a person. */
  interactive?: boolean;
}

export interface ExecCredentialStatus {
  /** Until when the credentials hold. */
  expirationTimestamp?: string;
  /** A bearer token. */
  token?: string;
  /** A client certificate with its chain, PEM text. */
  clientCertificateData?: string;
  /** The certificate's private key, PEM text. */
  clientKeyData?: string;
}
