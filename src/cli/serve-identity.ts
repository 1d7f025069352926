/**
 * The certificates of `clustervet serve`: its own, kept in the data directory, or those that flags name.
 *
 * @module
 */
import { join } from "node:path";
import {
  prepareCertificates,
  type ServerCertificates,
  writeAdminKubeconfig,
} from "../server/certificates/data-directory.ts";
import type { KeyPair } from "../server/certificates/issue.ts";
import { CertificateRenewal } from "../server/certificates/renewal.ts";
import type { Log } from "../server/http/log.ts";
import type { RunningServer } from "../server/server.ts";
import { isIpv4, isUnspecified, parseIp } from "../text/ip.ts";
import { keyPairFault } from "./certificates.ts";
import { UsageError } from "./exit.ts";
import { readGiven, readPrivate } from "./serve-files.ts";

export interface IdentityFlags {
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
    follow: async () => ({ stop: () => {} }),
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
  const authorities = new Set([certificates.authority, ...clientAuthorities(flags)]);
  return {
    serving: certificates.serving,
    clientAuthority: [...authorities].join("\n"),
    authority: certificates.authority,
    async follow(server, url, log) {
      const renewal = new CertificateRenewal(dataDir, certificates, {
        hosts,
        nowMs: Date.now,
        log,
        async renewed(renewed) {
          // Clients of an authority before go on until their certificates end.
          authorities.add(renewed.authority);
          server.identify({ ...renewed.serving, clientAuthority: [...authorities].join("\n") });
          await writeAdminKubeconfig(dataDir, url, renewed);
        },
      });
      return { kubeconfig: await writeKubeconfig(dataDir, url, certificates, log), stop: () => renewal.stop() };
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

/** @throws {UsageError} for what is wrong with the files of the data directory */
export async function inDataDir<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`--data-dir cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
