/**
 * certificates.k8s.io ClusterTrustBundle: CA certificates that workloads of the cluster may trust.
 *
 * @module
 */
import type { ClusterTrustBundle } from "../../api/types/certificates-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { unlessEmpty } from "../../rule/demand.ts";
import type { Host } from "../../rule/host.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { encodeBase64 } from "../../text/base64.ts";
import { maskTrailingDash, validateDns1123Subdomain } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { readCertificate } from "../../x509/certificate.ts";
import { type PemBlock, pemBlocks } from "../../x509/pem.ts";
import { kind } from "../kind.ts";
import { checkSigner } from "../meta/signer-name.ts";
import { trustBundleColumns } from "./columns.ts";

/** Returns the faults of a name, with kube-apiserver's message if it differs. */
function nameFaults(name: string, signerName: string): readonly { readonly fault: string; readonly words?: string }[] {
  const prefix = signerName === "" ? "" : `${signerName.replaceAll("/", ":")}:`;
  if (!name.startsWith(prefix)) {
    const words = `ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`;
    return [{ fault: `must start with ${JSON.stringify(prefix)}, for the signer`, words }];
  }
  const isWrong = signerName === "" && name.includes(":");
  const words = isWrong ? { words: 'ClusterTrustBundle without signer name must not have ":" in its name' } : {};
  return validateDns1123Subdomain(name.slice(prefix.length)).map((fault) => ({ fault, ...words }));
}

/** @param shown - the value for messages, if the rules apply only to a part of it */
function checkName(name: string, signerName: string, place: Place<string>, shown = name): void {
  for (const { fault, words } of nameFaults(name, signerName)) {
    place.invalid(fault, shown, words === undefined ? {} : { serverText: `${showGoValue(shown)}: ${words}` });
  }
}

const named = rule<ClusterTrustBundle>(
  {
    id: "cluster-trust-bundle/name",
    severity: "error",
    summary: "the name of a bundle begins with its signer's name; without a signer, it contains no colon",
  },
  ({ metadata, spec: { signerName = "" } = {} }, place) => {
    const { name = "", generateName = "" } = metadata ?? {};
    const at = place.at("metadata");
    if (name !== "") checkName(name, signerName, at.at("name"));
    if (generateName !== "") checkName(maskTrailingDash(generateName), signerName, at.at("generateName"), generateName);
  },
);

const signer = rule<ClusterTrustBundle>(
  {
    id: "cluster-trust-bundle/signer",
    severity: "error",
    summary: "`signerName` is a domain and a path, and immutable",
  },
  ({ spec: { signerName: name = "" } = {} }, place, visit) => {
    const at = place.at("spec", "signerName");
    unlessEmpty(name, at, checkSigner);
    if (visit.oldObject === undefined) return;
    const { signerName: stored = "" } = visit.oldObject.spec ?? {};
    if (name !== stored) {
      const message = `field is immutable: must stay ${JSON.stringify(stored)}`;
      at.invalid(message, name, { after: ["spec"] });
    }
  },
);

const maxBundleBytes = 1024 * 1024;
const blockType = "CERTIFICATE";

/**
 * Returns the fault of an entry in a bundle; undefined if the entry is valid, as far as clustervet can determine that.
 */
function entryFault({ type, hasHeaders, bytes }: PemBlock, base64: string, host: Host | undefined): string | undefined {
  if (type !== blockType) return `must be a ${blockType}; got ${JSON.stringify(type)}`;
  if (hasHeaders) return "must have no headers";
  const result = host?.parseCertificates?.(`-----BEGIN ${blockType}-----\n${base64}\n-----END ${blockType}-----\n`);
  const certificate = readCertificate(bytes);
  if (!certificate || result?.ok === false) return "must be a certificate (X.509); it is malformed";
  return certificate.isAuthority ? undefined : "must be a CA certificate (basic constraints with CA)";
}

const bundle = rule<ClusterTrustBundle>(
  {
    id: "cluster-trust-bundle/certificates",
    severity: "error",
    summary: "a trust bundle contains CA certificates without duplicates",
  },
  ({ spec: { trustBundle = "" } = {} }, place, { host, oldObject }) => {
    const at = place.at("spec", "trustBundle");
    if (oldObject !== undefined && oldObject.spec?.trustBundle === trustBundle) return;
    if (utf8Length(trustBundle) > maxBundleBytes) {
      at.say(`must have at most ${maxBundleBytes} bytes`, { cause: "too-long" });
      return;
    }
    const entries = pemBlocks(trustBundle);
    if (entries.length === 0) {
      const serverText = '"<value omitted>": at least one trust anchor must be provided';
      at.say("must have at least one certificate in PEM form", { serverText });
    }
    if (!host?.parseCertificates)
      at.say("clustervet did not check whether the certificates parse", { severity: "info" });
    const numberByContent = new Map<string, number>();
    for (const [index, entry] of entries.entries()) {
      const number = index + 1;
      const content = encodeBase64(entry.bytes);
      const first = numberByContent.get(content);
      const fault =
        entryFault(entry, content, host) ??
        (first === undefined ? undefined : `must be unique; entry ${first} is the same`);
      numberByContent.set(content, first ?? number);
      if (!fault) continue;
      const span = { start: entry.start, end: trustBundle.indexOf("\n", entry.start) };
      at.say(`entry ${number} ${fault}`, { span });
    }
  },
);

export const clusterTrustBundle = kind("certificates/v1.ClusterTrustBundle", {
  resource: {
    columns: trustBundleColumns,
    selectableFields: ({ spec }) => ({ "spec.signerName": spec?.signerName ?? "" }),
  },
  rules: [named, signer, bundle],
});
