/**
 * The question to a webhook, in the version that it accepts.
 *
 * @module
 */
import type { MutatingWebhook, ValidatingWebhook } from "../../../api/types/admissionregistration-v1.ts";
import type { AdmissionRequest, EquivalentVersion } from "../../../policy/admission-request.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ServedKind } from "../../request/served-resource.ts";

/** The common part of both kinds. */
export type HookSpec = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

/** A request in the version in which the webhook asked for it. */
export interface Question {
  readonly attempt: AdmissionAttributes;
  readonly request: AdmissionRequest;
  readonly matched: EquivalentVersion;
  /** Of the matched version. */
  readonly form: ServedKind;
}
