/**
 * The certificates of `clustervet serve`: its own, kept in the data directory, or those that flags name.
 *
 * @module
 */
import { X509Certificate } from "node:crypto";
import { join, resolve } from "node:path";
import {
  prepareCertificates,
  type ServerCertificates,
  writeAdminKubeconfig,
} from "../server/certificates/data-directory.ts";
import type { KeyPair } from "../server/certificates/issue.ts";
import { CertificateRenewal } from "../server/certificates/renewal.ts";
import type { Log } from "../server/http/log.ts";
import type { RunningServer } from "../server/server.ts";
import { assertPrivate, makeDirectory } from "../storage/durable-file.ts";
import { isIpv4, isUnspecified, parseIp } from "../text/ip.ts";
import { pemBlocks } from "../x509/pem.ts";
import { keyPairFault } from "./certificates.ts";
import { UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { readGiven, readPrivate } from "./serve-files.ts";
import { type FrontProxyFlags, readFrontProxy } from "./serve-front-proxy.ts";
import type { StorageFlags } from "./serve-storage.ts";
import type { TokenFlags } from "./serve-tokens.ts";

export interface IdentityFlags extends FrontProxyFlags {
  readonly bindAddress: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly clientCaFile?: string;
}

export interface Identity {
  readonly serving: KeyPair;
  /** PEM, of the authorities whose client certificates count; absent: client certificates do not count. */
  readonly clientAuthority?: string;
  /** PEM, of the authority that signed the certificate; absent where it is not the server's own. */
  readonly authority?: string;
  /**
   * Keeps the certificates of a server from ending under it.
   *
   * @returns what ends that, and the file that makes its reader the administrator, where there is one
   */
  follow(server: RunningServer, url: string, log: Log): Promise<Followed>;
}

export interface Followed {
  readonly kubeconfig?: string;
  stop(): void;
}

/** @throws {UsageError} for files that are not a certificate and its key */
export function givenIdentity(flags: IdentityFlags & { readonly tlsCertFile: string }): Identity {
  const { tlsCertFile, tlsPrivateKeyFile } = flags;
  if (tlsPrivateKeyFile === undefined) throw new UsageError("--tls-cert-file needs --tls-private-key-file");
  const certificate = readGiven("--tls-cert-file", tlsCertFile);
  const key = readPrivate("--tls-private-key-file", tlsPrivateKeyFile);
  const fault = keyPairFault(certificate, key);
  if (fault !== undefined) throw new UsageError(`--tls-cert-file and --tls-private-key-file: ${fault}`);
  const [clientAuthority] = clientAuthorities(flags);
  return {
    serving: { certificate, key },
    ...(clientAuthority === undefined ? {} : { clientAuthority }),
    follow: async (server, _url, log) =>
      followAuthorities(flags, log, (changed) => server.identify({ certificate, key, clientAuthority: changed })),
  };
}

/** The address at which clients on this machine reach a server that listens on `address`. */
export function hostToCall(address: string): string {
  const parsed = parseIp(address);
  if (!parsed.ok || !isUnspecified(parsed.value)) return address;
  return isIpv4(parsed.value) ? "127.0.0.1" : "::1";
}

/** @throws {UsageError} for a data directory that cannot be used */
export async function ownIdentity(flags: IdentityFlags, dataDir: string): Promise<Identity> {
  const hosts = [...new Set([hostToCall(flags.bindAddress), "127.0.0.1", "localhost"])];
  const certificates = await inDataDir(prepareCertificates(dataDir, { hosts, nowMs: Date.now() }));
  const own = new Set([certificates.authority]);
  let { serving } = certificates;
  let given = clientAuthorities(flags);
  const clientAuthority = () => [...own, ...given].join("\n");
  return {
    serving,
    clientAuthority: clientAuthority(),
    authority: certificates.authority,
    async follow(server, url, log) {
      const renewal = new CertificateRenewal(dataDir, certificates, {
        hosts,
        nowMs: Date.now,
        log,
        async renewed(renewed) {
          // Clients of an authority before go on until their certificates end.
          own.add(renewed.authority);
          serving = renewed.serving;
          server.identify({ ...serving, clientAuthority: clientAuthority() });
          await writeAdminKubeconfig(dataDir, url, renewed);
        },
      });
      const followed = followAuthorities(flags, log, (changed) => {
        given = [changed];
        server.identify({ ...serving, clientAuthority: clientAuthority() });
      });
      const stop = () => {
        renewal.stop();
        followed.stop();
      };
      return { kubeconfig: await writeKubeconfig(dataDir, url, certificates, log), stop };
    },
  };
}

/** A disk that takes no writes is still good for a server that lets read what is there. */
function writeKubeconfig(dataDir: string, url: string, certificates: ServerCertificates, log: Log): Promise<string> {
  return writeAdminKubeconfig(dataDir, url, certificates).catch((error: unknown) => {
    log.warn({ error: String(error) }, "the kubeconfig of the administrator could not be written");
    return `${join(dataDir, "admin.kubeconfig")} --server ${url}`;
  });
}

const clientAuthorities = ({ clientCaFile }: IdentityFlags): readonly string[] =>
  clientCaFile === undefined ? [] : [readGiven("--client-ca-file", clientCaFile)];

/** Hands over the authorities of a changed --client-ca-file. As in kube-apiserver, an invalid file leaves the previous ones in use. */
function followAuthorities(flags: IdentityFlags, log: Log, use: (changed: string) => void) {
  const { clientCaFile: file } = flags;
  if (file === undefined) return { stop: () => {} };
  return new FollowedFile(file, async (text) => {
    const fault = hasCertificates(text) ? proxyFault(flags, text) : "it must have certificates in PEM";
    if (fault === undefined) {
      use(text);
      log.info({ file }, "the changed --client-ca-file is in use");
    } else log.error({ file, fault }, "the changed --client-ca-file is not valid; the previous one stays in use");
    return "done";
  });
}

/** A client must not become a front proxy by a change of the file. */
function proxyFault(flags: IdentityFlags, authorities: string): string | undefined {
  try {
    readFrontProxy(flags, authorities);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** At least one, and none that is malformed. */
function hasCertificates(text: string): boolean {
  const blocks = pemBlocks(text).filter(({ type }) => type === "CERTIFICATE");
  try {
    for (const { bytes } of blocks) new X509Certificate(bytes);
    return blocks.length > 0;
  } catch {
    return false;
  }
}

/**
 * Makes the data directory, if anything is written there: not where another party keeps the certificates, and objects are not kept.
 *
 * @throws {UsageError} for one that cannot be used
 */
export async function prepareDataDir(
  flags: Pick<IdentityFlags, "tlsCertFile"> & TokenFlags & StorageFlags,
): Promise<void> {
  const { tlsCertFile, serviceAccountSigningKeyFile, storage } = flags;
  if (tlsCertFile !== undefined && serviceAccountSigningKeyFile !== undefined && storage !== "lmdb") return;
  const dataDir = resolve(flags.dataDir);
  await inDataDir(makeDirectory(dataDir).then(() => assertPrivate(dataDir)));
}

/** @throws {UsageError} for what is wrong with the files of the data directory */
export async function inDataDir<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`--data-dir cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
