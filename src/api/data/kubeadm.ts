/**
 * The types of `kubeadm`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const kubeadmTypes = (): string => `
kubeadm/v1beta3.APIEndpoint
advertiseAddress - string
bindPort - int32

kubeadm/v1beta3.APIServer
extraArgs - {}string
extraVolumes - []HostPathMount
certSANs - []string
timeoutForControlPlane - duration *

kubeadm/v1beta3.BootstrapTokenDiscovery
token - string +
apiServerEndpoint - string
caCertHashes - []string
unsafeSkipCAVerification - bool

kubeadm/v1beta3.ClusterConfiguration
apiVersion - string
kind - string
etcd - Etcd
networking - Networking
kubernetesVersion - string
controlPlaneEndpoint - string
apiServer - APIServer
controllerManager - ControlPlaneComponent
scheduler - ControlPlaneComponent
dns - DNS
certificatesDir - string
imageRepository - string
featureGates - {}bool
clusterName - string

kubeadm/v1beta3.ControlPlaneComponent
extraArgs - {}string
extraVolumes - []HostPathMount

kubeadm/v1beta3.DNS
imageRepository - string
imageTag - string

kubeadm/v1beta3.Discovery
bootstrapToken - BootstrapTokenDiscovery *
file - FileDiscovery *
tlsBootstrapToken - string
timeout - duration *

kubeadm/v1beta3.Etcd
local - LocalEtcd *
external - ExternalEtcd *

kubeadm/v1beta3.ExternalEtcd
endpoints - []string +
caFile - string +
certFile - string +
keyFile - string +

kubeadm/v1beta3.FileDiscovery
kubeConfigPath - string +

kubeadm/v1beta3.HostPathMount
name - string +
hostPath - string +
mountPath - string +
readOnly - bool
pathType - core/v1.HostPathType

kubeadm/v1beta3.ImageMeta
imageRepository - string
imageTag - string

kubeadm/v1beta3.InitConfiguration
apiVersion - string
kind - string
bootstrapTokens - []bootstraptoken/v1.BootstrapToken
nodeRegistration - NodeRegistrationOptions
localAPIEndpoint - APIEndpoint
certificateKey - string
skipPhases - []string
patches - Patches *

kubeadm/v1beta3.JoinConfiguration
apiVersion - string
kind - string
nodeRegistration - NodeRegistrationOptions
caCertPath - string
discovery - Discovery +
controlPlane - JoinControlPlane *
skipPhases - []string
patches - Patches *

kubeadm/v1beta3.JoinControlPlane
localAPIEndpoint - APIEndpoint
certificateKey - string

kubeadm/v1beta3.LocalEtcd
imageRepository - string
imageTag - string
dataDir - string +
extraArgs - {}string
serverCertSANs - []string
peerCertSANs - []string

kubeadm/v1beta3.Networking
serviceSubnet - string
podSubnet - string
dnsDomain - string

kubeadm/v1beta3.NodeRegistrationOptions
name - string
criSocket - string
taints - []core/v1.Taint +
kubeletExtraArgs - {}string
ignorePreflightErrors - []string
imagePullPolicy - core/v1.PullPolicy

kubeadm/v1beta3.Patches
directory - string

kubeadm/v1beta4.APIServer
extraArgs - []Arg
extraVolumes - []HostPathMount
extraEnvs - []EnvVar
certSANs - []string

kubeadm/v1beta4.Arg
name - string +
value - string +

kubeadm/v1beta4.ClusterConfiguration
apiVersion - string
kind - string
etcd - Etcd
networking - Networking
kubernetesVersion - string
controlPlaneEndpoint - string
apiServer - APIServer
controllerManager - ControlPlaneComponent
scheduler - ControlPlaneComponent
dns - DNS
proxy - Proxy
certificatesDir - string
imageRepository - string
featureGates - {}bool
clusterName - string
encryptionAlgorithm - EncryptionAlgorithmType
certificateValidityPeriod - duration *
caCertificateValidityPeriod - duration *

kubeadm/v1beta4.ControlPlaneComponent
extraArgs - []Arg
extraVolumes - []HostPathMount
extraEnvs - []EnvVar

kubeadm/v1beta4.DNS
imageRepository - string
imageTag - string
disabled - bool

kubeadm/v1beta4.Discovery
bootstrapToken - BootstrapTokenDiscovery *
file - FileDiscovery *
tlsBootstrapToken - string

kubeadm/v1beta4.EncryptionAlgorithmType = ECDSA-P256 | ECDSA-P384>=1.34 | RSA-2048 | RSA-3072 | RSA-4096

kubeadm/v1beta4.EnvVar
name 1 string !
value 2 string
valueFrom 3 core/v1.EnvVarSource *

kubeadm/v1beta4.ExternalEtcd
endpoints - []string +
caFile - string +
certFile - string +
keyFile - string +
httpEndpoints - []string >=1.35

kubeadm/v1beta4.InitConfiguration
apiVersion - string
kind - string
bootstrapTokens - []bootstraptoken/v1.BootstrapToken
dryRun - bool
nodeRegistration - NodeRegistrationOptions
localAPIEndpoint - APIEndpoint
certificateKey - string
skipPhases - []string
patches - Patches *
timeouts - Timeouts *

kubeadm/v1beta4.JoinConfiguration
apiVersion - string
kind - string
dryRun - bool
nodeRegistration - NodeRegistrationOptions
caCertPath - string
discovery - Discovery +
controlPlane - JoinControlPlane *
skipPhases - []string
patches - Patches *
timeouts - Timeouts *

kubeadm/v1beta4.LocalEtcd
imageRepository - string
imageTag - string
dataDir - string +
extraArgs - []Arg
extraEnvs - []EnvVar
serverCertSANs - []string
peerCertSANs - []string

kubeadm/v1beta4.NodeRegistrationOptions
name - string
criSocket - string
taints - []core/v1.Taint +
kubeletExtraArgs - []Arg
ignorePreflightErrors - []string
imagePullPolicy - core/v1.PullPolicy
imagePullSerial - bool *

kubeadm/v1beta4.Proxy
disabled - bool

kubeadm/v1beta4.ResetConfiguration
apiVersion - string
kind - string
cleanupTmpDir - bool
certificatesDir - string
criSocket - string
dryRun - bool
force - bool
ignorePreflightErrors - []string
skipPhases - []string
unmountFlags - []string
timeouts - Timeouts *

kubeadm/v1beta4.Timeouts
controlPlaneComponentHealthCheck - duration *
kubeletHealthCheck - duration *
kubernetesAPICall - duration *
etcdAPICall - duration *
tlsBootstrap - duration *
discovery - duration *
upgradeManifests - duration *

kubeadm/v1beta4.UpgradeApplyConfiguration
kubernetesVersion - string
allowExperimentalUpgrades - bool *
allowRCUpgrades - bool *
certificateRenewal - bool *
dryRun - bool *
etcdUpgrade - bool *
forceUpgrade - bool *
ignorePreflightErrors - []string
patches - Patches *
printConfig - bool *
skipPhases - []string
imagePullPolicy - core/v1.PullPolicy
imagePullSerial - bool *

kubeadm/v1beta4.UpgradeConfiguration
apiVersion - string
kind - string
apply - UpgradeApplyConfiguration
diff - UpgradeDiffConfiguration
node - UpgradeNodeConfiguration
plan - UpgradePlanConfiguration
timeouts - Timeouts *

kubeadm/v1beta4.UpgradeDiffConfiguration
kubernetesVersion - string
contextLines - int64

kubeadm/v1beta4.UpgradeNodeConfiguration
certificateRenewal - bool *
dryRun - bool *
etcdUpgrade - bool *
ignorePreflightErrors - []string
skipPhases - []string
patches - Patches *
imagePullPolicy - core/v1.PullPolicy
imagePullSerial - bool *

kubeadm/v1beta4.UpgradePlanConfiguration
kubernetesVersion - string
allowExperimentalUpgrades - bool *
allowRCUpgrades - bool *
dryRun - bool *
ignorePreflightErrors - []string
printConfig - bool *
etcdUpgrade - bool * >=1.33

kubeadm/v1beta4 like kubeadm/v1beta3
APIEndpoint BootstrapTokenDiscovery Etcd FileDiscovery HostPathMount ImageMeta JoinControlPlane Networking Patches
`;
