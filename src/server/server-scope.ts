/**
 * The settings that a server derives from its options: the target release, its resources and its feature gates.
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

/**
 * Derives the settings.
 *
 * @throws {OptionError} for an unknown target, and for feature gates that it does not have
 */
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
    /** Whether the resource is visible to clients. */
    isShown: (resource: ServedResource) => (resource.definition.isCustom || isServed(resource)) && !resource.isUnserved,
  };
}

/** The user as which the server itself writes. */
const serverUser: UserInfo = { username: "system:apiserver", uid: "", groups: [mastersGroup], extra: {} };

/** The context for the server's own writes. */
export const serverWrite: WriteContext = {
  user: serverUser,
  isDryRun: false,
  fieldManager: "kube-apiserver",
  warn: () => {},
};
