/**
 * Validates the status of a CertificateSigningRequest: the decision of the approver, and the certificate.
 *
 * @module
 */
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestStatus,
} from "../../api/types/certificates-v1.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { readCertificate } from "../../x509/certificate.ts";
import { pemBlocks } from "../../x509/pem.ts";
import { statuses } from "../meta/status-rules.ts";

/** The conditions that an approver sets, through the subresource `approval`. */
export const decisionConditions = ["Approved", "Denied"];
/** Conditions that can be neither removed nor false. */
const permanentConditions = [...decisionConditions, "Failed"];

function checkConditions(
  conditions: readonly CertificateSigningRequestCondition[],
  place: Place<readonly CertificateSigningRequestCondition[]>,
): void {
  const types = conditions.map(({ type = "" }) => type);
  for (const [index, { type = "", status = "" }] of conditions.entries()) {
    const at = place.at(index);
    const allowed = permanentConditions.includes(type) ? ["True"] : statuses;
    if (type === "") at.at("type").required();
    if (status === "") at.at("status").required();
    else if (!allowed.includes(status)) at.at("status").unsupported(allowed, status);
    if (types.indexOf(type) < index) at.at("type").say(`must be unique; got ${type} again`, { cause: "duplicate" });
  }
  if (decisionConditions.every((type) => types.includes(type))) place.say("must not have both Approved and Denied");
}

/** Reports decisions outside of the subresource `approval`, and decisions that an update removes. */
function checkDecisions(
  now: CertificateSigningRequestStatus,
  before: CertificateSigningRequestStatus,
  place: Place,
  mayDecide: boolean,
): void {
  const ofType = ({ conditions = [] }: CertificateSigningRequestStatus, wanted: string) =>
    conditions.filter(({ type }) => type === wanted);
  for (const type of permanentConditions) {
    const [stored, written] = [ofType(before, type), ofType(now, type)];
    const isTakenAway = written.length < stored.length;
    if (isTakenAway) {
      const serverText = `updates may not remove a condition of type "${type}"`;
      place.say(`must keep the condition ${type}`, { cause: "forbidden", serverText });
    } else if (!mayDecide && decisionConditions.includes(type) && !semanticEqual(stored, written)) {
      const isAdded = written.length > stored.length;
      const serverText = `updates may not ${isAdded ? "add" : "modify"} a condition of type "${type}"`;
      const message = `the condition ${type} is set only through the subresource \`approval\``;
      place.say(message, { cause: "forbidden", serverText });
    }
  }
}

const noCertificate = "must have at least one certificate in PEM form";

function certificateFault(base64: string): string | undefined {
  const blocks = pemBlocks(new TextDecoder().decode(decodeBase64(base64)));
  if (blocks.length === 0) return noCertificate;
  const isCertificate = (block: (typeof blocks)[number]) =>
    block.type === "CERTIFICATE" && !block.hasHeaders && readCertificate(block.bytes) !== undefined;
  return blocks.every(isCertificate) ? undefined : "must contain certificates only, without headers";
}

export const requestStatus = rule<CertificateSigningRequest>(
  {
    id: "certificate-request/status",
    severity: "error",
    summary: "a request is either approved or denied, and its certificate is PEM",
  },
  ({ status: now = {} }, place, { oldObject, subresource }) => {
    if (subresource === undefined) return;
    const { status: before = {} }: CertificateSigningRequest = oldObject ?? {};
    const at = place.at("status");
    checkConditions(now.conditions ?? [], at.at("conditions"));
    checkDecisions(now, before, at.at("conditions"), subresource === "approval");
    const { certificate = "" } = now;
    if (certificate === (before.certificate ?? "")) return;
    if (before.certificate) at.at("certificate").say("field is immutable", { cause: "forbidden" });
    const fault = certificate === "" ? undefined : certificateFault(certificate);
    const serverText = `"<certificate data>": must contain at least one CERTIFICATE PEM block`;
    if (fault) at.at("certificate").say(fault, fault === noCertificate ? { serverText } : {});
  },
);
