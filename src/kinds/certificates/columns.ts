/**
 * Table columns of certificate requests and trust bundles.
 *
 * @module
 */
import type { CertificateSigningRequest, PodCertificateRequest } from "../../api/types/certificates-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { formatAge } from "../../text/age.ts";
import { ageColumn, column, labelsCell, nameColumn, noneCell } from "../meta/columns.ts";

function conditionCell({ status }: CertificateSigningRequest): string {
  const has = (type: string) => status?.conditions?.some((item) => item.type === type) === true;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return [decision, ...(has("Failed") ? ["Failed"] : []), ...(status?.certificate ? ["Issued"] : [])].join(",");
}

const signerColumn = column<CertificateSigningRequest>(
  "SignerName",
  "The signer.",
  ({ spec }) => spec?.signerName || noneCell,
);

export const signingRequestColumns: readonly Column<object>[] = [
  nameColumn,
  ageColumn,
  signerColumn,
  column<CertificateSigningRequest>("Requestor", "Who asks.", ({ spec }) => spec?.username ?? ""),
  column<CertificateSigningRequest>("RequestedDuration", "The requested lifetime.", ({ spec }) =>
    spec?.expirationSeconds === undefined ? noneCell : formatAge(spec.expirationSeconds),
  ),
  column<CertificateSigningRequest>("Condition", "The status of the request.", conditionCell),
];

export const trustBundleColumns: readonly Column<object>[] = [nameColumn, signerColumn];

/** Conditions that end a request. A request has at most one of them, so the last one is shown. */
const finalConditions = ["Issued", "Denied", "Failed"];

const stateCell = ({ status }: PodCertificateRequest): string =>
  status?.conditions?.findLast(({ type = "" }) => finalConditions.includes(type))?.type ?? "Pending";

export const podRequestColumns: readonly Column<object>[] = [
  nameColumn,
  column<PodCertificateRequest>("PodName", "The pod that asks.", ({ spec }) => spec?.podName ?? ""),
  column<PodCertificateRequest>(
    "ServiceAccountName",
    "As whom the pod runs.",
    ({ spec }) => spec?.serviceAccountName ?? "",
  ),
  column<PodCertificateRequest>("NodeName", "The node of the pod.", ({ spec }) => spec?.nodeName ?? ""),
  column<PodCertificateRequest>("SignerName", "The signer.", ({ spec }) => spec?.signerName ?? ""),
  column<PodCertificateRequest>("State", "Whether it is issued, denied or failed.", stateCell),
  column<PodCertificateRequest>(
    "UnverifiedUserAnnotations",
    "Annotations for the signer, which nobody has checked.",
    ({ spec }) => labelsCell(spec?.unverifiedUserAnnotations),
  ),
];
