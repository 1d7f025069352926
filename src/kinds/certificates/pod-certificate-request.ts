/**
 * certificates.k8s.io/v1 PodCertificateRequest: a request of a kubelet for the certificate of a pod.
 *
 * @module
 */
import type {
  PodCertificateRequest,
  PodCertificateRequestSpec,
  PodCertificateRequestStatus,
} from "../../api/types/certificates-v1.ts";
import type { Conversion } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMostBytes, required, text } from "../../rule/demand.ts";
import type { SignedData } from "../../rule/host.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Subdomain, validateDomainPrefixedKey } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { readPublicKey } from "../../x509/public-key.ts";
import { kind } from "../kind.ts";
import { checkSigner } from "../meta/signer-name.ts";
import { checkConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { certificateFault } from "./certificate-chain.ts";
import { readRequestBytes } from "./certificate-request.ts";
import { podRequestColumns } from "./columns.ts";

/** A spec with the fields of v1beta1, which has two ways to specify the key. */
interface AnySpec extends PodCertificateRequestSpec {
  pkixPublicKey?: string;
  proofOfPossession?: string;
}

interface AnyRequest extends Omit<PodCertificateRequest, "spec"> {
  spec?: AnySpec;
}

const maxUidBytes = 128;
const maxKeyBytes = 10 * 1024;
const maxAnnotationsBytes = 256 * 1024;
const secondsOfDay = 24 * 60 * 60;
const minSeconds = 60 * 60;
const maxSeconds = 91 * secondsOfDay;

const subdomain = text(validateDns1123Subdomain);
const names = ["podName", "serviceAccountName", "nodeName"] as const;
const uids = ["podUID", "serviceAccountUID", "nodeUID"] as const;

const identity = rule<AnyRequest>(
  {
    id: "pod-certificate-request/identity",
    severity: "error",
    summary: "a request identifies its signer, and its pod, service account and node by name and UID",
  },
  ({ spec = {} }, place, { oldObject }) => {
    if (oldObject !== undefined) return;
    const at = place.at("spec");
    required(spec.signerName, at.at("signerName"), checkSigner);
    for (const name of names) subdomain(spec[name] ?? "", at.at(name));
    for (const name of uids) {
      const uid = spec[name] ?? "";
      if (uid === "") at.at(name).invalid("must not be empty", uid);
      atMostBytes(maxUidBytes)(uid, at.at(name));
    }
  },
);

const annotations = rule<AnyRequest>(
  {
    id: "pod-certificate-request/annotations",
    severity: "error",
    summary: "`unverifiedUserAnnotations` have keys with a domain, and at most 256 KiB",
  },
  ({ spec: { unverifiedUserAnnotations: given = {} } = {} }, place, { oldObject }) => {
    if (oldObject !== undefined) return;
    const at = place.at("spec", "unverifiedUserAnnotations");
    for (const key of Object.keys(given)) {
      const lower = key.toLowerCase();
      for (const fault of validateDomainPrefixedKey(lower)) {
        at.invalid(fault, key, { serverText: `${quoteGo(lower)}: ${fault}` });
      }
    }
    const bytes = Object.entries(given).reduce((sum, pair) => sum + utf8Length(pair[0]) + utf8Length(pair[1]), 0);
    if (bytes > maxAnnotationsBytes)
      at.say(`must have at most ${maxAnnotationsBytes} bytes; has ${bytes}`, { cause: "too-long" });
  },
);

const expiration = rule<AnyRequest>(
  {
    id: "pod-certificate-request/expiration",
    severity: "error",
    summary: "`maxExpirationSeconds` is from one hour to 91 days, and at most one day for signers of Kubernetes",
  },
  ({ spec: { maxExpirationSeconds: seconds, signerName = "" } = {} }, place, { oldObject }) => {
    if (oldObject !== undefined || seconds === undefined) return;
    const most = isKubernetesSigner(signerName) ? secondsOfDay : maxSeconds;
    if (seconds >= minSeconds && seconds <= most) return;
    const serverText = `${seconds}: must be in the range [${minSeconds}, ${most}]`;
    place.at("spec", "maxExpirationSeconds").invalid(`must be from ${minSeconds} to ${most}`, seconds, { serverText });
  },
);

function isKubernetesSigner(signer: string): boolean {
  const domain = signer.split("/")[0] ?? "";
  return domain === "kubernetes.io" || domain.endsWith(".kubernetes.io");
}

const key = rule<AnyRequest>(
  {
    id: "pod-certificate-request/key",
    severity: "error",
    summary: "a request contains its public key in exactly one form, with a signature by the private key",
  },
  ({ spec = {} }, place, { oldObject, host }) => {
    if (oldObject !== undefined) return;
    const { pkixPublicKey: publicKey = "", proofOfPossession: proof = "" } = spec;
    const stub = spec.stubPKCS10Request ?? "";
    const at = place.at("spec");
    if (stub !== "" && publicKey === "" && proof === "") checkStub(stub, at.at("stubPKCS10Request"), host);
    else if (stub === "" && publicKey !== "" && proof !== "") checkKey(spec, at, host);
    else {
      at.say("must have either `stubPKCS10Request`, or `pkixPublicKey` and `proofOfPossession`", {
        atKey: true,
        serverText: "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set",
      });
    }
  },
);

type Host = RuleContext["host"];

function checkStub(base64: string, place: Place, host: Host): void {
  const bytes = decodeBase64(base64);
  if (bytes === undefined || isTooLong(bytes, place)) return;
  const read = readRequestBytes(bytes);
  if (!read.ok) place.say(read.error, { serverText: "must be a valid PKCS#10 CSR" });
  else if (acceptedKeyType(read.value.signed.publicKey, place, unknownType))
    checkSignature(read.value.signed, place, host, "invalid signature");
}

function checkKey({ pkixPublicKey = "", proofOfPossession = "", podUID = "" }: AnySpec, place: Place, host: Host) {
  const [publicKey, signature] = [decodeBase64(pkixPublicKey), decodeBase64(proofOfPossession)];
  const [keyPlace, proofPlace] = [place.along(["pkixPublicKey"]), place.along(["proofOfPossession"])];
  if (!publicKey || !signature || isTooLong(publicKey, keyPlace) || isTooLong(signature, proofPlace)) return;
  const unread = `${quoteGo(pkixPublicKey)}: must be a valid PKIX-serialized public key`;
  const sort = acceptedKeyType(publicKey, keyPlace, unread);
  if (!sort) return;
  const algorithm = { rsa: rsaProof, ecdsa: ecdsaProof, ed25519: { key: "ed25519" } as const }[sort];
  const signed = { data: new TextEncoder().encode(podUID), signature, publicKey, algorithm };
  checkSignature(signed, proofPlace, host, "could not verify proof-of-possession signature");
}

const rsaProof = { key: "rsa-pss", hash: "sha256" } as const;
const ecdsaProof = { key: "ecdsa", hash: "sha256" } as const;

function isTooLong({ length }: Uint8Array, place: Place): boolean {
  if (length <= maxKeyBytes) return false;
  place.say(`must have at most ${maxKeyBytes} bytes`, { cause: "too-long" });
  return true;
}

const rsaBits = [3072, 4096];

const unknownType = "unknown public key type; supported types are Ed25519, ECDSA, and RSA";

/**
 * Reports a key that kube-apiserver does not accept.
 *
 * @param serverText - kube-apiserver's error about a missing key
 * @returns the type of the key; undefined if it is not accepted
 */
function acceptedKeyType(der: Uint8Array, place: Place, serverText: string): "rsa" | "ecdsa" | "ed25519" | undefined {
  const read = readPublicKey(der);
  if (!read) {
    place.say("must have a public key of Ed25519, ECDSA or RSA", { serverText });
  } else if (read.bits !== undefined && !rsaBits.includes(read.bits))
    place.say(`must have an RSA key of ${rsaBits.join(" or ")} bits; it has ${read.bits}`, {
      serverText: `"${read.bits}-bit modulus": RSA keys must have modulus size 3072 or 4096`,
    });
  else if (read.curve === "P-224") {
    place.say("must have a key of the curve P-256, P-384 or P-521; it is of P-224", {
      serverText: '"curve P-224": elliptic public keys must use curve P256, P384, or P521',
    });
  } else return read.keyAlgorithm;
  return undefined;
}

/** @param serverText - kube-apiserver's error about an invalid signature */
function checkSignature(signed: SignedData, place: Place, host: Host, serverText: string): void {
  if (!host?.signatureFault) place.say("clustervet did not check the signature", { severity: "info" });
  else if (host.signatureFault(signed) !== undefined) {
    place.say("must be signed with the key of the request", { serverText });
  }
}

const fixed = rule<AnyRequest>(
  {
    id: "pod-certificate-request/immutable",
    severity: "error",
    summary: "the spec of a request is immutable",
  },
  ({ spec }, place, { oldObject, subresource }) => {
    if (oldObject === undefined || subresource !== undefined || semanticEqual(spec, oldObject.spec)) return;
    place.at("spec").say("field is immutable", { atKey: true });
  },
);

const outcomes = ["Issued", "Denied", "Failed"];

const outcomeOf = ({ conditions = [] }: PodCertificateRequestStatus): string | undefined =>
  conditions.find(({ type = "", status }) => outcomes.includes(type) && status === "True")?.type;

const status = rule<AnyRequest>(
  {
    id: "pod-certificate-request/status",
    severity: "error",
    summary: "a request becomes Issued, Denied or Failed once, and only an issued request has a certificate",
  },
  ({ status: now = {}, spec = {} }, place, { oldObject, subresource }) => {
    if (oldObject === undefined || subresource !== "status") return;
    const at = place.at("status");
    if (hasUnsoundConditions(now, at)) return;
    const { status: before = {} } = oldObject;
    const outcome = outcomeOf(before) === undefined ? outcomeOf(now) : undefined;
    if (outcome === undefined) {
      if (semanticEqual(now, before)) return;
      at.say("must not change, but to Issued, Denied or Failed once", {
        atKey: true,
        serverText: 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"',
      });
    } else if (outcome === "Issued") checkIssued(now, spec, at);
    else if (!semanticEqual(now, { conditions: now.conditions }))
      at.say("must have only conditions when a request is denied or failed", { atKey: true });
  },
);

function hasUnsoundConditions(
  { conditions = [] }: PodCertificateRequestStatus,
  at: Place<PodCertificateRequestStatus>,
) {
  let isUnsound = false;
  const place = at.at("conditions").changing((finding) => {
    isUnsound = true;
    return finding;
  });
  const known = conditions.filter(({ type = "" }) => outcomes.includes(type));
  for (const [index, condition] of conditions.entries()) {
    const { type = "", status: state = "" } = condition;
    // kube-apiserver writes the index as a separate field of the path.
    const own = place.changing((finding) => ({
      ...finding,
      field: ["status", "conditions", `[${index}]`, String(finding.path.at(-1))],
    }));
    const isKnown = outcomes.includes(type);
    if (!isKnown) own.at(index, "type").unsupported(outcomes, type);
    else if (known.indexOf(condition) > 0)
      own.at(index, "type").invalid("must be the only one of Issued, Denied and Failed", type);
    if (isKnown && state !== "True") own.at(index, "status").unsupported(["True"], state);
  }
  checkConditions(conditions, place, "common");
  return isUnsound;
}

const maxChainBytes = 100 * 1024;
const marginMs = 10 * 60 * 1000;

function checkIssued(now: PodCertificateRequestStatus, spec: AnySpec, at: Place<PodCertificateRequestStatus>): void {
  const { certificateChain: chain = "", notBefore, notAfter, beginRefreshAt } = now;
  const chainPlace = at.at("certificateChain");
  if (utf8Length(chain) > maxChainBytes) {
    chainPlace.say(`must have at most ${maxChainBytes} bytes`, { cause: "too-long" });
    return;
  }
  const fault = certificateFault(chain, keyOf(spec));
  if (fault !== undefined) {
    chainPlace.say(fault);
    return;
  }
  if (!notBefore) at.at("notBefore").required();
  if (!notAfter) at.at("notAfter").required();
  if (!beginRefreshAt) at.at("beginRefreshAt").required();
  if (!notBefore || !notAfter || !beginRefreshAt) return;
  const refreshMs = Date.parse(beginRefreshAt);
  if (refreshMs < Date.parse(notBefore) + marginMs)
    at.at("beginRefreshAt").invalid("must be 10 minutes or more after `notBefore`", beginRefreshAt);
  else if (refreshMs > Date.parse(notAfter) - marginMs)
    at.at("beginRefreshAt").invalid("must be 10 minutes or more before `notAfter`", beginRefreshAt);
}

/** Returns the public key of the request. */
function keyOf({ stubPKCS10Request: stub, pkixPublicKey = "" }: AnySpec): Uint8Array | undefined {
  const bytes = decodeBase64(stub ?? "");
  if (!bytes || bytes.length === 0) return decodeBase64(pkixPublicKey);
  const read = readRequestBytes(bytes);
  return read.ok ? read.value.signed.publicKey : undefined;
}

/** v1 has only one way to specify the key. Requests that use the other way are shown without a key in v1. */
const v1Conversion: Conversion = {
  toStored: (object) => object,
  fromStored: (object) => {
    const { spec, ...rest } = object as AnyRequest;
    const { pkixPublicKey, proofOfPossession, ...kept } = spec ?? {};
    return { ...rest, spec: kept };
  },
};

export const podCertificateRequest = kind("certificates/v1.PodCertificateRequest", {
  rules: [identity, annotations, expiration, key, fixed, status],
  resource: { columns: podRequestColumns, ...statusOnlyStrategy },
  conversions: { v1: v1Conversion },
  applyDefaults({ spec }: AnyRequest) {
    if (spec) spec.maxExpirationSeconds ??= secondsOfDay;
  },
});
