/**
 * The request to a webhook, in the version that the webhook expects.
 *
 * @module
 */
import type { MutatingWebhook, ValidatingWebhook } from "../../../api/types/admissionregistration-v1.ts";
import type { AdmissionRequest, EquivalentVersion } from "../../../policy/admission-request.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ServedKind } from "../../request/served-resource.ts";

/** The specification of a webhook, validating or mutating. */
export type HookSpec = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

/** A request in the version that matches the rules of the webhook. */
export interface HookRequest {
  readonly attempt: AdmissionAttributes;
  readonly request: AdmissionRequest;
  readonly matched: EquivalentVersion;
  /** The served form of the matched version. */
  readonly form: ServedKind;
}
