/**
 * The flags of `k3s server`, `k3s agent`, `rke2 server` and `rke2 agent` from 1.30 to 1.37, as their command lines
 * register them. A configuration file may contain the flags of both commands, since both read the same file.
 *
 * @module
 */

export type Distribution = "k3s" | "rke2";

/** How the command line parses a value; `text` accepts anything, once or repeatedly. */
export type FlagType = "text" | "boolean" | "integer" | "duration";

export interface DistributionFlag {
  readonly type: FlagType;
  /** The first release that has the flag; absent if the oldest known release has it. */
  readonly since?: string;
}

const sharedFlags = `
  advertise-address agent-token agent-token-file airgap-extra-registry alsologtostderr bind-address cluster-cidr
  cluster-dns cluster-domain cluster-reset cluster-reset-restore-path config container-runtime-endpoint data-dir
  datastore-cafile datastore-certfile datastore-endpoint datastore-keyfile debug default-runtime disable
  disable-agent disable-apiserver disable-cloud-controller disable-controller-manager
  disable-default-registry-endpoint disable-etcd disable-kube-proxy disable-scheduler egress-selector-mode
  embedded-registry enable-pprof etcd-arg etcd-disable-snapshots etcd-expose-metrics etcd-s3 etcd-s3-access-key
  etcd-s3-bucket etcd-s3-bucket-lookup-type etcd-s3-config-secret etcd-s3-endpoint etcd-s3-endpoint-ca etcd-s3-folder
  etcd-s3-insecure etcd-s3-proxy etcd-s3-region etcd-s3-retention etcd-s3-secret-key etcd-s3-session-token
  etcd-s3-skip-ssl-verify etcd-s3-timeout etcd-snapshot-compress etcd-snapshot-dir etcd-snapshot-name
  etcd-snapshot-reconcile-interval etcd-snapshot-retention etcd-snapshot-schedule-cron helm-controller-arg
  helm-job-image image-credential-provider-bin-dir image-credential-provider-config kube-apiserver-arg
  kube-cloud-controller-manager-arg kube-controller-manager-arg kube-proxy-arg kube-scheduler-arg kubelet-arg
  lb-server-port log node-external-dns node-external-ip node-internal-dns node-ip node-label node-name node-taint
  nonroot-devices private-registry protect-kernel-defaults resolv-conf secrets-encryption secrets-encryption-provider
  selinux server service-cidr service-node-port-range servicelb-namespace snapshotter supervisor-metrics
  system-default-registry tls-san tls-san-security token token-file v vmodule with-node-id write-kubeconfig
  write-kubeconfig-group write-kubeconfig-mode write-kubeconfig-name
`;

const k3sFlags = `
  advertise-port apiserver-bind-address apiserver-port cluster-init default-local-storage-path disable-apiserver-lb
  disable-helm-controller disable-network-policy docker flannel-backend flannel-cni-conf flannel-conf
  flannel-external-ip flannel-iface flannel-ipv6-masq https-listen-port image-service-endpoint kine-tls
  kube-cloud-controller-arg kube-controller-arg pause-image prefer-bundled-bin rootless supervisor-port vpn-auth
  vpn-auth-file
`;

/** Components that RKE2 runs as static pods. */
const rke2Components = [
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kube-proxy",
  "etcd",
  "cloud-controller-manager",
];

const rke2Flags = `
  audit-policy-file cloud-provider-config cloud-provider-name cni control-plane-probe-configuration
  control-plane-resource-limits control-plane-resource-requests enable-servicelb ingress-controller kubelet-path
  node-name-from-cloud-provider-metadata pause-image pod-security-admission-config-file prime profile runtime-image
  ${rke2Components.flatMap((name) => [`${name}-image`, `${name}-extra-mount`, `${name}-extra-env`]).join(" ")}
`;

/** Short names of flags, separated by spaces. */
const aliases = "c d i o s t";

const namesByType: ReadonlyMap<FlagType, string> = new Map([
  [
    "boolean",
    `
      cluster-init cluster-reset disable-agent disable-apiserver disable-cloud-controller disable-controller-manager
      disable-etcd disable-helm-controller disable-kube-proxy disable-network-policy disable-scheduler docker
      embedded-registry enable-pprof enable-servicelb etcd-disable-snapshots etcd-expose-metrics etcd-s3
      etcd-s3-insecure etcd-s3-skip-ssl-verify etcd-snapshot-compress flannel-external-ip flannel-ipv6-masq
      node-name-from-cloud-provider-metadata prime protect-kernel-defaults rootless secrets-encryption selinux
      tls-san-security with-node-id
    `,
  ],
  ["integer", "advertise-port etcd-snapshot-retention https-listen-port lb-server-port"],
  ["duration", "etcd-s3-timeout"],
]);

const types: ReadonlyMap<string, FlagType> = new Map(
  [...namesByType].flatMap(([type, names]) => wordsOf(names).map((name) => [name, type] as const)),
);

const sinceByFlag: ReadonlyMap<string, string> = new Map([
  ["etcd-s3-retention", "1.31"],
  ["helm-controller-arg", "1.33"],
  ["prime", "1.32"],
  ["write-kubeconfig-name", "1.37"],
]);

/** Flags whose values give access to a cluster or to its backups. */
export const secretFlags: ReadonlySet<string> = new Set(
  wordsOf(
    "agent-token datastore-endpoint etcd-s3-access-key etcd-s3-secret-key etcd-s3-session-token t token vpn-auth",
  ),
);

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const flagsOf = (...texts: readonly string[]): ReadonlyMap<string, DistributionFlag> =>
  new Map(
    texts.flatMap(wordsOf).map((name) => {
      const since = sinceByFlag.get(name);
      return [name, { type: types.get(name) ?? "text", ...(since === undefined ? {} : { since }) }];
    }),
  );

/** The flags of each distribution by name, without dashes. */
export const distributionFlags: Readonly<Record<Distribution, ReadonlyMap<string, DistributionFlag>>> = {
  k3s: flagsOf(sharedFlags, k3sFlags, aliases),
  rke2: flagsOf(sharedFlags, rke2Flags, aliases),
};
