/**
 * Which TLS a server speaks, and the certificates that it shows to clients that ask for a host by name.
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
  /** As OpenSSL names them, with colons between; default: those of Node. */
  readonly ciphers?: string;
  /** The first that has a name counts. Default: none. */
  readonly named?: readonly NamedCertificate[];
}

export interface NamedCertificate extends KeyPair {
  /** Hosts, `*.example.org` for all of a domain; without any, those of the certificate. */
  readonly names: readonly string[];
}

/** Older versions have signatures that OpenSSL takes from this level only. */
const levelOfOldVersions = "@SECLEVEL=0";
const oldVersions: ReadonlySet<SecureVersion> = new Set(["TLSv1", "TLSv1.1"]);

/** @param common - what the contexts of all certificates of a server have alike */
export function contextOptions(
  { minVersion = "TLSv1.2", ciphers }: TlsSettings,
  common: SecureContextOptions,
): SecureContextOptions {
  const level = oldVersions.has(minVersion) ? `${ciphers ?? "DEFAULT"}${levelOfOldVersions}` : ciphers;
  return { ...common, minVersion, ...(level === undefined ? {} : { ciphers: level }) };
}

/**
 * As Go chooses among named certificates: by the whole name, then by that of its domain; names that were given come before those
 * of certificates.
 *
 * @param common - as `contextOptions`
 * @returns undefined for a host that none of them is for
 */
export function contextsByName(
  settings: TlsSettings,
  common: SecureContextOptions,
): (host: string) => SecureContext | undefined {
  const byName = new Map<string, SecureContext>();
  const named = (settings.named ?? []).map(({ certificate, key, names }) => ({
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

/** The common name, unless it is an address, and the hosts among the alternative names. */
function namesOf(certificate: string): readonly string[] {
  const { subject, subjectAltName = "" } = new X509Certificate(certificate);
  const common = /^CN=(.+)$/m.exec(subject)?.[1] ?? "";
  const isHost = common === "*" || validateDns1123Subdomain(common.replace(/^\*\./, "")).length === 0;
  const alternatives = [...subjectAltName.matchAll(/\bDNS:([^,]+)/g)].map(([, name = ""]) => name);
  return [...(isHost && !parseIp(common).ok ? [common] : []), ...alternatives];
}
