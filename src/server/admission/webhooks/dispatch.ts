/**
 * Finds the webhooks that are asked about a write.
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
import { isMeant } from "./hook-conditions.ts";
import { type HookType, hookMetrics } from "./hook-metrics.ts";
import { Inquiry } from "./inquiry.ts";
import type { Question } from "./question.ts";

/** The parts that webhooks of one sort need. */
export interface Dispatch {
  readonly callParts: CallParts;
  /** All webhooks that may be asked; about what configures admission itself, only those of manifests. */
  hooksFor(attempt: AdmissionAttributes): readonly Hook[];
  inquiryOf(attempt: AdmissionAttributes): Inquiry;
  /** Undefined where the webhook is not asked. */
  questionOf(hook: Hook, inquiry: Inquiry): Promise<Question | undefined>;
}

/** From the configuration of a plugin. */
export interface HookSettings extends ManifestSettings {
  readonly credentialsFor?: CredentialsFor;
}

/** The plugins by the sorts of webhooks. */
export const hookPlugins: Readonly<Record<HookType, string>> = {
  admit: "MutatingAdmissionWebhook",
  validating: "ValidatingAdmissionWebhook",
};

/** Kinds that webhooks could lock up; one in a manifest can be taken out without them. */
const exemptKinds: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** @param resource - of the configurations */
export function dispatchOf(parts: PluginParts, resource: string, type: HookType): Dispatch {
  const { store, webhooks: client, log, nowMs, target } = parts;
  const metrics = hookMetrics(parts.register);
  const { credentialsFor } = parts.configurationOf<HookSettings>(hookPlugins[type]) ?? {};
  const manifests = manifestsOf(hookPlugins[type], parts);
  const source = new HookSource(() => store("admissionregistration.<domain>", resource), target, manifests);
  return {
    callParts: { type, client, credentialsFor, metrics, log, nowMs },
    hooksFor: ({ resource: { definition, kind } }) =>
      definition.group === "admissionregistration.<domain>" && exemptKinds.has(kind) ? source.fixedHooks : source.hooks,
    inquiryOf: (attempt) =>
      new Inquiry(attempt, { ...parts, conversionFailed: (error) => conversionFailed(error, type) }),
    async questionOf({ name, spec, conditions }, inquiry) {
      const question = await inquiry.questionFor(spec);
      if (!question || (await isMeant(conditions, spec, question, parts.authorizer()))) return question;
      metrics.excluded({ name, type, operation: question.request.operation });
      return undefined;
    },
  };
}

/** As the API server says it: of webhooks that change objects, as an error of its own within another. */
function conversionFailed(error: unknown, type: HookType): never {
  if (!(error instanceof StatusError)) throw error;
  const failure = internalError(error.message);
  throw type === "admit" ? internalError(failure.message) : failure;
}
