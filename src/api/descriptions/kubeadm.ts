/**
 * The purpose of the types and fields of `kubeadm`.
 *
 * @module
 */
export const kubeadm: Readonly<Record<string, string>> = {
  "kubeadm/v1beta3.APIServer.timeoutForControlPlane": "Time that kubeadm waits for the API server.",
  "kubeadm/v1beta3.Discovery.timeout": "Time that the search for the cluster may take.",
  "kubeadm/v1beta4.APIEndpoint": "The address of an API server on one node.",
  "kubeadm/v1beta4.APIEndpoint.advertiseAddress":
    "The IP address that others reach the API server at; that of the default route by default.",
  "kubeadm/v1beta4.APIEndpoint.bindPort": "The port of the API server, 6443 by default.",
  "kubeadm/v1beta4.APIServer": "Settings of kube-apiserver on all control plane nodes.",
  "kubeadm/v1beta4.APIServer.certSANs": "Further names and addresses in the certificate of the API server.",
  "kubeadm/v1beta4.APIServer.extraArgs":
    "Flags of kube-apiserver, without dashes, in addition to kubeadm's or instead of them.",
  "kubeadm/v1beta4.APIServer.extraEnvs": "Environment variables of kube-apiserver.",
  "kubeadm/v1beta4.APIServer.extraVolumes": "Files and directories of the node that kube-apiserver sees.",
  "kubeadm/v1beta4.Arg": "A flag and its value.",
  "kubeadm/v1beta4.Arg.name": "The name of the flag, without dashes.",
  "kubeadm/v1beta4.Arg.value": "The value of the flag.",
  "kubeadm/v1beta4.BootstrapTokenDiscovery": "How a node finds and verifies its cluster with a token.",
  "kubeadm/v1beta4.BootstrapTokenDiscovery.apiServerEndpoint":
    "HOST:PORT of an API server that has information about the cluster.",
  "kubeadm/v1beta4.BootstrapTokenDiscovery.caCertHashes":
    "Hashes of the public keys of CAs that are trusted, `sha256:` and hexadecimal digits.",
  "kubeadm/v1beta4.BootstrapTokenDiscovery.token": "The token that the information about the cluster is signed with.",
  "kubeadm/v1beta4.BootstrapTokenDiscovery.unsafeSkipCAVerification": "Trust the cluster without the hash of its CA.",
  "kubeadm/v1beta4.ClusterConfiguration":
    "Settings that all control plane nodes of a cluster share, in the file that `kubeadm init --config` reads.",
  "kubeadm/v1beta4.ClusterConfiguration.apiServer": "Settings of kube-apiserver.",
  "kubeadm/v1beta4.ClusterConfiguration.caCertificateValidityPeriod":
    "Time that the CA is valid, ten years by default.",
  "kubeadm/v1beta4.ClusterConfiguration.certificateValidityPeriod":
    "Time that certificates are valid, a year by default.",
  "kubeadm/v1beta4.ClusterConfiguration.certificatesDir":
    "Directory of certificates and keys, `/etc/kubernetes/pki` by default.",
  "kubeadm/v1beta4.ClusterConfiguration.clusterName": "The name of the cluster in kubeconfig files.",
  "kubeadm/v1beta4.ClusterConfiguration.controlPlaneEndpoint":
    "A DNS name or an IP address for all control plane nodes, such as that of a load balancer, with or without a port.",
  "kubeadm/v1beta4.ClusterConfiguration.controllerManager": "Settings of kube-controller-manager.",
  "kubeadm/v1beta4.ClusterConfiguration.dns": "Settings of the cluster DNS.",
  "kubeadm/v1beta4.ClusterConfiguration.encryptionAlgorithm":
    "Algorithm of the keys of certificates, RSA-2048 by default.",
  "kubeadm/v1beta4.ClusterConfiguration.etcd": "The etcd of the cluster, by default one on each control plane node.",
  "kubeadm/v1beta4.ClusterConfiguration.featureGates": "Feature gates of kubeadm itself.",
  "kubeadm/v1beta4.ClusterConfiguration.imageRepository": "Where images are pulled from, `registry.k8s.io` by default.",
  "kubeadm/v1beta4.ClusterConfiguration.kubernetesVersion":
    "The version of the control plane, `v1.36.2`, or a label such as `stable-1`, which is the default.",
  "kubeadm/v1beta4.ClusterConfiguration.networking": "Address ranges and the DNS domain of the cluster.",
  "kubeadm/v1beta4.ClusterConfiguration.proxy": "Settings of kube-proxy as an add-on.",
  "kubeadm/v1beta4.ClusterConfiguration.scheduler": "Settings of kube-scheduler.",
  "kubeadm/v1beta4.ControlPlaneComponent": "Settings of a component of the control plane.",
  "kubeadm/v1beta4.ControlPlaneComponent.extraArgs":
    "Flags, without dashes, in addition to kubeadm's or instead of them.",
  "kubeadm/v1beta4.ControlPlaneComponent.extraEnvs": "Environment variables of the component.",
  "kubeadm/v1beta4.ControlPlaneComponent.extraVolumes": "Files and directories of the node that the component sees.",
  "kubeadm/v1beta4.DNS": "Settings of the cluster DNS, CoreDNS.",
  "kubeadm/v1beta4.DNS.disabled": "Install no DNS.",
  "kubeadm/v1beta4.DNS.imageRepository": "Where the image of CoreDNS is pulled from.",
  "kubeadm/v1beta4.DNS.imageTag": "The tag of the image of CoreDNS.",
  "kubeadm/v1beta4.Discovery": "How a node finds its cluster.",
  "kubeadm/v1beta4.Discovery.bootstrapToken": "By a token; excludes `file`.",
  "kubeadm/v1beta4.Discovery.file": "By a kubeconfig file; excludes `bootstrapToken`.",
  "kubeadm/v1beta4.Discovery.tlsBootstrapToken":
    "The token that the kubelet asks for its certificate with; that of `bootstrapToken` by default.",
  "kubeadm/v1beta4.EncryptionAlgorithmType": "The algorithm of a key.",
  "kubeadm/v1beta4.EnvVar": "An environment variable.",
  "kubeadm/v1beta4.EnvVar.name": "The name of the variable.",
  "kubeadm/v1beta4.EnvVar.value": "The value of the variable.",
  "kubeadm/v1beta4.EnvVar.valueFrom": "Where the value of the variable comes from.",
  "kubeadm/v1beta4.Etcd": "The etcd of a cluster: local or external.",
  "kubeadm/v1beta4.Etcd.external": "An etcd that kubeadm does not run.",
  "kubeadm/v1beta4.Etcd.local": "An etcd on each control plane node.",
  "kubeadm/v1beta4.ExternalEtcd": "An etcd that kubeadm does not run.",
  "kubeadm/v1beta4.ExternalEtcd.caFile": "Path of the CA that signed etcd's certificates.",
  "kubeadm/v1beta4.ExternalEtcd.certFile": "Path of the certificate of the client.",
  "kubeadm/v1beta4.ExternalEtcd.endpoints": "URLs of the members.",
  "kubeadm/v1beta4.ExternalEtcd.httpEndpoints": "URLs for metrics and health checks; `endpoints` by default.",
  "kubeadm/v1beta4.ExternalEtcd.keyFile": "Path of the key of the client.",
  "kubeadm/v1beta4.FileDiscovery": "How a node finds its cluster by a kubeconfig file.",
  "kubeadm/v1beta4.FileDiscovery.kubeConfigPath": "Path or https URL of a kubeconfig file.",
  "kubeadm/v1beta4.HostPathMount": "A file or directory of the node that a component sees.",
  "kubeadm/v1beta4.HostPathMount.hostPath": "Path on the node.",
  "kubeadm/v1beta4.HostPathMount.mountPath": "Path in the container.",
  "kubeadm/v1beta4.HostPathMount.name": "The name of the volume.",
  "kubeadm/v1beta4.HostPathMount.pathType": "The kind of thing at the path, as in `hostPath` volumes.",
  "kubeadm/v1beta4.HostPathMount.readOnly": "Mount without permission to write.",
  "kubeadm/v1beta4.ImageMeta": "Where an image comes from.",
  "kubeadm/v1beta4.ImageMeta.imageRepository": "Where the image is pulled from.",
  "kubeadm/v1beta4.ImageMeta.imageTag": "The tag of the image.",
  "kubeadm/v1beta4.InitConfiguration":
    "Settings of the first control plane node, in the file that `kubeadm init --config` reads.",
  "kubeadm/v1beta4.InitConfiguration.bootstrapTokens":
    "Tokens that nodes may join with; one that kubeadm makes by default.",
  "kubeadm/v1beta4.InitConfiguration.certificateKey":
    "The key that shared certificates are encrypted with, in hexadecimal digits.",
  "kubeadm/v1beta4.InitConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.InitConfiguration.localAPIEndpoint": "The address of the API server on this node.",
  "kubeadm/v1beta4.InitConfiguration.nodeRegistration": "Settings of the node.",
  "kubeadm/v1beta4.InitConfiguration.patches": "Patches of the manifests that kubeadm writes.",
  "kubeadm/v1beta4.InitConfiguration.skipPhases": "Phases of `kubeadm init` to leave out.",
  "kubeadm/v1beta4.InitConfiguration.timeouts": "Times that steps may take.",
  "kubeadm/v1beta4.JoinConfiguration":
    "How a node finds and joins a cluster, in the file that `kubeadm join --config` reads.",
  "kubeadm/v1beta4.JoinConfiguration.caCertPath":
    "Where the CA of the cluster is written, `/etc/kubernetes/pki/ca.crt` by default.",
  "kubeadm/v1beta4.JoinConfiguration.controlPlane": "Present where the node becomes one of the control plane.",
  "kubeadm/v1beta4.JoinConfiguration.discovery": "How the node finds its cluster.",
  "kubeadm/v1beta4.JoinConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.JoinConfiguration.nodeRegistration": "Settings of the node.",
  "kubeadm/v1beta4.JoinConfiguration.patches": "Patches of the manifests that kubeadm writes.",
  "kubeadm/v1beta4.JoinConfiguration.skipPhases": "Phases of `kubeadm join` to leave out.",
  "kubeadm/v1beta4.JoinConfiguration.timeouts": "Times that steps may take.",
  "kubeadm/v1beta4.JoinControlPlane": "Settings of a node that joins the control plane.",
  "kubeadm/v1beta4.JoinControlPlane.certificateKey":
    "The key that shared certificates are decrypted with, in hexadecimal digits.",
  "kubeadm/v1beta4.JoinControlPlane.localAPIEndpoint": "The address of the API server on this node.",
  "kubeadm/v1beta4.LocalEtcd": "An etcd that kubeadm runs on each control plane node.",
  "kubeadm/v1beta4.LocalEtcd.dataDir": "Directory of etcd's data, `/var/lib/etcd` by default.",
  "kubeadm/v1beta4.LocalEtcd.extraArgs": "Flags of etcd, without dashes.",
  "kubeadm/v1beta4.LocalEtcd.extraEnvs": "Environment variables of etcd.",
  "kubeadm/v1beta4.LocalEtcd.imageRepository": "Where the image of etcd is pulled from.",
  "kubeadm/v1beta4.LocalEtcd.imageTag": "The tag of the image of etcd.",
  "kubeadm/v1beta4.LocalEtcd.peerCertSANs": "Further names in the certificate that members show one another.",
  "kubeadm/v1beta4.LocalEtcd.serverCertSANs": "Further names in the certificate that clients see.",
  "kubeadm/v1beta4.Networking": "Address ranges and the DNS domain of a cluster.",
  "kubeadm/v1beta4.Networking.dnsDomain": "The domain of services, `cluster.local` by default.",
  "kubeadm/v1beta4.Networking.podSubnet": "Range of the pods, or one of each IP family, separated by a comma.",
  "kubeadm/v1beta4.Networking.serviceSubnet":
    "Range of the services, or one of each IP family; `10.96.0.0/12` by default.",
  "kubeadm/v1beta4.NodeRegistrationOptions": "Settings of a node that kubeadm sets up.",
  "kubeadm/v1beta4.NodeRegistrationOptions.criSocket":
    "Socket of the container runtime, `unix:///run/containerd/containerd.sock`; detected by default.",
  "kubeadm/v1beta4.NodeRegistrationOptions.ignorePreflightErrors":
    "Checks before the start whose errors are ignored; `all` for every one.",
  "kubeadm/v1beta4.NodeRegistrationOptions.imagePullPolicy":
    "Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never.",
  "kubeadm/v1beta4.NodeRegistrationOptions.imagePullSerial": "Pull images one after the other, which is the default.",
  "kubeadm/v1beta4.NodeRegistrationOptions.kubeletExtraArgs": "Flags of the kubelet, without dashes.",
  "kubeadm/v1beta4.NodeRegistrationOptions.name": "The name of the node; that of the host by default.",
  "kubeadm/v1beta4.NodeRegistrationOptions.taints":
    "Taints of the node; an empty list for none, also on the control plane.",
  "kubeadm/v1beta4.Patches": "Patches of the manifests that kubeadm writes.",
  "kubeadm/v1beta4.Patches.directory": "Directory of files TARGET[SUFFIX][+PATCHTYPE].EXTENSION.",
  "kubeadm/v1beta4.Proxy": "Settings of kube-proxy as an add-on.",
  "kubeadm/v1beta4.Proxy.disabled": "Install no kube-proxy.",
  "kubeadm/v1beta4.ResetConfiguration":
    "Settings of the removal of a node, in the file that `kubeadm reset --config` reads.",
  "kubeadm/v1beta4.ResetConfiguration.certificatesDir":
    "Directory of certificates and keys, `/etc/kubernetes/pki` by default.",
  "kubeadm/v1beta4.ResetConfiguration.cleanupTmpDir": "Remove `/etc/kubernetes/tmp`, too.",
  "kubeadm/v1beta4.ResetConfiguration.criSocket": "Socket of the container runtime; detected by default.",
  "kubeadm/v1beta4.ResetConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.ResetConfiguration.force": "Do not ask.",
  "kubeadm/v1beta4.ResetConfiguration.ignorePreflightErrors":
    "Checks before the start whose errors are ignored; `all` for every one.",
  "kubeadm/v1beta4.ResetConfiguration.skipPhases": "Phases of `kubeadm reset` to leave out.",
  "kubeadm/v1beta4.ResetConfiguration.timeouts": "Times that steps may take.",
  "kubeadm/v1beta4.ResetConfiguration.unmountFlags":
    "Flags of umount2 for directories of the kubelet, such as MNT_DETACH.",
  "kubeadm/v1beta4.Timeouts": "Times that steps of kubeadm may take.",
  "kubeadm/v1beta4.Timeouts.controlPlaneComponentHealthCheck":
    "Time until a component of the control plane is healthy, 4m by default.",
  "kubeadm/v1beta4.Timeouts.discovery": "Time to find the cluster, 5m by default.",
  "kubeadm/v1beta4.Timeouts.etcdAPICall": "Time of a call to etcd, 2m by default.",
  "kubeadm/v1beta4.Timeouts.kubeletHealthCheck": "Time until the kubelet is healthy, 4m by default.",
  "kubeadm/v1beta4.Timeouts.kubernetesAPICall": "Time of a call to the API server, 1m by default.",
  "kubeadm/v1beta4.Timeouts.tlsBootstrap": "Time until the kubelet has its certificate, 5m by default.",
  "kubeadm/v1beta4.Timeouts.upgradeManifests": "Time until a static pod is upgraded, 5m by default.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration": "Settings of `kubeadm upgrade apply`.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.allowExperimentalUpgrades":
    "Allow alpha, beta and release candidate versions.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.allowRCUpgrades": "Allow release candidates.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.certificateRenewal": "Renew certificates, which is the default.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.etcdUpgrade": "Upgrade etcd, which is the default.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.forceUpgrade": "Upgrade although a requirement is not met.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.ignorePreflightErrors":
    "Checks before the start whose errors are ignored; `all` for every one.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.imagePullPolicy":
    "Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.imagePullSerial": "Pull images one after the other, which is the default.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.kubernetesVersion": "The version to upgrade to.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.patches": "Patches of the manifests that kubeadm writes.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.printConfig": "Print the configuration of the upgrade.",
  "kubeadm/v1beta4.UpgradeApplyConfiguration.skipPhases": "Phases to leave out.",
  "kubeadm/v1beta4.UpgradeConfiguration":
    "How a cluster is upgraded, in the file that `kubeadm upgrade --config` reads.",
  "kubeadm/v1beta4.UpgradeConfiguration.apply": "Settings of `kubeadm upgrade apply`.",
  "kubeadm/v1beta4.UpgradeConfiguration.diff": "Settings of `kubeadm upgrade diff`.",
  "kubeadm/v1beta4.UpgradeConfiguration.node": "Settings of `kubeadm upgrade node`.",
  "kubeadm/v1beta4.UpgradeConfiguration.plan": "Settings of `kubeadm upgrade plan`.",
  "kubeadm/v1beta4.UpgradeConfiguration.timeouts": "Times that steps may take.",
  "kubeadm/v1beta4.UpgradeDiffConfiguration": "Settings of `kubeadm upgrade diff`.",
  "kubeadm/v1beta4.UpgradeDiffConfiguration.contextLines": "Lines of context in the difference.",
  "kubeadm/v1beta4.UpgradeDiffConfiguration.kubernetesVersion": "The version to upgrade to.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration": "Settings of `kubeadm upgrade node`.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.certificateRenewal": "Renew certificates, which is the default.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.etcdUpgrade": "Upgrade etcd, which is the default.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.ignorePreflightErrors":
    "Checks before the start whose errors are ignored; `all` for every one.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.imagePullPolicy":
    "Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.imagePullSerial": "Pull images one after the other, which is the default.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.patches": "Patches of the manifests that kubeadm writes.",
  "kubeadm/v1beta4.UpgradeNodeConfiguration.skipPhases": "Phases to leave out.",
  "kubeadm/v1beta4.UpgradePlanConfiguration": "Settings of `kubeadm upgrade plan`.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.allowExperimentalUpgrades":
    "Allow alpha, beta and release candidate versions.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.allowRCUpgrades": "Allow release candidates.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.dryRun": "Say what would be done, and change nothing.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.etcdUpgrade": "Upgrade etcd, which is the default.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.ignorePreflightErrors":
    "Checks before the start whose errors are ignored; `all` for every one.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.kubernetesVersion": "The version to upgrade to.",
  "kubeadm/v1beta4.UpgradePlanConfiguration.printConfig": "Print the configuration of the upgrade.",
};
