/**
 * admission.k8s.io AdmissionReview: the request of kube-apiserver to an admission webhook, and the webhook's response.
 *
 * @module
 */
import type { AdmissionReview } from "../../api/types/admission-v1.ts";
import { scanJson } from "../../json/json-scan.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { applyJsonPatch, decodeJsonPatch, type JsonPatchOperation } from "../../patch/json-patch.ts";
import { type Patched, patchFailure } from "../../patch/patch-fault.ts";
import { rule } from "../../rule/rule.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { kind } from "../kind.ts";
import { auditAnnotationKeyFindings } from "./audit-annotations.ts";

const content = rule<AdmissionReview>(
  {
    id: "admission-review/content",
    severity: "error",
    cause: "required",
    summary: "a review has a request or a response",
  },
  ({ request, response }, place) => {
    if (!request && !response) place.at("response").say("`request` or `response` must be set");
  },
);

/** Only for v1: in v1beta1, kube-apiserver does not compare the uids. */
const uid = rule<AdmissionReview>(
  { id: "admission-review/uid", severity: "error", summary: "a response repeats the `uid` of its request" },
  ({ request, response }, place, { version }) => {
    if (!response || version !== "v1") return;
    const { uid: answered = "" } = response;
    const asked = request?.uid ?? "";
    if (answered !== "" && (asked === "" || asked === answered)) return;
    const wanted = asked === "" ? "" : `, ${JSON.stringify(asked)}`;
    const found = answered === "" ? "it is empty" : `got ${JSON.stringify(answered)}`;
    place.at("response", "uid").say(`must be that of the request${wanted}; ${found}`);
  },
);

const patchType = rule<AdmissionReview>(
  {
    id: "admission-review/patch-type",
    severity: "error",
    summary: "a response with a `patch` has `patchType: JSONPatch`",
  },
  ({ response = {} }, place, { version }) => {
    if (version !== "v1") return;
    const { allowed = false, patch = "", patchType: type } = response;
    const at = place.at("response", "patchType");
    if (patch !== "" && type === undefined) {
      at.required("must be set with a patch", { help: "write `patchType: JSONPatch`" });
    } else if (patch === "" && type !== undefined) {
      at.say("must be absent without a patch", { atKey: true });
    } else if (type === "" || (allowed && type !== undefined && type !== "JSONPatch" && hasOperations(patch))) {
      const message = `must be "JSONPatch"; got ${JSON.stringify(type)}`;
      at.say(message, { cause: "unsupported", value: type });
    }
  },
);

const patch = rule<AdmissionReview>(
  {
    id: "admission-review/patch",
    severity: "error",
    summary: "`patch` is a JSON Patch that applies to the request's object",
  },
  ({ request, response = {} }, place) => {
    const { patch: encoded = "", allowed = false } = response;
    // kube-apiserver ignores the patch of a response that denies the request.
    if (encoded === "" || !allowed) return;
    const fault = patchFault(encoded, request);
    if (fault !== undefined) place.at("response", "patch").say(`must be a JSON Patch: ${fault}`);
  },
);

/** Returns why the object of the request cannot be patched; undefined if it can. */
function patchFault(encoded: string, request: AdmissionReview["request"]): string | undefined {
  const operations = operationsIn(encoded);
  if (!operations) return undefined; // Decoding reports invalid base64.
  if (!operations.ok) return operations.error.message;
  if (!request || operations.value.length === 0) return undefined;
  const { object } = request;
  if (object === undefined || object === null) return "the request has no object to change";
  const outcome = applyJsonPatch(object, operations.value, { dialect: "api-server" });
  return outcome.ok ? undefined : outcome.error.message;
}

function hasOperations(encoded: string): boolean {
  const operations = operationsIn(encoded);
  return operations?.ok === true && operations.value.length > 0;
}

/** The deepest nesting of a patch, the same as for documents. */
const maxPatchDepth = 500;

function operationsIn(encoded: string): Patched<readonly JsonPatchOperation[]> | undefined {
  const bytes = decodeBase64(encoded);
  if (!bytes) return undefined;
  // Decodes like Go: a byte order mark is not white space, and invalid UTF-8 becomes U+FFFD.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (scanJson(text).depth > maxPatchDepth) {
    return patchFailure("too-large", `it must have at most ${maxPatchDepth} levels of nesting`);
  }
  const document = tryParseBounded(text);
  if (document === undefined) return patchFailure("malformed", "the decoded text is not JSON");
  return decodeJsonPatch(document, { maxOperations: Number.POSITIVE_INFINITY });
}

const unreadStatus = rule<AdmissionReview>(
  {
    id: "admission-review/unread-status",
    severity: "warning",
    summary: "`status` is set only when the response denies the request: the API server ignores it otherwise",
  },
  ({ response = {} }, place) => {
    if (!response.allowed || !response.status) return;
    const help = "to warn about an allowed request, use `warnings`";
    place.at("response", "status").say("is ignored when `allowed` is true", { atKey: true, help });
  },
);

/** The length in characters from which kube-apiserver may truncate a warning. */
const maxWarningLength = 256;

const longWarning = rule<AdmissionReview>(
  { id: "admission-review/long-warning", severity: "warning", summary: "a warning has at most 256 characters" },
  ({ response = {} }, place) => {
    for (const [index, warning] of (response.warnings ?? []).entries()) {
      const { length } = [...warning];
      if (length <= maxWarningLength) continue;
      const message = `must have at most ${maxWarningLength} characters to be shown in full; has ${length}`;
      place.at("response", "warnings", index).say(message);
    }
  },
);

const auditAnnotationKey = rule<AdmissionReview>(
  {
    id: "admission-review/audit-annotation-key",
    severity: "warning",
    summary: "an audit annotation key has no prefix: the API server adds the webhook's name",
  },
  ({ response = {} }, place) => {
    const findings = auditAnnotationKeyFindings(response.auditAnnotations ?? {}, ["response", "auditAnnotations"]);
    for (const finding of findings) place.pass([finding]);
  },
);

export const admissionReview = kind("admission/v1.AdmissionReview", {
  reader: { unknownFields: "warning", mayOmit: "nothing" },
  rules: [content, uid, patchType, patch, unreadStatus, longWarning, auditAnnotationKey],
});
