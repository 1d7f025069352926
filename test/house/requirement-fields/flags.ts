/**
 * The flags in the requirement document: those of "Authentication" and "Versioning", and the rows of "Limits" that
 * state defaults of flags.
 *
 * @module
 */
import type { Component } from "../../../src/flags/component.ts";

export interface RequiredFlag {
  readonly component: Component;
  readonly flag: string;
  /** As the component prints it; undefined if the document states no default, or an empty one. */
  readonly default?: string;
}

const flagsOf =
  (component: Component) =>
  (flags: Readonly<Record<string, string | undefined>>): readonly RequiredFlag[] =>
    Object.entries(flags).map(([flag, value]) => ({
      component,
      flag,
      ...(value === undefined ? {} : { default: value }),
    }));

export const requiredFlags: readonly RequiredFlag[] = [
  ...flagsOf("kube-apiserver")({
    "anonymous-auth": "true",
    "api-audiences": undefined,
    "authentication-config": undefined,
    "authentication-token-webhook-cache-ttl": "2m0s",
    "authorization-config": undefined,
    "authorization-mode": undefined,
    "authorization-webhook-cache-authorized-ttl": "5m0s",
    "authorization-webhook-cache-unauthorized-ttl": "30s",
    "authorization-webhook-version": "v1beta1",
    "client-ca-file": undefined,
    "enable-bootstrap-token-auth": undefined,
    "oidc-issuer-url": undefined,
    "audit-log-format": "json",
    "audit-log-maxage": "366",
    "audit-log-maxbackup": "100",
    "audit-log-maxsize": "100",
    "audit-log-mode": "blocking",
    "audit-log-batch-buffer-size": "10000",
    "audit-log-batch-max-size": "1",
    "audit-webhook-batch-buffer-size": "10000",
    "audit-webhook-batch-max-size": "400",
    "audit-webhook-batch-max-wait": "30s",
    "audit-webhook-batch-throttle-burst": "15",
    "audit-webhook-batch-throttle-qps": "10",
    "audit-webhook-batch-throttle-enable": "true",
    "audit-log-truncate-max-batch-size": "10485760",
    "audit-log-truncate-max-event-size": "102400",
    "audit-webhook-truncate-max-batch-size": "10485760",
    "audit-webhook-truncate-max-event-size": "102400",
    "default-not-ready-toleration-seconds": "300",
    "default-unreachable-toleration-seconds": "300",
    "delete-collection-workers": "1",
    "endpoint-reconciler-type": "lease",
    "enable-priority-and-fairness": "true",
    "etcd-compaction-interval": "5m0s",
    "etcd-healthcheck-timeout": "2s",
    "etcd-count-metric-poll-period": "1m0s",
    "etcd-db-metric-poll-interval": "30s",
    "runtime-config": undefined,
    "emulated-version": undefined,
    "emulation-forward-compatible": undefined,
  }),
  ...flagsOf("kube-controller-manager")({
    "concurrent-cron-job-syncs": "5",
    "concurrent-daemonset-syncs": "2",
    "concurrent-deployment-syncs": "5",
    "concurrent-device-taint-eviction-syncs": "8",
    "concurrent-endpoint-syncs": "5",
    "concurrent-ephemeralvolume-syncs": "5",
    "concurrent-gc-syncs": "20",
    "concurrent-horizontal-pod-autoscaler-syncs": "5",
    "concurrent-job-syncs": "5",
    "concurrent-namespace-syncs": "10",
    "concurrent-rc-syncs": "5",
    "concurrent-replicaset-syncs": "5",
    "concurrent-resource-quota-syncs": "5",
    "concurrent-resourceclaim-syncs": "50",
    "concurrent-service-endpoint-syncs": "5",
    "concurrent-serviceaccount-token-syncs": "5",
    "concurrent-statefulset-syncs": "5",
    "concurrent-ttl-after-finished-syncs": "5",
    "concurrent-validating-admission-policy-status-syncs": "5",
    "attach-detach-reconcile-sync-period": "1m0s",
    "cluster-signing-duration": "8760h0m0s",
    "controller-shutdown-timeout": "10s",
    "horizontal-pod-autoscaler-cpu-initialization-period": "5m0s",
    "horizontal-pod-autoscaler-downscale-stabilization": "5m0s",
    "horizontal-pod-autoscaler-initial-readiness-delay": "30s",
    "horizontal-pod-autoscaler-sync-period": "15s",
    "horizontal-pod-autoscaler-tolerance": "0.1",
    "large-cluster-size-threshold": "50",
    "leader-elect-lease-duration": "15s",
    "leader-elect-renew-deadline": "10s",
    "leader-elect-retry-period": "2s",
    "legacy-service-account-token-clean-up-period": "8760h0m0s",
    "log-flush-frequency": "5s",
  }),
  ...flagsOf("kubelet")({
    "file-check-frequency": "20s",
    "http-check-frequency": "20s",
    config: undefined,
    "config-dir": undefined,
  }),
];
