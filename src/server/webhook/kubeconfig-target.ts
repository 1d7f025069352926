/**
 * Reads the target and the credentials of a webhook from the current context of a kubeconfig.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { AuthInfo, Cluster, Config } from "../../api/types/clientcmd-v1.ts";
import { basicHeaders, bearerHeaders, dataOrFile } from "../../client/credentials.ts";
import { createTokenReader } from "../../client/token-file.ts";
import type { Credentials, Target } from "./target.ts";

/** Reads a file. @throws {Error} if it cannot be read */
type ReadFile = (path: string) => string;

/**
 * @param config - validated; paths in it are relative to the folder of `file`
 * @throws {Error} for an unreadable file, and for unsupported settings
 */
export function kubeconfigTarget(config: Config, file: string, readFile: ReadFile): Target {
  const read: ReadFile = (path) => readFile(resolve(dirname(file), path));
  const context = config.contexts?.find(({ name }) => name === config["current-context"])?.context ?? {};
  const cluster = config.clusters?.find(({ name }) => name === context.cluster)?.cluster ?? {};
  const user = config.users?.find(({ name }) => name === context.user)?.user ?? {};
  assertSupported(user, file);
  if (cluster["proxy-url"]) throw unsupported(file, "proxy-url");
  const authority = dataOrFile(cluster["certificate-authority-data"], cluster["certificate-authority"], read);
  return {
    url: urlOf(cluster, authority !== undefined),
    ...(authority === undefined ? {} : { authority }),
    credentials: credentialsOf(cluster, user, read),
  };
}

/** @throws {Error} for unsupported credentials */
export function assertSupported(user: AuthInfo, file: string): void {
  for (const field of ["exec", "auth-provider", "as"] as const) if (user[field]) throw unsupported(file, field);
}

const unsupported = (file: string, field: string): Error =>
  new Error(`${file}: \`${field}\` is not supported in the kubeconfig of a webhook`);

/**
 * Returns the URL without its query, which client-go drops. Without a scheme, client-go uses HTTPS if the file has TLS
 * settings for the cluster.
 */
function urlOf({ server = "", "insecure-skip-tls-verify": skipsTls = false }: Cluster, hasAuthority: boolean): string {
  const scheme = skipsTls || hasAuthority ? "https" : "http";
  const url = new URL(server.includes("://") ? server : `${scheme}://${server}`);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

export function credentialsOf(cluster: Cluster, user: AuthInfo, read: ReadFile): Credentials {
  const certificate = dataOrFile(user["client-certificate-data"], user["client-certificate"], read);
  const key = dataOrFile(user["client-key-data"], user["client-key"], read);
  const { "tls-server-name": serverName } = cluster;
  return {
    headers: headersOf(user, read),
    ...(certificate === undefined || key === undefined ? {} : { certificate, key }),
    ...(serverName ? { serverName } : {}),
    skipsVerification: cluster["insecure-skip-tls-verify"] ?? false,
  };
}

function headersOf(user: AuthInfo, read: ReadFile): () => Readonly<Record<string, string>> {
  const { username = "", password = "", tokenFile = "" } = user;
  if (username !== "") {
    const headers = basicHeaders(username, password);
    return () => headers;
  }
  if (tokenFile === "") return () => bearerHeaders(user.token ?? "");
  const token = createTokenReader(
    () => read(tokenFile),
    () => performance.now(),
  );
  // Read the file once now, so that a missing one prevents the start.
  token();
  return () => bearerHeaders(token());
}
