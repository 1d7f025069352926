/**
 * Health checks named after kube-apiserver's post-start hooks, for probes and monitors that request a check by name.
 *
 * @module
 */
import type { HealthCheck } from "./health.ts";

/** In the order in which the health endpoints list them. */
const hooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "aggregator-reload-proxy-client-cert",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
  "apiservice-openapi-controller",
  "apiservice-openapiv3-controller",
];

/** @param check - whether the server has completed its start; it does not distinguish the steps */
export function startHookChecks(check: HealthCheck["check"]): readonly HealthCheck[] {
  const names = hooks.map((name) => `poststarthook/${name}`);
  names.splice(names.indexOf("poststarthook/apiservice-openapi-controller"), 0, "autoregister-completion");
  return names.map((name) => ({ name, check }));
}
