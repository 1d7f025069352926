/**
 * The connection settings of a cluster: its address, trusted authorities and the credentials. Finds them in the order
 * of client-go: kubeconfig files first, then the service account of the pod that the program runs in.
 *
 * @module
 */
import type { Cluster as PluginCluster } from "../api/types/clientauthentication-v1.ts";
import { encodeBase64 } from "../text/base64.ts";
import { joinHostPort } from "../text/ip.ts";
import { trimEnd } from "../text/trim-end.ts";
import { pemBlocks } from "../x509/pem.ts";
import { ClientFault } from "./client-fault.ts";
import {
  bearerHeaders,
  type Credentials,
  createFileReader,
  dataOrFile,
  impersonationHeaders,
  staticCredentialsOf,
} from "./credentials.ts";
import { pluginCredentials } from "./exec-plugin.ts";
import { type Kubeconfig, loadKubeconfig } from "./kubeconfig.ts";
import { fileFault, type Machine } from "./machine.ts";
import { proxyFor } from "./proxy.ts";
import { type Selected, selectContext } from "./select-context.ts";
import { systemRoots } from "./system-roots.ts";
import { createTokenReader } from "./token-file.ts";

export interface Connection {
  /** The address, without a trailing slash. */
  readonly server: string;
  /** The certificate authorities of the server in PEM; if absent, Node's default ones. */
  readonly authority?: string;
  /** The name that the server's certificate must be valid for; default: the host of the address. */
  readonly serverName?: string;
  /** Whether any server certificate is accepted. */
  readonly skipsVerification: boolean;
  readonly proxy?: URL;
  readonly credentials: Credentials;
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>;
  /** The namespace of the context; empty if the context has no namespace. */
  readonly namespace: string;
  /** The user of the requests, for messages. */
  readonly userDescription: string;
}

/** Options of the command line. */
export interface KubeconfigOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** Finds the cluster to connect to. @throws {ClientFault} if no cluster is configured, or its settings are invalid */
export function findConnection(choice: KubeconfigOptions, machine: Machine): Connection {
  const config = loadKubeconfig(machine, choice.kubeconfig);
  if (config.contexts.size > 0 || config.clusters.size > 0 || choice.context !== undefined) {
    return connectionOf(selectContext(config, choice.context), machine);
  }
  const inCluster = choice.kubeconfig === undefined ? inClusterConnection(machine) : undefined;
  if (!inCluster)
    throw new ClientFault("configuration", "no cluster is configured", { help: describeSearchedFiles(config) });
  return inCluster;
}

function describeSearchedFiles({ files, missing }: Kubeconfig): string {
  const searchedFiles = [
    ...missing.map((path) => `${path} does not exist`),
    ...files.map((path) => `${path} has no contexts`),
  ];
  return `${searchedFiles.join("; ")}: pass --kubeconfig, or set KUBECONFIG`;
}

/** @throws {ClientFault} for unreadable files and an invalid address */
export function connectionOf(selected: Selected, machine: Machine): Connection {
  const { cluster, user, userName, namespace, context } = selected;
  const server = serverOf(cluster.server ?? "");
  const proxy = proxyFor(server, cluster["proxy-url"], machine);
  const address = { server: hrefOf(server), ...(proxy ? { proxy } : {}), namespace };
  const userDescription = user.as ? `user "${user.as}"` : `user "${userName}" of context "${context}"`;
  const impersonation = impersonationHeaders(user);
  // Without TLS the server has no verified identity, so no credentials are sent.
  if (server.protocol === "http:") {
    return {
      ...address,
      skipsVerification: false,
      credentials: anonymousCredentials,
      impersonation,
      userDescription,
    };
  }
  const authority = dataOrFile(
    cluster["certificate-authority-data"],
    cluster["certificate-authority"],
    createFileReader(machine, "certificate-authority"),
  );
  assertAuthority(authority);
  const roots = authority ?? systemRoots(machine);
  const skipsVerification = cluster["insecure-skip-tls-verify"] ?? false;
  return {
    ...address,
    ...(roots === undefined ? {} : { authority: roots }),
    ...(cluster["tls-server-name"] ? { serverName: cluster["tls-server-name"] } : {}),
    skipsVerification,
    credentials: credentialsOf(selected, { authority, proxy, server: address.server }, machine),
    impersonation,
    userDescription,
  };
}

