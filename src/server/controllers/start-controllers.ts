/**
 * Starts the controllers of this server. They have the names of the corresponding controllers in
 * kube-controller-manager.
 *
 * @module
 */
import type { Controller, ControllerOptions } from "../controllers/controller.ts";
import { startGarbageCollector } from "../controllers/garbage-collector.ts";
import { startNamespaceController } from "../controllers/namespace-controller.ts";
import { startRootCertificates, startServiceAccounts } from "../controllers/namespace-objects.ts";
import { policyStatusController, startPolicyStatus } from "../controllers/policy-status.ts";
import { startRoleAggregation } from "../controllers/role-aggregation.ts";

/** Names of the controllers, as in kube-controller-manager. */
export const controllerNames = [
  "namespace-controller",
  "garbage-collector-controller",
  "clusterrole-aggregation-controller",
  "serviceaccount-controller",
  "root-ca-certificate-publisher-controller",
  policyStatusController,
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** Settings that the controllers need. */
export interface ControllerSettings extends ControllerOptions {
  readonly target: string;
  readonly groupDomain: string;
  /** Certificate of the server's authority, in PEM format, to publish for pods; absent: it is not published. */
  readonly authority?: string | undefined;
}

/** Starts the enabled controllers. */
export function startControllers(isOn: (name: ControllerName) => boolean, settings: ControllerSettings): Controller[] {
  const { registry, write, log, target, groupDomain, authority } = settings;
  const options = { registry, write, log };
  const starters: Record<ControllerName, () => Controller | undefined> = {
    "namespace-controller": () => startNamespaceController(options),
    "garbage-collector-controller": () => startGarbageCollector(options),
    "clusterrole-aggregation-controller": () => startRoleAggregation(options, groupDomain),
    "serviceaccount-controller": () => startServiceAccounts(options),
    [policyStatusController]: () => startPolicyStatus({ ...options, target, groupDomain }),
    "root-ca-certificate-publisher-controller": () =>
      authority === undefined ? undefined : startRootCertificates(options, authority),
  };
  return controllerNames.filter(isOn).flatMap((name) => starters[name]() ?? []);
}
