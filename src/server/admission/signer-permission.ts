/**
 * Checks permissions for a certificate signer: CertificateApproval for approving, CertificateSigning for signing, and
 * ClusterTrustBundleAttest for publishing trust bundles.
 *
 * @module
 */
import type { CertificateSigningRequest, ClusterTrustBundle } from "../../api/types/certificates-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { type AdmissionPlugin, isCleanUpOnly, isForResource, type PluginParts, refused } from "./plugin.ts";

const group = "certificates.<domain>";
const requests = "certificatesigningrequests";

export const certificateApproval = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    if (!isForResource(attempt, group, requests) || attempt.subresource !== "approval") return;
    const { spec } = (attempt.oldObject ?? {}) as CertificateSigningRequest;
    await assertPermitted(parts, attempt, {
      verb: "approve",
      signer: spec?.signerName ?? "",
      what: "approve requests with",
    });
  },
});

export const certificateSigning = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    if (!isForResource(attempt, group, requests) || attempt.subresource !== "status") return;
    const { spec, status: before } = (attempt.oldObject ?? {}) as CertificateSigningRequest;
    const { status } = (attempt.object ?? {}) as CertificateSigningRequest;
    const isSame = before?.certificate === status?.certificate && semanticEqual(before?.conditions, status?.conditions);
    if (isSame) return;
    await assertPermitted(parts, attempt, { verb: "sign", signer: spec?.signerName ?? "", what: "sign requests with" });
  },
});

export const clusterTrustBundleAttest = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    const { object, oldObject } = attempt;
    if (!isForResource(attempt, group, "clustertrustbundles") || !object) return;
    const signer = (object as ClusterTrustBundle).spec?.signerName ?? "";
    if (signer === "" || isCleanUpOnly(object, oldObject)) return;
    await assertPermitted(parts, attempt, { verb: "attest", signer, what: "attest for" });
  },
});

interface SignerPermission {
  readonly verb: string;
  readonly signer: string;
  /** The action, for the error message. */
  readonly what: string;
}

/** Checks that the user has the permission for the signer, or for all signers of its domain. */
async function assertPermitted(
  { authorizer, groupDomain }: PluginParts,
  attempt: AdmissionAttributes,
  permission: SignerPermission,
): Promise<void> {
  const { verb, signer, what } = permission;
  for (const name of [signer, `${signer.split("/")[0]}/*`]) {
    const { opinion } = await authorizer().authorize({
      user: attempt.user,
      attributes: {
        kind: "resource",
        verb,
        group: `certificates.${groupDomain}`,
        version: "*",
        resource: "signers",
        subresource: "",
        name,
        namespace: "",
      },
    });
    if (opinion === "allow") return;
  }
  throw refused(attempt, `user not permitted to ${what} signerName ${JSON.stringify(signer)}`);
}
