/**
 * admission.k8s.io AdmissionReview: what the API server asks an admission webhook, and what the webhook answers.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { decodeBase64 } from "../../lexical/base64.ts";
import { applyJsonPatch, decodeJsonPatch } from "../../patch/json-patch.ts";
import type { Rule } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";

interface AdmissionReview {
  readonly metadata?: never;
  readonly request?: { readonly uid?: string; readonly object?: unknown };
  readonly response?: {
    readonly uid?: string;
    readonly allowed?: boolean;
    readonly status?: object;
    /** In base64. */
    readonly patch?: string;
    readonly patchType?: string;
    readonly warnings?: readonly string[];
  };
}
type AdmissionReviewRule = Rule<AdmissionReview>;

const content: AdmissionReviewRule = {
  id: "admission-review/content",
  severity: "error",
  cause: "required",
  summary: "a review has a request or a response",
  check({ request, response }, _context, report) {
    if (!request && !response) report({ path: ["response"], message: "must be there, or `request`" });
  },
};

/** Servers check nothing of this in v1beta1. */
const uid: AdmissionReviewRule = {
  id: "admission-review/uid",
  severity: "error",
  summary: "a response has the uid of its request",
  check({ request, response }, { version }, report) {
    if (!response || version !== "v1") return;
    const { uid: answered = "" } = response;
    const path = ["response", "uid"];
    if (request?.uid !== undefined && request.uid !== answered) {
      report({ path, message: `must be that of the request, "${request.uid}"; got "${answered}"`, value: answered });
    } else if (!request && answered === "") report({ path, message: "must be that of the request; it is empty" });
  },
};

const patchType: AdmissionReviewRule = {
  id: "admission-review/patch-type",
  severity: "error",
  summary: "a patch comes with its type, which is JSONPatch",
  check({ response = {} }, { version }, report) {
    if (version !== "v1") return;
    const { patch = "", patchType: type } = response;
    const path = ["response", "patchType"];
    if (patch !== "" && type === undefined) {
      report({ path, cause: "required", message: "must be given with a patch", help: "write `patchType: JSONPatch`" });
    } else if (type === "" || (patch !== "" && type !== undefined && type !== "JSONPatch")) {
      report({ path, cause: "unsupported", message: `must be "JSONPatch"; got "${type}"`, value: type });
    } else if (patch === "" && type !== undefined) {
      report({ path, atKey: true, message: "must be absent where there is no patch" });
    }
  },
};

const patch: AdmissionReviewRule = {
  id: "admission-review/patch",
  severity: "error",
  summary: "a patch is a JSON Patch that the object of the request takes",
  check({ request, response = {} }, _context, report) {
    const { patch: encoded = "", allowed = false } = response;
    // Whoever refuses a request changes nothing, so the server does not look.
    if (encoded === "" || !allowed) return;
    const fault = patchFault(encoded, request?.object);
    if (fault !== undefined) report({ path: ["response", "patch"], message: `must be a JSON Patch: ${fault}` });
  },
};

function patchFault(encoded: string, object: unknown): string | undefined {
  const bytes = decodeBase64(encoded);
  if (!bytes) return undefined; // What is not base64 did not decode.
  const document = parseJson(bytes);
  if (document === undefined) return "the decoded text is not JSON";
  const operations = decodeJsonPatch(document);
  if (!operations.ok) return operations.error;
  if (object === undefined || object === null) return undefined;
  const outcome = applyJsonPatch(object, operations.value, { dialect: "api-server" });
  return outcome.ok ? undefined : outcome.error;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const unreadStatus: AdmissionReviewRule = {
  id: "admission-review/unread-status",
  severity: "warning",
  summary: "a status explains a refusal",
  check({ response = {} }, _context, report) {
    if (!response.allowed || !response.status) return;
    const help = "tell people of what is allowed and still doubtful in `warnings`";
    report({ path: ["response", "status"], atKey: true, message: "is not read where `allowed` is true", help });
  },
};

/** Above this the API server may cut a warning short; in characters. */
const maxWarningLength = 256;

const longWarning: AdmissionReviewRule = {
  id: "admission-review/long-warning",
  severity: "warning",
  summary: "a warning has at most 256 characters",
  check({ response = {} }, _context, report) {
    for (const [index, warning] of (response.warnings ?? []).entries()) {
      const { length } = [...warning];
      if (length <= maxWarningLength) continue;
      const message = `must have at most ${maxWarningLength} characters to be shown whole; has ${length}`;
      report({ path: ["response", "warnings", index], message });
    }
  },
};

export const admissionReview: Kind<AdmissionReview> = kindFromTable<AdmissionReview>(
  "admission.<domain>",
  "AdmissionReview",
  {
    // What is admitted may be a Secret.
    sensitive: ["request.object", "request.oldObject", "response.patch"],
    rules: [content, uid, patchType, patch, unreadStatus, longWarning],
  },
);
