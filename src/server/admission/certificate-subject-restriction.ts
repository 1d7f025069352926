/**
 * CertificateSubjectRestriction: rejects certificate requests for API server clients in the group `system:masters`.
 *
 * @module
 */
import { mastersGroup } from "../../access/user.ts";
import type { CertificateSigningRequest } from "../../api/types/certificates-v1.ts";
import { readRequest } from "../../kinds/certificates/certificate-request.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { type AdmissionPlugin, createdObject, refused } from "./plugin.ts";

const clientSigner = "kubernetes.io/kube-apiserver-client";

export const certificateSubjectRestriction = (): AdmissionPlugin => ({
  async approve(attempt) {
    const spec = createdObject<CertificateSigningRequest>(
      attempt,
      "certificates.<domain>",
      "certificatesigningrequests",
    )?.spec;
    if (spec?.signerName !== clientSigner) return;
    const read = readRequest(new TextDecoder().decode(decodeBase64(spec.request ?? "")));
    if (!read.ok) throw refused(attempt, `failed to parse CSR: ${read.error}`);
    if (!read.value.organizations.includes(mastersGroup)) return;
    throw refused(attempt, `use of ${clientSigner} signer with ${mastersGroup} group is not allowed`);
  },
});
