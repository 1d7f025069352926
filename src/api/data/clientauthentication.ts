/**
 * The types of `clientauthentication`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const clientauthenticationTypes = (): string => `
clientauthentication/v1.Cluster
server - string +
tls-server-name - string
insecure-skip-tls-verify - bool
certificate-authority-data - bytes list=atomic
proxy-url - string
disable-compression - bool
config - raw

clientauthentication/v1.ExecCredential
apiVersion - string
kind - string
spec - ExecCredentialSpec
status - ExecCredentialStatus *

clientauthentication/v1.ExecCredentialSpec
cluster - Cluster *
interactive - bool +

clientauthentication/v1.ExecCredentialStatus
expirationTimestamp - time *
token - string
clientCertificateData - string
clientKeyData - string

clientauthentication/v1beta1 like clientauthentication/v1
Cluster ExecCredential ExecCredentialSpec ExecCredentialStatus
`;
