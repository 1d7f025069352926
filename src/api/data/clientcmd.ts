/**
 * The types of `clientcmd`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const clientcmdTypes = (): string => `
clientcmd/v1.AuthInfo
client-certificate - string
client-certificate-data - bytes
client-key - string
client-key-data - bytes
token - string
tokenFile - string
as - string
as-uid - string
as-groups - []string
as-user-extra - {}[]string
username - string
password - string
auth-provider - AuthProviderConfig *
exec - ExecConfig *
extensions - []NamedExtension

clientcmd/v1.AuthProviderConfig
name - string +
config - {}string +

clientcmd/v1.Cluster
server - string +
tls-server-name - string
insecure-skip-tls-verify - bool
certificate-authority - string
certificate-authority-data - bytes
proxy-url - string
disable-compression - bool
extensions - []NamedExtension

clientcmd/v1.Config
kind - string
apiVersion - string
preferences - Preferences ~
clusters - []NamedCluster +
users - []NamedAuthInfo +
contexts - []NamedContext +
current-context - string +
extensions - []NamedExtension

clientcmd/v1.Context
cluster - string +
user - string +
namespace - string
extensions - []NamedExtension

clientcmd/v1.ExecConfig
command - string +
args - []string +
env - []ExecEnvVar +
apiVersion - string
installHint - string
provideClusterInfo - bool +
interactiveMode - string

clientcmd/v1.ExecEnvVar
name - string +
value - string +

clientcmd/v1.NamedAuthInfo
name - string +
user - AuthInfo +

clientcmd/v1.NamedCluster
name - string +
cluster - Cluster +

clientcmd/v1.NamedContext
name - string +
context - Context +

clientcmd/v1.NamedExtension
name - string +
extension - raw +

clientcmd/v1.Preferences
colors - bool
extensions - []NamedExtension
`;