const anonymousCredentials: Credentials = { show: async () => ({ headers: {} }), replace: async () => undefined };

interface ServerSettings {
  readonly authority: string | undefined;
  readonly proxy: URL | undefined;
  readonly server: string;
}

function credentialsOf(
  { cluster, user }: Selected,
  { authority, proxy, server }: ServerSettings,
  machine: Machine,
): Credentials {
  const own = staticCredentialsOf(user, machine);
  if (own || !user.exec) return own ?? anonymousCredentials;
  const { extension: config } =
    cluster.extensions?.find(({ name }) => name === "client.authentication.k8s.io/exec") ?? {};
  const { "tls-server-name": name, "insecure-skip-tls-verify": isInsecure, "disable-compression": isPlain } = cluster;
  const pluginCluster: PluginCluster = {
    server,
    ...(name ? { "tls-server-name": name } : {}),
    ...(isInsecure ? { "insecure-skip-tls-verify": true } : {}),
    ...(authority ? { "certificate-authority-data": encodeBase64(new TextEncoder().encode(authority)) } : {}),
    ...(proxy ? { "proxy-url": proxy.href } : {}),
    ...(isPlain ? { "disable-compression": true } : {}),
    ...(config === undefined ? {} : { config }),
  };
  return pluginCredentials(user.exec, pluginCluster, machine);
}

/** An address without a scheme means HTTP, as in client-go. */
function serverOf(text: string): URL {
  const url = [text, `http://${text}`].find((each) => /^https?:\/\//.test(each) && URL.canParse(each));
  if (url === undefined) throw new ClientFault("configuration", `\`server\` must be an address; got "${text}"`);
  return new URL(url);
}

const hrefOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${trimEnd("/", pathname)}`;

/** @throws {ClientFault} for text without a certificate, with which no server would be trusted */
function assertAuthority(text: string | undefined): void {
  if (text === undefined || [...pemBlocks(text)].some(({ type }) => type === "CERTIFICATE")) return;
  throw new ClientFault("configuration", "the certificate authority of the cluster has no certificate in PEM");
}

const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Returns the connection of the pod that the program runs in; undefined outside of pods. @throws {ClientFault} for an
 * unreadable token
 */
function inClusterConnection(machine: Machine): Connection | undefined {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = machine.environment;
  if (host === "" || port === "") return undefined;
  const server = new URL(`https://${joinHostPort(host, port)}`);
  const token = createTokenReader(() => readToken(machine), machine.nowMs);
  const proxy = proxyFor(server, undefined, machine);
  const authority = tryReadFile(machine, `${accountFolder}/ca.crt`) ?? systemRoots(machine);
  return {
    server: hrefOf(server),
    ...(authority === undefined ? {} : { authority }),
    skipsVerification: false,
    ...(proxy ? { proxy } : {}),
    credentials: {
      show: async () => ({ headers: bearerHeaders(token()) }),
      replace: async () => undefined,
    },
    impersonation: {},
    namespace: machine.environment["POD_NAMESPACE"] || tryReadFile(machine, `${accountFolder}/namespace`)?.trim() || "",
    userDescription: "the pod's service account",
  };
}

function readToken({ readFile }: Machine): string {
  const path = `${accountFolder}/token`;
  try {
    return readFile(path);
  } catch (error) {
    throw new ClientFault("credentials", `the service account token ${path}: ${fileFault(error)}`);
  }
}

function tryReadFile({ readFile }: Machine, path: string): string | undefined {
  try {
    return readFile(path);
  } catch {
    return undefined;
  }
}
