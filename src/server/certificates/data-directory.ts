/**
 * The certificates of a server in its data directory: created if missing, reused on later starts, and renewed long
 * before they expire. Only the owner can read the files.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { mastersGroup } from "../../access/user.ts";
import { createTokenKey } from "../authn/service-account-key.ts";
import { createAuthority, issueCertificate, type KeyPair } from "./issue.ts";

/** The certificates and keys that a server and its administrator need. */
export interface ServerCertificates {
  /**
   * Certificate, in PEM format, of the authority that signed the others. Clients trust it, and the server trusts it for
   * client certificates.
   */
  readonly authority: string;
  readonly serving: KeyPair;
  readonly admin: KeyPair;
}

export interface CertificateOptions {
  /** Names and addresses at which clients call the server. */
  readonly hosts: readonly string[];
  readonly nowMs: number;
}

const dayMs = 86_400_000;
const authorityLifetimeMs = 3650 * dayMs;
const lifetimeMs = 365 * dayMs;
/**
 * Certificates that expire within this time are renewed. An authority is renewed when it would expire before the
 * certificates that it signs.
 */
const renewalMs = 90 * dayMs;

const ownerOnly = 0o600;
/** Permission bits of users other than the owner. */
const othersBits = 0o077;
const directoryMode = 0o700;

/** User name in the certificate of the administrator. */
const adminName = "clustervet-admin";

/**
 * Reads the certificates in a directory, and creates the missing or expiring ones.
 *
 * @param directory - created if it does not exist
 * @throws {Error} if a file there is not a certificate or key; no file is overwritten then
 */
export async function prepareCertificates(
  directory: string,
  { hosts, nowMs }: CertificateOptions,
): Promise<ServerCertificates> {
  await mkdir(directory, { recursive: true, mode: directoryMode });
  const authority = await readOrCreate(directory, "ca", {
    isGood: (certificate) => remainingMs(certificate, nowMs) > lifetimeMs,
    make: () => createAuthority("clustervet-ca", { nowMs, lifetimeMs: authorityLifetimeMs }),
  });
  const signer = new X509Certificate(authority.certificate);
  const isCurrent = (certificate: X509Certificate): boolean =>
    certificate.checkIssued(signer) &&
    certificate.verify(signer.publicKey) &&
    remainingMs(certificate, nowMs) > renewalMs;
  const serving = await readOrCreate(directory, "serving", {
    isGood: (certificate) => isCurrent(certificate) && hosts.every((host) => isFor(certificate, host)),
    make: () => issueCertificate(authority, "clustervet", { use: "server", hosts, nowMs, lifetimeMs }),
  });
  const admin = await readOrCreate(directory, "admin", {
    isGood: isCurrent,
    make: () => issueCertificate(authority, adminName, { use: "client", groups: [mastersGroup], nowMs, lifetimeMs }),
  });
  return { authority: authority.certificate, serving, admin };
}

/**
 * Reads or creates the key that signs service account tokens.
 *
 * @returns the private key in PEM format
 */
export async function prepareTokenKey(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: directoryMode });
  const file = join(directory, "service-account.key");
  const known = await readKeyIfThere(file);
  if (known !== undefined) return known;
  const made = createTokenKey();
  await writePrivately(file, made);
  return made;
}

interface PairSource {
  isGood(certificate: X509Certificate): boolean;
  make(): KeyPair;
}

/** Returns a certificate and its key, from the files of that name or newly created. */
async function readOrCreate(directory: string, name: string, { isGood, make }: PairSource): Promise<KeyPair> {
  const [certificateFile, keyFile] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
  const [certificate, key] = await Promise.all([readIfThere(certificateFile), readKeyIfThere(keyFile)]);
  if (certificate !== undefined && key !== undefined && isGood(parsePair({ certificate, key }, certificateFile))) {
    return { certificate, key };
  }
  const made = make();
  // After a crash in between, the next start finds a key without a certificate and replaces it. An old certificate with
  // the new key would stop it.
  await rm(certificateFile, { force: true });
  await writePrivately(keyFile, made.key);
  await writePrivately(certificateFile, made.certificate);
  return made;
}

function parsePair({ certificate, key }: KeyPair, file: string): X509Certificate {
  try {
    const parsed = new X509Certificate(certificate);
    if (parsed.checkPrivateKey(createPrivateKey(key))) return parsed;
  } catch {
    // Reported by the error below.
  }
  throw new Error(`${file} and its key file must be a certificate and its key; to generate new ones, remove both`);
}

const remainingMs = (certificate: X509Certificate, nowMs: number): number => Date.parse(certificate.validTo) - nowMs;

const isFor = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? certificate.checkHost(host, { subject: "never" }) : certificate.checkIP(host)) !== undefined;

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Reads a private key; undefined if the file does not exist.
 *
 * @throws {Error} if users other than the owner can access the file; the message says how to change that
 */
async function readKeyIfThere(file: string): Promise<string | undefined> {
  const key = await readIfThere(file);
  if (key === undefined || process.platform === "win32") return key;
  const { mode } = await stat(file);
  if ((mode & othersBits) === 0) return key;
  const found = (mode & 0o777).toString(8);
  throw new Error(`${file} must be readable only by its owner; its mode is ${found}: run \`chmod 600 ${file}\``);
}

/** Writes a file atomically. */
async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  // Removes a file left by an interrupted write, or a symbolic link.
  await rm(unfinished, { force: true });
  await writeFile(unfinished, text, { mode: ownerOnly, flag: "wx" });
  await rename(unfinished, file);
}

/**
 * Writes the kubeconfig of the server's administrator.
 *
 * @param server - URL of the server, such as `https://127.0.0.1:6443`
 * @returns the path of the file
 */
export async function writeAdminKubeconfig(
  directory: string,
  server: string,
  { authority, admin }: ServerCertificates,
): Promise<string> {
  const file = join(directory, "admin.kubeconfig");
  const base64 = (pem: string): string => Buffer.from(pem).toString("base64");
  const text = `apiVersion: v1
kind: Config
clusters:
- name: clustervet
  cluster:
    server: ${JSON.stringify(server)}
    certificate-authority-data: ${base64(authority)}
users:
- name: ${adminName}
  user:
    client-certificate-data: ${base64(admin.certificate)}
    client-key-data: ${base64(admin.key)}
contexts:
- name: clustervet
  context:
    cluster: clustervet
    user: ${adminName}
current-context: clustervet
`;
  // Skips the write if the file has this content already, since the disk may be full or read-only.
  if ((await readIfThere(file)) !== text) await writePrivately(file, text);
  return file;
}
