/**
 * The purpose of the types and fields of `clientauthentication`.
 *
 * @module
 */
export const clientauthentication: Readonly<Record<string, string>> = {
  "clientauthentication/v1.Cluster.certificate-authority-data":
    "PEM certificates that the server's is checked against; default the system's.",
  "clientauthentication/v1.Cluster.config": "Settings in the kubeconfig for the plugin; no place for secrets.",
  "clientauthentication/v1.Cluster.disable-compression": "Whether answers are asked for without compression.",
  "clientauthentication/v1.Cluster.insecure-skip-tls-verify": "Whether the server's certificate goes unchecked.",
  "clientauthentication/v1.Cluster.proxy-url": "The proxy to go through.",
  "clientauthentication/v1.Cluster.server": "Where the cluster is, `https://host:port`.",
  "clientauthentication/v1.Cluster.tls-server-name":
    "The name that the server's certificate is checked for; default its host.",
  "clientauthentication/v1.ExecCredential":
    "A client's question to a credential plugin, and the plugin's answer on its standard output.",
  "clientauthentication/v1.ExecCredential.spec": "Input of the program.",
  "clientauthentication/v1.ExecCredential.status": "The plugin's answer.",
  "clientauthentication/v1.ExecCredentialSpec.cluster": "The cluster, where the kubeconfig has `provideClusterInfo`.",
  "clientauthentication/v1.ExecCredentialSpec.interactive": "Whether the plugin may ask a person.",
  "clientauthentication/v1.ExecCredentialStatus.clientCertificateData":
    "A client certificate with its chain, PEM text.",
  "clientauthentication/v1.ExecCredentialStatus.clientKeyData": "The certificate's private key, PEM text.",
  "clientauthentication/v1.ExecCredentialStatus.expirationTimestamp": "Until when the credentials hold.",
  "clientauthentication/v1.ExecCredentialStatus.token": "A bearer token.",
};
