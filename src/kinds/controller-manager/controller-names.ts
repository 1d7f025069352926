/**
 * The names of controllers that `Controllers` may list.
 *
 * @module
 */

/** Controllers of every supported target release. */
const permanentNames: readonly string[] = [
  "bootstrap-signer-controller",
  "certificatesigningrequest-approving-controller",
  "certificatesigningrequest-cleaner-controller",
  "certificatesigningrequest-signing-controller",
  "clusterrole-aggregation-controller",
  "cronjob-controller",
  "daemonset-controller",
  "deployment-controller",
  "disruption-controller",
  "endpoints-controller",
  "endpointslice-controller",
  "endpointslice-mirroring-controller",
  "ephemeral-volume-controller",
  "garbage-collector-controller",
  "horizontal-pod-autoscaler-controller",
  "job-controller",
  "legacy-serviceaccount-token-cleaner-controller",
  "namespace-controller",
  "node-ipam-controller",
  "node-lifecycle-controller",
  "persistentvolume-attach-detach-controller",
  "persistentvolume-binder-controller",
  "persistentvolume-expander-controller",
  "persistentvolume-protection-controller",
  "persistentvolumeclaim-protection-controller",
  "pod-garbage-collector-controller",
  "replicaset-controller",
  "replicationcontroller-controller",
  "resourceclaim-controller",
  "resourcequota-controller",
  "root-ca-certificate-publisher-controller",
  "service-cidr-controller",
  "serviceaccount-controller",
  "serviceaccount-token-controller",
  "statefulset-controller",
  "storage-version-migrator-controller",
  "storageversion-garbage-collector-controller",
  "taint-eviction-controller",
  "token-cleaner-controller",
  "ttl-after-finished-controller",
  "ttl-controller",
  "validatingadmissionpolicy-status-controller",
];

/** Older names of some controllers. */
const aliases: readonly string[] = [
  "daemonset",
  "statefulset",
  "replicaset",
  "deployment",
  "horizontalpodautoscaling",
  "job",
  "cronjob",
  "bootstrapsigner",
  "tokencleaner",
  "csrsigning",
  "csrapproving",
  "csrcleaner",
  "root-ca-cert-publisher",
  "nodeipam",
  "nodelifecycle",
  "persistentvolume-binder",
  "attachdetach",
  "persistentvolume-expander",
  "ephemeral-volume",
  "endpoint",
  "replicationcontroller",
  "podgc",
  "resourcequota",
  "namespace",
  "serviceaccount",
  "ttl",
  "garbagecollector",
  "pvc-protection",
  "pv-protection",
  "ttl-after-finished",
  "legacy-service-account-token-cleaner",
  "storage-version-gc",
  "endpointslice",
  "endpointslicemirroring",
  "disruption",
  "clusterrole-aggregation",
  "resource-claim-controller",
  "serviceaccount-token",
  "svm",
];

/** Controllers that not every supported release has, with the release that added them. */
const sinceByName: Readonly<Record<string, string>> = {
  "device-taint-eviction-controller": "1.33",
  "kube-apiserver-serving-clustertrustbundle-publisher-controller": "1.32",
  "podcertificaterequest-cleaner-controller": "1.34",
  "podgroup-protection-controller": "1.36",
  "resourcepoolstatusrequest-controller": "1.36",
  "selinux-warning-controller": "1.32",
  "volumeattributesclass-protection-controller": "1.32",
};

/** Cloud controllers, which release 1.37 removed from kube-controller-manager. */
const untilByName: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "cloud-node-lifecycle",
    "cloud-node-lifecycle-controller",
    "node-route-controller",
    "route",
    "service",
    "service-lb-controller",
  ].map((name) => [name, "1.37"]),
);

/** Returns the names that kube-controller-manager of a release accepts. */
export function controllerNames(reaches: (release: string) => boolean): ReadonlySet<string> {
  const came = Object.entries(sinceByName).filter(([, since]) => reaches(since));
  const stay = Object.entries(untilByName).filter(([, until]) => !reaches(until));
  return new Set([...permanentNames, ...aliases, ...[...came, ...stay].map(([name]) => name)]);
}
