/**
 * The TLS versions and ciphers of a server, and its certificates for clients that request a host by name.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext, type SecureContextOptions, type SecureVersion } from "node:tls";
import { parseIp } from "../../text/ip.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { trimEnd } from "../../text/trim-end.ts";
import type { KeyPair } from "../certificates/issue.ts";

export interface TlsSettings {
  /** Default TLSv1.2. */
  readonly minVersion?: SecureVersion;
  /** Names of OpenSSL, separated by colons; default: those of Node. */
  readonly ciphers?: string;
  /** If several certificates have a name, the first is used. Default: none. */
  readonly namedCertificates?: readonly NamedCertificate[];
}

export interface NamedCertificate extends KeyPair {
  /** Host names, `*.example.org` for all hosts of a domain; if empty, those in the certificate. */
  readonly names: readonly string[];
}

/** The security level that OpenSSL requires for the signatures of old TLS versions. */
const levelOfOldVersions = "@SECLEVEL=0";
const oldVersions: ReadonlySet<SecureVersion> = new Set(["TLSv1", "TLSv1.1"]);

/** @param common - options that the contexts of all certificates of a server share */
export function contextOptions(
  { minVersion = "TLSv1.2", ciphers }: TlsSettings,
  common: SecureContextOptions,
): SecureContextOptions {
  const cipherList = oldVersions.has(minVersion) ? `${ciphers ?? "DEFAULT"}${levelOfOldVersions}` : ciphers;
  return { ...common, minVersion, ...(cipherList === undefined ? {} : { ciphers: cipherList }) };
}

/**
 * Returns a function that selects among named certificates as Go does: by the full name, then by the wildcard of its
 * domain. Configured names take precedence over those in certificates.
 *
 * @param common - as for `contextOptions`
 * @returns undefined if no certificate matches the host
 */
export function contextsByName(
  settings: TlsSettings,
  common: SecureContextOptions,
): (host: string) => SecureContext | undefined {
  const byName = new Map<string, SecureContext>();
  const named = (settings.namedCertificates ?? []).map(({ certificate, key, names }) => ({
    context: createSecureContext({ ...contextOptions(settings, common), cert: certificate, key }),
    given: names,
    own: names.length > 0 ? [] : namesOf(certificate),
  }));
  for (const list of ["given", "own"] as const) {
    for (const entry of named) {
      for (const name of entry[list]) {
        const lower = name.toLowerCase();
        if (!byName.has(lower)) byName.set(lower, entry.context);
      }
    }
  }
  return (host) => {
    const lower = trimEnd(".", host.toLowerCase());
    return byName.get(lower) ?? byName.get(lower.replace(/^[^.]*/, "*"));
  };
}

/** Returns the common name if it is a host name, and the host names among the subject alternative names. */
function namesOf(certificate: string): readonly string[] {
  const { subject, subjectAltName = "" } = new X509Certificate(certificate);
  const common = /^CN=(.+)$/m.exec(subject)?.[1] ?? "";
  const isHost = common === "*" || validateDns1123Subdomain(common.replace(/^\*\./, "")).length === 0;
  const alternatives = [...subjectAltName.matchAll(/\bDNS:([^,]+)/g)].map(([, name = ""]) => name);
  return [...(isHost && !parseIp(common).ok ? [common] : []), ...alternatives];
}
