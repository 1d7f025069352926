/**
 * The certificates of `clustervet serve`: its own ones in the data directory, or those that flags name.
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
import { pemBlocks } from "../x509/pem.ts";
import { keyPairFault } from "./certificates.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { hostToCall } from "./host-to-call.ts";
import { readFlagFile, readSecretFile } from "./serve-files.ts";
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
  /** PEM text with the CA certificates for client certificates. If absent, client certificates are not accepted. */
  readonly clientAuthority?: string;
  /** PEM text of the CA that signed the serving certificate; absent if the server does not have its own CA. */
  readonly authority?: string;
  /**
   * Renews the server's certificates before they expire, and watches `--client-ca-file`.
   *
   * @returns a function that stops this, and the administrator's kubeconfig if the server writes one
   */
  startUpdates(server: RunningServer, url: string, log: Log): Promise<RunningUpdates>;
}

export interface RunningUpdates {
  readonly kubeconfig?: string;
  stop(): void;
}

/**
 * Reads the serving certificate that the flags name. @throws {UsageError} if the files are not a certificate and its
 * key
 */
export function readFlagIdentity(flags: IdentityFlags & { readonly tlsCertFile: string }): Identity {
  const { tlsCertFile, tlsPrivateKeyFile } = flags;
  if (tlsPrivateKeyFile === undefined) throw new UsageError("--tls-cert-file needs --tls-private-key-file");
  const certificate = readFlagFile("--tls-cert-file", tlsCertFile);
  const key = readSecretFile("--tls-private-key-file", tlsPrivateKeyFile);
  const fault = keyPairFault(certificate, key);
  if (fault !== undefined) throw new UsageError(`--tls-cert-file and --tls-private-key-file: ${fault}`);
  const [clientAuthority] = clientAuthorities(flags);
  return {
    serving: { certificate, key },
    ...(clientAuthority === undefined ? {} : { clientAuthority }),
    startUpdates: async (server, _url, log) =>
      followAuthorities(flags, log, (changed) => server.setIdentity({ certificate, key, clientAuthority: changed })),
  };
}

/** Creates or reads the server's own certificates. @throws {UsageError} if the data directory can't be used */
export async function prepareOwnIdentity(flags: IdentityFlags, dataDir: string): Promise<Identity> {
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
    async startUpdates(server, url, log) {
      const renewal = new CertificateRenewal(dataDir, certificates, {
        hosts,
        nowMs: Date.now,
        log,
        async onRenewed(renewed) {
          // Keeps the previous CA, so that its client certificates are accepted until they expire.
          own.add(renewed.authority);
          serving = renewed.serving;
          server.setIdentity({ ...serving, clientAuthority: clientAuthority() });
          await writeAdminKubeconfig(dataDir, url, renewed);
        },
      });
      const followed = followAuthorities(flags, log, (changed) => {
        given = [changed];
        server.setIdentity({ ...serving, clientAuthority: clientAuthority() });
      });
      const stop = () => {
        renewal.stop();
        followed.stop();
      };
      return { kubeconfig: await writeKubeconfig(dataDir, url, certificates, log), stop };
    },
  };
}

/** Only logs a warning if the kubeconfig can't be written: a server on a read-only disk can still serve reads. */
function writeKubeconfig(dataDir: string, url: string, certificates: ServerCertificates, log: Log): Promise<string> {
  return writeAdminKubeconfig(dataDir, url, certificates).catch((error: unknown) => {
    log.warn({ error: String(error) }, "the kubeconfig of the administrator could not be written");
    return `${join(dataDir, "admin.kubeconfig")} --server ${url}`;
  });
}

const clientAuthorities = ({ clientCaFile }: IdentityFlags): readonly string[] =>
  clientCaFile === undefined ? [] : [readFlagFile("--client-ca-file", clientCaFile)];

/**
 * Calls `use` with the CA certificates of a changed `--client-ca-file`. As in kube-apiserver, an invalid file leaves
 * the previous certificates in use.
 */
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

/** Returns a fault if the changed file would let ordinary clients act as front proxies. */
function proxyFault(flags: IdentityFlags, authorities: string): string | undefined {
  try {
    readFrontProxy(flags, authorities);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the text contains at least one certificate and no malformed one. */
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
 * Creates the data directory if the server writes anything there. It writes nothing if flags name the certificate and
 * the signing key, and objects are not stored in LMDB.
 *
 * @throws {UsageError} if the directory can't be used
 */
export async function prepareDataDir(
  flags: Pick<IdentityFlags, "tlsCertFile"> & TokenFlags & StorageFlags,
): Promise<void> {
  const { tlsCertFile, serviceAccountSigningKeyFile, storage } = flags;
  if (tlsCertFile !== undefined && serviceAccountSigningKeyFile !== undefined && storage !== "lmdb") return;
  const dataDir = resolve(flags.dataDir);
  await inDataDir(makeDirectory(dataDir).then(() => assertPrivate(dataDir)));
}

/** Converts errors in files of the data directory. @throws {UsageError} */
export async function inDataDir<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`--data-dir cannot be used: ${reasonOf(error)}`);
  }
}
