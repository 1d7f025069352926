/**
 * Tables of constraints between flags, and on their values.
 *
 * @module
 */
import type { Component } from "./component.ts";

export interface Exclusion {
  readonly component: Component;
  readonly flag: string;
  /** Flags that exclude `flag`; a name that ends with `*` matches every flag with that prefix. */
  readonly excludedFlags: readonly string[];
}

/** Flags that must not be used together. A flag with any value except an empty one counts as used. */
export const exclusions: readonly Exclusion[] = [
  { component: "kube-apiserver", flag: "authentication-config", excludedFlags: ["oidc-*"] },
  {
    component: "kube-apiserver",
    flag: "authorization-config",
    excludedFlags: ["authorization-mode", "authorization-webhook-*"],
  },
  {
    component: "kube-apiserver",
    flag: "admission-control",
    excludedFlags: ["enable-admission-plugins", "disable-admission-plugins"],
  },
  {
    component: "kube-apiserver",
    flag: "service-account-signing-endpoint",
    excludedFlags: ["service-account-signing-key-file", "service-account-key-file"],
  },
];

export interface Requirement {
  readonly component: Component;
  /**
   * The flag that has the requirement; `*` at the end matches any flag with that prefix; absent if it is unconditional.
   */
  readonly flag?: string;
  /** The requirement applies only if the flag has this value. */
  readonly value?: string;
  /** The requirement does not apply if one of these flags is set. */
  readonly unless?: readonly string[];
  /** At least one of these flags must be set. */
  readonly needs: readonly string[];
  /** The value that the required flag must have, if it must have a certain one. */
  readonly needsValue?: string;
  readonly help?: string;
}

const withoutFile = ["authorization-config"];

export const requirements: readonly Requirement[] = [
  { component: "kube-apiserver", needs: ["etcd-servers"] },
  { component: "kube-apiserver", needs: ["service-account-issuer"] },
  { component: "kube-apiserver", needs: ["service-account-signing-key-file", "service-account-signing-endpoint"] },
  { component: "kube-apiserver", flag: "oidc-*", unless: ["authentication-config"], needs: ["oidc-issuer-url"] },
  { component: "kube-apiserver", flag: "oidc-*", unless: ["authentication-config"], needs: ["oidc-client-id"] },
  {
    component: "kube-apiserver",
    flag: "authorization-mode",
    value: "ABAC",
    unless: withoutFile,
    needs: ["authorization-policy-file"],
  },
  {
    component: "kube-apiserver",
    flag: "authorization-mode",
    value: "Webhook",
    unless: withoutFile,
    needs: ["authorization-webhook-config-file"],
  },
  {
    component: "kube-apiserver",
    flag: "authorization-policy-file",
    unless: withoutFile,
    needs: ["authorization-mode"],
    needsValue: "ABAC",
  },
  {
    component: "kube-apiserver",
    flag: "authorization-webhook-config-file",
    unless: withoutFile,
    needs: ["authorization-mode"],
    needsValue: "Webhook",
  },
  {
    component: "kube-apiserver",
    flag: "encryption-provider-config-automatic-reload",
    value: "true",
    needs: ["encryption-provider-config"],
  },
];

/** Feature gates that a flag needs in releases that have the gate. */
export const gatedFlags: readonly { readonly component: Component; readonly flag: string; readonly gate: string }[] = [
  { component: "kube-apiserver", flag: "peer-ca-file", gate: "UnknownVersionInteroperabilityProxy" },
  { component: "kube-apiserver", flag: "peer-advertise-ip", gate: "UnknownVersionInteroperabilityProxy" },
  { component: "kube-apiserver", flag: "peer-advertise-port", gate: "UnknownVersionInteroperabilityProxy" },
  { component: "kube-apiserver", flag: "requestheader-uid-headers", gate: "RemoteRequestHeaderUID" },
  { component: "kube-apiserver", flag: "service-account-signing-endpoint", gate: "ExternalServiceAccountTokenSigner" },
];

