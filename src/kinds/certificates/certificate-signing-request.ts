/**
 * certificates.k8s.io/v1 CertificateSigningRequest: asks a signer for a certificate.
 *
 * @module
 */
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { decodeBase64 } from "../../lexical/base64.ts";
import { validateSignerName } from "../../lexical/signer-name.ts";
import { asRule, type Check, required, text, unique } from "../../rule/check.ts";
import type { RuleContext, RuleInfo } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { keepStored } from "../meta/stored-part.ts";
import { readRequest } from "./certificate-request.ts";

interface CertificateSigningRequestSpec {
  request?: string;
  signerName?: string;
  expirationSeconds?: number;
  usages?: string[];
}

interface CertificateSigningRequest {
  metadata?: ObjectMeta;
  spec?: CertificateSigningRequestSpec;
  status?: { conditions?: object[]; certificate?: string };
}

/** A rule of a field of new requests: no update changes what was asked for. */
function ofNewRequest<K extends keyof CertificateSigningRequestSpec>(
  field: K,
  info: Omit<RuleInfo, "severity">,
  check: Check<CertificateSigningRequestSpec[K] | undefined, RuleContext>,
) {
  return asRule<CertificateSigningRequest>({ ...info, severity: "error" }, ({ spec }, place, context) => {
    if (context.oldObject === undefined) check(spec?.[field], place.along(["spec", field]), context);
  });
}

const request = ofNewRequest(
  "request",
  {
    id: "certificate-request/request",
    summary: "what is asked for is a PKCS #10 request, signed with its own key",
  },
  (value = "", place, { host }) => {
    const bytes = decodeBase64(value);
    if (!bytes) return;
    const signed = readRequest(latin1(bytes));
    if ("fault" in signed) place.say(signed.fault, "invalid");
    else if (!host?.signatureFault) {
      place.say("not checked: the signature of the request", "invalid", { severity: "info" });
    } else {
      const fault = host.signatureFault(signed);
      if (fault !== undefined) place.say(`must be signed with its own key: ${fault}`, "invalid");
    }
  },
);

/** Of PEM text all that counts is ASCII. */
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const legacySigner = "kubernetes.io/legacy-unknown";

const signer = ofNewRequest(
  "signerName",
  { id: "certificate-request/signer", summary: "a request names its signer by a domain and a name" },
  (name, place, context) => {
    if (name === legacySigner) place.invalid("must be the name of a signer of today", name);
    else required(text(validateSignerName))(name, place, context);
  },
);

const usages = ofNewRequest(
  "usages",
  { id: "certificate-request/usages", summary: "a request says what the certificate is for, each use once" },
  (values = [], place) => {
    if (values.length === 0) place.required("`usages` must have at least one use");
    for (const [index, usage] of values.entries()) if (usage === "") place.at(index).required("must not be empty");
    unique(values, place, {
      textOf: (usage) => usage,
      placeOf: (item) => item,
      message: (usage) => `must be unique; got ${usage} again`,
    });
  },
);

const minSeconds = 600;

const expiration = ofNewRequest(
  "expirationSeconds",
  { id: "certificate-request/expiration", summary: "a certificate is good for ten minutes at least" },
  (seconds, place) => {
    if (seconds !== undefined && seconds < minSeconds) place.invalid(`must be at least ${minSeconds}`, seconds);
  },
);

export const certificateSigningRequest: Kind<CertificateSigningRequest> = kindFromTable<CertificateSigningRequest>(
  `certificates.${domainPlaceholder}`,
  "CertificateSigningRequest",
  {
    rules: [request, signer, usages, expiration],
    resource: {
      selectableFields: ({ spec }) => ({ "spec.signerName": spec?.signerName ?? "" }),
      prepareForCreate(object) {
        delete object.status;
      },
      prepareForUpdate(object, oldObject) {
        keepStored("spec", object, oldObject);
        keepStored("status", object, oldObject);
      },
      prepareForSubresource(subresource, object, oldObject) {
        keepStored("spec", object, oldObject);
        if (subresource !== "approval") return;
        const { conditions } = object.status ?? {};
        object.status = { ...oldObject.status, ...(conditions ? { conditions } : {}) };
      },
    },
  },
);
