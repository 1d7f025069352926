/**
 * The controllers of the server, by the names that kube-controller-manager has for its own.
 *
 * @module
 */
import type { Controller, ControllerOptions } from "../controllers/controller.ts";
import { startGarbageCollector } from "../controllers/garbage-collector.ts";
import { startNamespaceController } from "../controllers/namespace-controller.ts";
import { startRootCertificates, startServiceAccounts } from "../controllers/namespace-objects.ts";
import { policyStatusController, startPolicyStatus } from "../controllers/policy-status.ts";
import { startRoleAggregation } from "../controllers/role-aggregation.ts";

/** Controllers that the server has, as kube-controller-manager calls its own. */
export const controllerNames = [
  "namespace-controller",
  "garbage-collector-controller",
  "clusterrole-aggregation-controller",
  "serviceaccount-controller",
  "root-ca-certificate-publisher-controller",
  policyStatusController,
] as const;

export type ControllerName = (typeof controllerNames)[number];

/** The facts that the controllers work by. */
export interface ControllerSettings extends ControllerOptions {
  readonly target: string;
  readonly groupDomain: string;
  /** PEM, for pods; absent: no namespace gets it. */
  readonly authority?: string | undefined;
}

/** Starts the controllers that are on. */
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