/** Allowed values by component and flag; applies to every item of a list. `*` is any component. */
export const choices: readonly {
  readonly component: Component | "*";
  readonly flag: string;
  readonly accepted: readonly string[];
  /** The check applies only if this flag is set as well. */
  readonly with?: string;
  /** Whether an empty string is accepted, which means the default. */
  readonly mayBeEmpty?: boolean;
}[] = [
  {
    component: "kube-apiserver",
    flag: "authorization-mode",
    accepted: ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"],
  },
  { component: "kube-apiserver", flag: "storage-backend", accepted: ["etcd3"], mayBeEmpty: true },
  {
    component: "kube-apiserver",
    flag: "storage-media-type",
    accepted: ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/cbor"],
  },
  ...(["audit-log", "audit-webhook"] as const).flatMap((backend) => {
    const opener = backend === "audit-log" ? "audit-log-path" : "audit-webhook-config-file";
    return [
      {
        component: "kube-apiserver",
        flag: `${backend}-mode`,
        accepted: ["batch", "blocking", "blocking-strict"],
        with: opener,
      },
      { component: "kube-apiserver", flag: `${backend}-version`, accepted: ["audit.k8s.io/v1"], with: opener },
    ] as const;
  }),
  { component: "kube-apiserver", flag: "audit-log-format", accepted: ["legacy", "json"], with: "audit-log-path" },
  { component: "kube-apiserver", flag: "endpoint-reconciler-type", accepted: ["master-count", "lease", "none"] },
  {
    component: "kube-controller-manager",
    flag: "cidr-allocator-type",
    accepted: ["CloudAllocator", "IPAMFromCluster", "IPAMFromCloud", "RangeAllocator"],
  },
  {
    component: "kube-proxy",
    flag: "proxy-mode",
    accepted: ["iptables", "ipvs", "nftables", "kernelspace"],
    mayBeEmpty: true,
  },
  {
    component: "kube-proxy",
    flag: "detect-local-mode",
    accepted: ["ClusterCIDR", "NodeCIDR", "BridgeInterface", "InterfaceNamePrefix"],
    mayBeEmpty: true,
  },
  { component: "*", flag: "logging-format", accepted: ["text", "json"] },
  {
    component: "*",
    flag: "tls-min-version",
    accepted: ["VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"],
    mayBeEmpty: true,
  },
];

/** Bounds of numbers, and of durations in nanoseconds. */
export const ranges: readonly {
  readonly component: Component | "*";
  readonly flag: string;
  readonly min?: number;
  readonly max?: number;
  readonly with?: string;
}[] = [
  { component: "kube-apiserver", flag: "audit-log-maxage", min: 0, with: "audit-log-path" },
  { component: "kube-apiserver", flag: "audit-log-maxbackup", min: 0, with: "audit-log-path" },
  { component: "kube-apiserver", flag: "audit-log-maxsize", min: 0, with: "audit-log-path" },
  { component: "kube-apiserver", flag: "goaway-chance", min: 0, max: 0.02 },
  { component: "kube-apiserver", flag: "kubernetes-service-node-port", min: 0, max: 65535 },
  { component: "kube-apiserver", flag: "livez-grace-period", min: 0 },
  { component: "kube-apiserver", flag: "max-mutating-requests-inflight", min: 0 },
  { component: "kube-apiserver", flag: "max-requests-inflight", min: 0 },
  { component: "kube-apiserver", flag: "min-request-timeout", min: 0 },
  { component: "kube-apiserver", flag: "request-timeout", min: 0 },
  { component: "kube-apiserver", flag: "secure-port", min: 1, max: 65535 },
  { component: "kube-apiserver", flag: "shutdown-delay-duration", min: 0 },
  { component: "kube-apiserver", flag: "shutdown-watch-termination-grace-period", min: 0 },
  { component: "kube-apiserver", flag: "storage-initialization-timeout", min: 0 },
  { component: "kube-controller-manager", flag: "secure-port", min: 0, max: 65535 },
  { component: "kube-scheduler", flag: "secure-port", min: 0, max: 65535 },
];

/** Pairs of flags of which the first must have the longer duration. */
export const durationOrders: readonly {
  readonly components: readonly Component[];
  readonly longer: string;
  readonly shorter: string;
}[] = [
  ...leaseOrders(["kube-apiserver"], "coordinated-leadership"),
  ...leaseOrders(["kube-controller-manager", "kube-scheduler"], "leader-elect"),
];

function leaseOrders(components: readonly Component[], prefix: string) {
  const [lease, renewal, retry] = [`${prefix}-lease-duration`, `${prefix}-renew-deadline`, `${prefix}-retry-period`];
  return [
    { components, longer: lease, shorter: renewal },
    { components, longer: renewal, shorter: retry },
  ];
}
