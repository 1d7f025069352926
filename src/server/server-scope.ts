/**
 * The facts that a server works by, settled from its options: the target, its resources, its gates.
 *
 * @module
 */
import { Registry as MetricsRegister } from "prom-client";
import type { UserInfo } from "../access/user.ts";
import { mastersGroup } from "../access/user.ts";
import { settle } from "../engine/options.ts";
import { readRuntimeConfig } from "../flags/runtime-config.ts";
import type { WriteContext } from "./registry/parts.ts";
import type { ServedResource } from "./request/served-resource.ts";
import { servedResources, servingTarget } from "./served-kinds.ts";

import type { ServerOptions } from "./server-options.ts";

export type ServerScope = ReturnType<typeof settleScope>;

const defaultGroupDomain = "k8s.io";

/** @throws {OptionError} for an unknown target, and for feature gates that it does not have */
export function settleScope(options: ServerOptions) {
  const { groupDomain = defaultGroupDomain, featureGates = {} } = options;
  const settings = settle({
    ...(options.target === undefined ? {} : { target: options.target }),
    groupDomain,
    featureGates,
    asSent: true,
    ...(options.cryptography && { host: options.cryptography }),
  });
  const { target } = settings;
  const isServed = options.runtimeConfig ?? readRuntimeConfig({}, { target }).isEnabled;
  return {
    settings,
    target,
    groupDomain,
    featureGates,
    resources: servedResources(servingTarget(settings)),
    register: new MetricsRegister(),
    contextFor: (version: string, oldObject?: unknown) => settings.contextFor(version, oldObject),
    /** Whether a feature gate is on. */
    isEnabled: settings.contextFor("v1").isEnabled,
    isControllerOn: options.isControllerOn ?? (() => true),
    /** Whether clients see a resource. */
    isShown: (resource: ServedResource) => (resource.definition.isCustom || isServed(resource)) && !resource.isHidden,
  };
}

/** Who the server itself is. */
const serverUser: UserInfo = { username: "system:apiserver", uid: "", groups: [mastersGroup], extra: {} };

/** As the server itself writes. */
export const serverWrite: WriteContext = {
  user: serverUser,
  isDryRun: false,
  fieldManager: "kube-apiserver",
  warn: () => {},
};
