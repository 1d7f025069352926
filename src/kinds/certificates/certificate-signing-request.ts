/**
 * certificates.k8s.io/v1 CertificateSigningRequest: requests a certificate from a signer.
 *
 * @module
 */
import type { CertificateSigningRequest, CertificateSigningRequestSpec } from "../../api/types/certificates-v1.ts";
import { required } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { kind } from "../kind.ts";
import { checkSigner } from "../meta/signer-name.ts";
import { keepStored } from "../meta/stored-part.ts";
import { readRequest } from "./certificate-request.ts";
import { signingRequestColumns } from "./columns.ts";
import { fillConditionTimes, keepStoredConditions } from "./prepare-conditions.ts";
import { decisionConditions, requestStatus } from "./request-status.ts";

/** Returns a rule about a field that is validated only for new requests, since updates cannot change it. */
function newRequestRule<K extends keyof CertificateSigningRequestSpec>(
  field: K,
  info: Omit<RuleInfo, "severity">,
  run: (
    value: CertificateSigningRequestSpec[K] | undefined,
    place: Place<CertificateSigningRequestSpec[K] & {}>,
    visit: Visit,
  ) => void,
) {
  return rule<CertificateSigningRequest>({ ...info, severity: "error" }, ({ spec }, place, visit) => {
    if (visit.oldObject === undefined) run(spec?.[field], place.at("spec", field), visit);
  });
}

const request = newRequestRule(
  "request",
  {
    id: "certificate-request/request",
    summary: "`request` is a PEM block with a PKCS #10 request, signed with its own key",
  },
  (value, place, { host }) => {
    const read = parseRequest(value ?? "");
    if (!read) return;
    if (!read.ok) place.say(read.error, { cause: "invalid" });
    else if (!host?.signatureFault) {
      place.say("clustervet did not check the signature of the request", { cause: "invalid", severity: "info" });
    } else {
      const fault = host.signatureFault(read.value.signed);
      if (fault !== undefined)
        place.say(`must be signed with the key that it contains: ${fault}`, { cause: "invalid" });
    }
  },
);

/** Parses the request; undefined if it is not base64, which the schema reports. */
function parseRequest(base64: string): ReturnType<typeof readRequest> | undefined {
  const bytes = decodeBase64(base64);
  return bytes && readRequest(decodeLatin1(bytes));
}

/** Decodes PEM, of which only ASCII matters. */
const decodeLatin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const legacySigner = "kubernetes.io/legacy-unknown";

const signer = newRequestRule(
  "signerName",
  { id: "certificate-request/signer", summary: "`signerName` is a domain and a path" },
  (name, place) => {
    if (name === legacySigner) place.invalid("must be a signer of certificates.k8s.io/v1", name);
    else required(name, place, checkSigner);
  },
);

const clientSigner = "kubernetes.io/kube-apiserver-client";
const mastersGroup = "system:masters";

/** A check of the admission plugin CertificateSubjectRestriction, which is enabled by default. */
const subject = rule<CertificateSigningRequest>(
  {
    id: "certificate-request/subject",
    severity: "error",
    cause: "forbidden",
    summary: "a request for the signer kube-apiserver-client does not name the group system:masters",
  },
  ({ spec: { request: value, signerName } = {} }, place, { oldObject }) => {
    if (oldObject !== undefined || signerName !== clientSigner) return;
    const read = parseRequest(value ?? "");
    if (!read?.ok || !read.value.organizations.includes(mastersGroup)) return;
    place
      .at("spec", "request")
      .say(`must not have the organization "${mastersGroup}" when \`signerName\` is "${clientSigner}"`, {
        cause: "forbidden",
        help: "use another organization, and bind that group to the roles it needs",
      });
  },
);

const usages = newRequestRule(
  "usages",
  { id: "certificate-request/usages", summary: "`usages` lists what the certificate is for, without duplicates" },
  (values = [], place) => {
    if (values.length === 0) place.required("`usages` must have at least one usage");
    unique(values, place, {
      textOf: (usage) => usage,
      placeOf: (item) => item,
      message: (usage) => `must be unique; got ${usage} again`,
    });
  },
);

const minSeconds = 600;

const expiration = newRequestRule(
  "expirationSeconds",
  { id: "certificate-request/expiration", summary: "`expirationSeconds` is at least 600" },
  (seconds, place) => {
    if (seconds === undefined || seconds >= minSeconds) return;
    const serverText = `${seconds}: may not specify a duration less than ${minSeconds} seconds (${minSeconds / 60} minutes)`;
    place.invalid(`must be at least ${minSeconds}`, seconds, { serverText });
  },
);

export const certificateSigningRequest = kind("certificates/v1.CertificateSigningRequest", {
  rules: [request, signer, subject, usages, expiration, requestStatus],
  resource: {
    columns: signingRequestColumns,
    resetFields: {
      "": ["spec", "status"],
      status: ["spec", "status.conditions"],
      approval: ["spec", "status.certificate"],
    },
    selectableFields: ({ spec }) => ({ "spec.signerName": spec?.signerName ?? "" }),
    prepareForCreate(object) {
      delete object.status;
    },
    prepareForUpdate(object, oldObject) {
      keepStored("spec", object, oldObject);
      keepStored("status", object, oldObject);
    },
    prepareForSubresource(subresource, object, oldObject, { now }) {
      keepStored("spec", object, oldObject);
      if (subresource === "approval") keepAllButConditions(object, oldObject);
      else for (const type of decisionConditions) keepStoredConditions(type, object, oldObject);
      if (now !== undefined) fillConditionTimes(object, oldObject, now);
    },
  },
});

function keepAllButConditions(object: CertificateSigningRequest, { status }: CertificateSigningRequest): void {
  const { conditions } = object.status ?? {};
  const { conditions: _, ...kept } = status ?? {};
  object.status = { ...kept, ...(conditions ? { conditions } : {}) };
}
