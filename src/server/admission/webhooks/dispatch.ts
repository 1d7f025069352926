/**
 * Finds the webhooks that are asked about a write.
 *
 * @module
 */

import type { AdmissionRequest, EquivalentVersion } from "../../../policy/admission-request.ts";
import { inVersion } from "../../../policy/invocation.ts";
import type { Forms } from "../../registry/fields.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { internalError } from "../../request/failures.ts";
import type { ConvertObjects, ServedKind } from "../../request/served-resource.ts";
import { StatusError } from "../../request/status.ts";
import type { CredentialsFor } from "../../webhook/target.ts";
import { replaceContent } from "../changed-object.ts";
import { becameOther } from "../given-identity.ts";
import { type ManifestSettings, manifestsOf } from "../manifests/static-manifests.ts";
import type { PluginParts } from "../plugin.ts";
import { admissionRequest, objectIn } from "../policy-request.ts";
import type { CallParts } from "./call-hook.ts";
import { type Hook, HookSource } from "./hook.ts";
import { isMeant } from "./hook-conditions.ts";
import { type HookType, hookMetrics } from "./hook-metrics.ts";
import { matchedVersion, type NamespaceLabels, namespaceLabelsOf } from "./match-hook.ts";
import type { Question } from "./question.ts";

/** The parts that webhooks of one sort need. */
export interface Dispatch {
  readonly callParts: CallParts;
  /** All webhooks that may be asked; about what configures admission itself, only those of manifests. */
  hooksFor(attempt: AdmissionAttributes): readonly Hook[];
  /** As the object is now. */
  inquiryOf(attempt: AdmissionAttributes): Promise<Inquiry>;
  /** Undefined where the webhook is not asked. */
  questionOf(hook: Hook, inquiry: Inquiry): Promise<Question | undefined>;
}

/** A write that webhooks may be asked about. */
interface Inquiry {
  readonly attempt: AdmissionAttributes;
  readonly request: AdmissionRequest;
  readonly forms: Forms;
  readonly labels: NamespaceLabels;
  /** By version; a webhook converts once for all that are asked in it. */
  readonly converted: Map<ServedKind, Promise<WrittenObjects>>;
}

type WrittenObjects = Pick<AdmissionAttributes, "object" | "oldObject">;

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
  const { store, formsOf, webhooks: client, log, nowMs, target } = parts;
  const metrics = hookMetrics(parts.register);
  const { credentialsFor } = parts.configurationOf<HookSettings>(hookPlugins[type]) ?? {};
  const manifests = manifestsOf(hookPlugins[type], parts);
  const source = new HookSource(() => store("admissionregistration.<domain>", resource), target, manifests);
  return {
    callParts: { type, client, credentialsFor, metrics, log, nowMs },
    hooksFor: ({ resource: { definition, kind } }) =>
      definition.group === "admissionregistration.<domain>" && exemptKinds.has(kind) ? source.fixedHooks : source.hooks,
    async inquiryOf(attempt) {
      const forms = formsOf(attempt.resource);
      const request = admissionRequest(attempt, parts, new Map());
      const labels = await namespaceLabelsOf(request, store("", "namespaces"));
      return { attempt, request, forms, labels, converted: new Map() };
    },
    async questionOf({ name, spec, conditions }, inquiry) {
      const { request, labels } = inquiry;
      const matched = matchedVersion(spec, request, labels);
      const question = matched && (await questionIn(matched, inquiry, type));
      if (!question) return undefined;
      if (await isMeant(conditions, spec, question, parts.authorizer())) return question;
      metrics.excluded({ name, type, operation: request.operation });
      return undefined;
    },
  };
}

/** Undefined for a version that is not served any more. */
async function questionIn(matched: EquivalentVersion, inquiry: Inquiry, type: HookType): Promise<Question | undefined> {
  const { attempt, request, forms, converted } = inquiry;
  const { resource, form: written = resource } = attempt;
  if (matched === request) return { attempt, request, matched, form: written };
  const form = forms.get(apiVersionOf(matched));
  if (!form) return undefined;
  const { convert } = resource;
  if (!convert) return { attempt, request: inVersion(request, matched), matched, form };
  const ask: ConvertObjects = (...asked) => convert(...asked).catch((error: unknown) => conversionFailed(error, type));
  const objects = converted.get(form) ?? convertedObjects(attempt, form, ask);
  converted.set(form, objects);
  const { object, oldObject } = await objects;
  return {
    attempt: { ...attempt, ...(object && { object }), ...(oldObject && { oldObject }) },
    request: {
      ...request,
      ...(object && { object: objectIn(object, form) }),
      ...(oldObject && { oldObject: objectIn(oldObject, form) }),
    },
    matched,
    form,
    async takeBack() {
      if (!object || !attempt.object || becameOther(attempt.object, object)) return;
      const [after] = await ask([object], form, resource);
      if (after) replaceContent(attempt.object, after);
    },
  };
}

/** As the API server says it: of webhooks that change objects, as an error of its own within another. */
function conversionFailed(error: unknown, type: HookType): never {
  if (!(error instanceof StatusError)) throw error;
  const failure = internalError(error.message);
  throw type === "admit" ? internalError(failure.message) : failure;
}

/** Those of a write, in another version. @throws {StatusError} */
async function convertedObjects(
  { resource, ...attempt }: AdmissionAttributes,
  form: ServedKind,
  convert: ConvertObjects,
): Promise<WrittenObjects> {
  const converted = async (object: ApiObject | undefined) => object && (await convert([object], resource, form))[0];
  const [object, oldObject] = await Promise.all([converted(attempt.object), converted(attempt.oldObject)]);
  return { ...(object && { object }), ...(oldObject && { oldObject }) };
}

const apiVersionOf = ({ kind: { group, version } }: EquivalentVersion): string =>
  group === "" ? version : `${group}/${version}`;
