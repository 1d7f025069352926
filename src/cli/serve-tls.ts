/**
 * The flags of `clustervet serve` for TLS: versions, cipher suites, and certificates for specific hosts.
 *
 * @module
 */
import { getCiphers, type SecureVersion } from "node:tls";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { NamedCertificate, TlsSettings } from "../server/http/tls-settings.ts";
import { keyPairFault } from "./certificates.ts";
import { UsageError } from "./exit.ts";
import { readFlagFile, readSecretFile } from "./serve-files.ts";

export interface TlsFlags {
  readonly tlsMinVersion?: string;
  readonly tlsCipherSuites?: readonly string[];
  readonly tlsSniCertKey?: readonly string[];
}

const versionByName: ReadonlyMap<string, SecureVersion> = new Map([
  ["VersionTLS10", "TLSv1"],
  ["VersionTLS11", "TLSv1.1"],
  ["VersionTLS12", "TLSv1.2"],
  ["VersionTLS13", "TLSv1.3"],
]);

export const tlsVersions: readonly string[] = [...versionByName.keys()];

/** Cipher suites of TLS 1.3. Go can't turn them off, so they are always on. */
const suitesOfTls13 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/** OpenSSL names of cipher suites by their Go names. */
const cipherBySuite: ReadonlyMap<string, string> = new Map(
  Object.entries({
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: "ECDHE-ECDSA-AES128-SHA",
    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: "ECDHE-ECDSA-AES256-SHA",
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: "ECDHE-RSA-AES128-SHA",
    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: "ECDHE-RSA-AES256-SHA",
    TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
    TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
    TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
    TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
    TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
    TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: "ECDHE-RSA-CHACHA20-POLY1305",
    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: "ECDHE-ECDSA-CHACHA20-POLY1305",
    TLS_RSA_WITH_RC4_128_SHA: "RC4-SHA",
    TLS_RSA_WITH_3DES_EDE_CBC_SHA: "DES-CBC3-SHA",
    TLS_RSA_WITH_AES_128_CBC_SHA: "AES128-SHA",
    TLS_RSA_WITH_AES_256_CBC_SHA: "AES256-SHA",
    TLS_RSA_WITH_AES_128_CBC_SHA256: "AES128-SHA256",
    TLS_RSA_WITH_AES_128_GCM_SHA256: "AES128-GCM-SHA256",
    TLS_RSA_WITH_AES_256_GCM_SHA384: "AES256-GCM-SHA384",
    TLS_ECDHE_ECDSA_WITH_RC4_128_SHA: "ECDHE-ECDSA-RC4-SHA",
    TLS_ECDHE_RSA_WITH_RC4_128_SHA: "ECDHE-RSA-RC4-SHA",
    TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA: "ECDHE-RSA-DES-CBC3-SHA",
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: "ECDHE-ECDSA-AES128-SHA256",
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256: "ECDHE-RSA-AES128-SHA256",
  }),
);

/** HTTP/2 requires one of these if TLS 1.2 is allowed. */
const suitesOfHttp2: ReadonlySet<string> = new Set([
  "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
]);

/** @throws {UsageError} if kube-apiserver would not start with the settings */
export function readTls(flags: TlsFlags): TlsSettings {
  const version = flags.tlsMinVersion === "" ? undefined : flags.tlsMinVersion;
  const minVersion = version === undefined ? undefined : versionByName.get(version);
  if (version !== undefined && minVersion === undefined) {
    throw new UsageError(`--tls-min-version must be one of ${tlsVersions.join(", ")}; got ${version}`);
  }
  const suites = flags.tlsCipherSuites ?? [];
  return {
    ...withoutUndefined({ minVersion }),
    ...(suites.length === 0 ? {} : { ciphers: ciphersOf(suites, minVersion) }),
    ...(flags.tlsSniCertKey === undefined ? {} : { namedCertificates: flags.tlsSniCertKey.map(readNamed) }),
  };
}

function ciphersOf(suites: readonly string[], minVersion: SecureVersion | undefined): string {
  const unknown = suites.find((suite) => !suitesOfTls13.includes(suite) && !cipherBySuite.has(suite));
  if (unknown !== undefined) {
    throw new UsageError(`--tls-cipher-suites must be names of cipher suites; got ${JSON.stringify(unknown)}`);
  }
  if (minVersion !== "TLSv1.3" && !suites.some((suite) => suitesOfHttp2.has(suite))) {
    throw new UsageError(
      "--tls-cipher-suites must have TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, which HTTP/2 requires",
    );
  }
  const available = new Set(getCiphers());
  const ciphers = suites.flatMap((suite) => cipherBySuite.get(suite) ?? []);
  return [...suitesOfTls13, ...ciphers.filter((cipher) => available.has(cipher.toLowerCase()))].join(":");
}

const flag = "--tls-sni-cert-key";

function readNamed(text: string): NamedCertificate {
  const [, certificateFile, keyFile, names] = /^([^,]+),([^,:]+)(?::(.*))?$/.exec(text.trim()) ?? [];
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError(`${flag} must have the form cert.pem,key.pem:name,...; got ${JSON.stringify(text)}`);
  }
  const pair = { certificate: readFlagFile(flag, certificateFile), key: readSecretFile(flag, keyFile) };
  const fault = keyPairFault(pair.certificate, pair.key);
  if (fault !== undefined) throw new UsageError(`${flag} ${certificateFile},${keyFile}: ${fault}`);
  return { ...pair, names: names === undefined || names === "" ? [] : names.split(",").map((name) => name.trim()) };
}
