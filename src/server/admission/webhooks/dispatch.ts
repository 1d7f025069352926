/**
 * Finds the webhooks to call for a write.
 *
 * @module
 */

import type { AdmissionAttributes } from "../../registry/parts.ts";
import { internalError } from "../../request/failures.ts";
import { StatusError } from "../../request/status.ts";
import type { CredentialsFor } from "../../webhook/target.ts";
import { type ManifestSettings, manifestsOf } from "../manifests/static-manifests.ts";
import type { PluginParts } from "../plugin.ts";
import type { CallParts } from "./call-hook.ts";
import { type Hook, HookSource } from "./hook.ts";
import { meetsMatchConditions } from "./hook-conditions.ts";
import { type HookType, hookMetrics } from "./hook-metrics.ts";
import type { HookRequest } from "./hook-request.ts";
import { HookRequests } from "./hook-requests.ts";

/** The functions that a webhook plugin needs, for mutating or for validating webhooks. */
export interface Dispatch {
  readonly callParts: CallParts;
  /** Returns all webhooks that may be called. For writes to admission configuration, only those of static manifests. */
  hooksFor(attempt: AdmissionAttributes): readonly Hook[];
  hookRequestsOf(attempt: AdmissionAttributes): HookRequests;
  /** Returns the request to send to the webhook; undefined if the webhook must not be called. */
  hookRequestOf(hook: Hook, inquiry: HookRequests): Promise<HookRequest | undefined>;
}

/** Settings in the configuration of a webhook plugin. */
export interface HookSettings extends ManifestSettings {
  readonly credentialsFor?: CredentialsFor;
}

/** The admission plugin for each type of webhook. */
export const hookPlugins: Readonly<Record<HookType, string>> = {
  admit: "MutatingAdmissionWebhook",
  validating: "ValidatingAdmissionWebhook",
};

/**
 * Kinds that stored webhooks are not called for, since a webhook could block its own repair. A webhook of a static
 * manifest can be removed without writing these kinds.
 */
const exemptKinds: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/**
 * Creates the dispatch for one type of webhook.
 *
 * @param resource - the plural name of the webhook configurations
 */
export function dispatchOf(parts: PluginParts, resource: string, type: HookType): Dispatch {
  const { store, webhooks: client, log, nowMs, target } = parts;
  const metrics = hookMetrics(parts.register);
  const { credentialsFor } = parts.configurationOf<HookSettings>(hookPlugins[type]) ?? {};
  const manifests = manifestsOf(hookPlugins[type], parts);
  const source = new HookSource(() => store("admissionregistration.<domain>", resource), target, manifests);
  return {
    callParts: { type, client, credentialsFor, metrics, log, nowMs },
    hooksFor: ({ resource: { definition, kind } }) =>
      definition.group === "admissionregistration.<domain>" && exemptKinds.has(kind)
        ? source.manifestHooks
        : source.hooks,
    hookRequestsOf: (attempt) =>
      new HookRequests(attempt, { ...parts, throwConversionError: (error) => conversionFailed(error, type) }),
    async hookRequestOf({ name, spec, conditions }, inquiry) {
      const hookRequest = await inquiry.requestFor(spec);
      if (!hookRequest || (await meetsMatchConditions(conditions, spec, hookRequest, parts.authorizer())))
        return hookRequest;
      metrics.countExclusion({ name, type, operation: hookRequest.request.operation });
      return undefined;
    },
  };
}

/**
 * Throws a conversion error as kube-apiserver reports it: for mutating webhooks, as an internal error inside another
 * internal error.
 */
function conversionFailed(error: unknown, type: HookType): never {
  if (!(error instanceof StatusError)) throw error;
  const failure = internalError(error.message);
  throw type === "admit" ? internalError(failure.message) : failure;
}
