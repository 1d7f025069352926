/**
 * The certificates of a server in its data directory: made when they are missing, used again afterwards, and renewed long
 * before they end. Only the owner can read the files.
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

/** The files that a server and its administrator need. */
export interface ServerCertificates {
  /** PEM of the authority that signed the others; clients trust it, and it vouches for clients. */
  readonly authority: string;
  readonly serving: KeyPair;
  readonly admin: KeyPair;
}

export interface CertificateOptions {
  /** Names and addresses that clients call the server by. */
  readonly hosts: readonly string[];
  readonly nowMs: number;
}

const dayMs = 86_400_000;
const authorityLifetimeMs = 3650 * dayMs;
const lifetimeMs = 365 * dayMs;
/**
 * Certificates that end within this time are renewed; for an authority it is the lifetime of certificates that it
 * signs.
 */
const renewalMs = 90 * dayMs;

const ownerOnly = 0o600;
/** Bits of a mode that let others than the owner read or write. */
const othersBits = 0o077;
const directoryMode = 0o700;

/** The name in the certificate of the administrator. */
const adminName = "clustervet-admin";

/**
 * @param directory - made where it is missing
 * @throws {Error} for files there that are no certificates; nothing is overwritten then
 */
export async function prepareCertificates(
  directory: string,
  { hosts, nowMs }: CertificateOptions,
): Promise<ServerCertificates> {
  await mkdir(directory, { recursive: true, mode: directoryMode });
  const authority = await keep(directory, "ca", {
    isGood: (certificate) => remainingMs(certificate, nowMs) > lifetimeMs,
    make: () => createAuthority("clustervet-ca", { nowMs, lifetimeMs: authorityLifetimeMs }),
  });
  const signer = new X509Certificate(authority.certificate);
  const isCurrent = (certificate: X509Certificate): boolean =>
    certificate.checkIssued(signer) &&
    certificate.verify(signer.publicKey) &&
    remainingMs(certificate, nowMs) > renewalMs;
  const serving = await keep(directory, "serving", {
    isGood: (certificate) => isCurrent(certificate) && hosts.every((host) => isFor(certificate, host)),
    make: () => issueCertificate(authority, "clustervet", { use: "server", hosts, nowMs, lifetimeMs }),
  });
  const admin = await keep(directory, "admin", {
    isGood: isCurrent,
    make: () => issueCertificate(authority, adminName, { use: "client", groups: [mastersGroup], nowMs, lifetimeMs }),
  });
  return { authority: authority.certificate, serving, admin };
}

/**
 * The key that signs the tokens of service accounts.
 *
 * @returns PEM
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

interface Keeping {
  isGood(certificate: X509Certificate): boolean;
  make(): KeyPair;
}

/** The pair of that name, from its files or new. */
async function keep(directory: string, name: string, { isGood, make }: Keeping): Promise<KeyPair> {
  const [certificateFile, keyFile] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
  const [certificate, key] = await Promise.all([readIfThere(certificateFile), readKeyIfThere(keyFile)]);
  if (certificate !== undefined && key !== undefined && isGood(parsePair({ certificate, key }, certificateFile))) {
    return { certificate, key };
  }
  const made = make();
  // The key first: a certificate without its key is made again, too.
  await writePrivately(keyFile, made.key);
  await writePrivately(certificateFile, made.certificate);
  return made;
}

function parsePair({ certificate, key }: KeyPair, file: string): X509Certificate {
  try {
    const parsed = new X509Certificate(certificate);
    if (parsed.checkPrivateKey(createPrivateKey(key))) return parsed;
  } catch {
    // Said below.
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

/** @throws {Error} for a key that others can read, with what to do */
async function readKeyIfThere(file: string): Promise<string | undefined> {
  const key = await readIfThere(file);
  if (key === undefined || process.platform === "win32") return key;
  const { mode } = await stat(file);
  if ((mode & othersBits) === 0) return key;
  const found = (mode & 0o777).toString(8);
  throw new Error(`${file} must be readable only by its owner; its mode is ${found}: run \`chmod 600 ${file}\``);
}

/** Whole or not at all. */
async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  // An existing file was left behind, or leads elsewhere.
  await rm(unfinished, { force: true });
  await writeFile(unfinished, text, { mode: ownerOnly, flag: "wx" });
  await rename(unfinished, file);
}

/**
 * Writes the file that makes its reader the administrator of the server.
 *
 * @param server - `https://127.0.0.1:6443`
 * @returns where it is
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
  // One that says so already may lie on a disk that is full, or may not be written.
  if ((await readIfThere(file)) !== text) await writePrivately(file, text);
  return file;
}
