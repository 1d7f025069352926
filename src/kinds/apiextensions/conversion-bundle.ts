/**
 * The CA bundle that kube-apiserver uses to verify the webhook that converts custom resources.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { readCertificate } from "../../x509/certificate.ts";
import { pemBlocks } from "../../x509/pem.ts";

/** Whether Go finds a certificate in the `caBundle`. Go skips other PEM blocks and treats an empty bundle as absent. */
export function hasReadableBundle({ spec }: CustomResourceDefinition): boolean {
  const { caBundle = "" } = spec?.conversion?.webhook?.clientConfig ?? {};
  const bytes = decodeBase64(caBundle);
  if (bytes === undefined || bytes.length === 0) return true;
  return pemBlocks(new TextDecoder().decode(bytes)).some(
    ({ type, hasHeaders, bytes: der }) => type === "CERTIFICATE" && !hasHeaders && readCertificate(der) !== undefined,
  );
}
