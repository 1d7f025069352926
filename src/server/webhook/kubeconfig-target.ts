/**
 * Whom the current context of a kubeconfig means, and as whom.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { AuthInfo, Cluster, Config } from "../../api/types/clientcmd-v1.ts";
import { decodeBase64 } from "../../text/base64.ts";
import type { Credentials, Target } from "./target.ts";

/** Reads a file. @throws {Error} when it cannot */
type ReadFile = (path: string) => string;

/** How long the content of a token file is used until the file is read again. */
const tokenLifetimeMs = 60_000;

/**
 * @param config - validated; paths in it count from the folder of `file`
 * @throws {Error} for a file that cannot be read, and for ways to connect that the server does not have
 */
export function kubeconfigTarget(config: Config, file: string, readFile: ReadFile): Target {
  const read: ReadFile = (path) => readFile(resolve(dirname(file), path));
  const context = config.contexts?.find(({ name }) => name === config["current-context"])?.context ?? {};
  const cluster = config.clusters?.find(({ name }) => name === context.cluster)?.cluster ?? {};
  const user = config.users?.find(({ name }) => name === context.user)?.user ?? {};
  for (const field of ["exec", "auth-provider", "as"] as const) if (user[field]) throw unsupported(file, field);
  if (cluster["proxy-url"]) throw unsupported(file, "proxy-url");
  const authority = given(cluster["certificate-authority-data"], cluster["certificate-authority"], read);
  return {
    url: urlOf(cluster, authority !== undefined),
    ...(authority === undefined ? {} : { authority }),
    credentials: credentialsOf(cluster, user, read),
  };
}

const unsupported = (file: string, field: string): Error =>
  new Error(`${file}: \`${field}\` is not supported in the kubeconfig of a webhook`);

/** Without a scheme, client-go takes TLS when the file says how to make sure who the other side is. It leaves a query out. */
function urlOf({ server = "", "insecure-skip-tls-verify": skipsTls = false }: Cluster, hasAuthority: boolean): string {
  const scheme = skipsTls || hasAuthority ? "https" : "http";
  const url = new URL(server.includes("://") ? server : `${scheme}://${server}`);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function credentialsOf(cluster: Cluster, user: AuthInfo, read: ReadFile): Credentials {
  const certificate = given(user["client-certificate-data"], user["client-certificate"], read);
  const key = given(user["client-key-data"], user["client-key"], read);
  const { "tls-server-name": serverName } = cluster;
  return {
    headers: headersOf(user, read),
    ...(certificate === undefined || key === undefined ? {} : { certificate, key }),
    ...(serverName ? { serverName } : {}),
    trustsAnyone: cluster["insecure-skip-tls-verify"] ?? false,
  };
}

/** Data wins over the file. */
function given(data: string | undefined, path: string | undefined, read: ReadFile): string | undefined {
  if (data) return new TextDecoder().decode(decodeBase64(data) ?? undefined);
  return path ? read(path) : undefined;
}

function headersOf(user: AuthInfo, read: ReadFile): () => Readonly<Record<string, string>> {
  const { username = "", password = "", tokenFile = "" } = user;
  if (username !== "") {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    return () => ({ authorization });
  }
  const token = tokenFile === "" ? () => user.token ?? "" : tokenIn(() => read(tokenFile).trim());
  return () => bearer(token());
}

const bearer = (token: string): Readonly<Record<string, string>> =>
  token === "" ? {} : { authorization: `Bearer ${token}` };

/** A file that is missing for a moment leaves the last token in use. */
function tokenIn(read: () => string): () => string {
  let token = read();
  let readMs = performance.now();
  return () => {
    if (performance.now() - readMs < tokenLifetimeMs) return token;
    readMs = performance.now();
    try {
      token = read();
    } catch {
      // The next look at the file is in a minute.
    }
    return token;
  };
}
