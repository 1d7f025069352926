/**
 * Selects the cluster, the user and the namespace of a context, and checks with the rules of client-go that a client
 * can use them.
 *
 * @module
 */
import type { AuthInfo, Cluster, ExecConfig } from "../api/types/clientcmd-v1.ts";
import { closest } from "../text/closest.ts";
import { parseUrl } from "../text/go-url.ts";
import { validateDns1123Label } from "../text/names.ts";
import { ClientFault } from "./client-fault.ts";
import type { Kubeconfig } from "./kubeconfig.ts";

export interface Selected {
  readonly context: string;
  readonly cluster: Cluster;
  readonly user: AuthInfo;
  /** The name of the user, for messages. */
  readonly userName: string;
  /** Empty if the context has no namespace. */
  readonly namespace: string;
}

/**
 * @param named - the context of `--context`; default: the current one
 * @throws {ClientFault} for a context that does not exist or that a client cannot use
 */
export function selectContext(config: Kubeconfig, named?: string): Selected {
  const context = named ?? config.currentContext;
  if (context === "") throw configurationFault("no current context is set", contextsHelp(config));
  const entry = config.contexts.get(context);
  if (!entry) throw configurationFault(`there is no context "${context}"`, suggestContext(context, config));
  const { cluster: clusterName = "", user: userName = "", namespace = "" } = entry;
  if (clusterName === "") throw configurationFault(`context "${context}" names no cluster`);
  const cluster = config.clusters.get(clusterName);
  if (!cluster) throw configurationFault(`context "${context}" names cluster "${clusterName}", which is not there`);
  const user = userName === "" ? {} : config.users.get(userName);
  if (!user) throw configurationFault(`context "${context}" names user "${userName}", which is not there`);
  const [fault] = [
    ...namespaceFaults(namespace),
    ...clusterFaults(clusterName, cluster),
    ...userFaults(userName, user),
  ];
  if (fault !== undefined) throw configurationFault(fault);
  return { context, cluster, user: withExecDefaults(user), userName, namespace };
}

const configurationFault = (why: string, help?: string): ClientFault =>
  new ClientFault("configuration", why, { ...(help === undefined ? {} : { help }) });

function contextsHelp({ contexts }: Kubeconfig): string {
  return contexts.size === 0 ? "the kubeconfig has no contexts" : `pass --context with one of ${list(contexts.keys())}`;
}

function suggestContext(name: string, { contexts }: Kubeconfig): string {
  const meant = closest(name, contexts.keys());
  if (meant !== undefined) return `did you mean "${meant}"?`;
  return contexts.size === 0 ? "the kubeconfig has no contexts" : `contexts: ${list(contexts.keys())}`;
}

/** Most contexts that a message lists; it only counts the rest. */
const maxListed = 10;

function list(names: Iterable<string>): string {
  const all = [...names].sort();
  const more = all.length > maxListed ? ` and ${all.length - maxListed} more` : "";
  return all.slice(0, maxListed).join(", ") + more;
}

function namespaceFaults(namespace: string): readonly string[] {
  const isLabel = namespace === "" || validateDns1123Label(namespace).length === 0;
  return isLabel ? [] : [`namespace "${namespace}" of the context is no DNS label`];
}

/** Proxy schemes that a connection can use. */
const proxySchemes: ReadonlySet<string> = new Set(["http", "https", "socks5"]);

function clusterFaults(name: string, cluster: Cluster): readonly string[] {
  const { server = "", "proxy-url": proxy = "" } = cluster;
  const faults: string[] = [];
  if (server === "") faults.push(`cluster "${name}" has no server`);
  if (cluster["certificate-authority"] && cluster["certificate-authority-data"]) {
    faults.push(`cluster "${name}" has both \`certificate-authority\` and \`certificate-authority-data\`: keep one`);
  }
  const hasAuthority = cluster["certificate-authority"] || cluster["certificate-authority-data"];
  if (cluster["insecure-skip-tls-verify"] && hasAuthority) {
    faults.push(`cluster "${name}" has an authority and \`insecure-skip-tls-verify\`: keep one`);
  }
  const parsed = proxy === "" ? undefined : parseUrl(proxy);
  if (parsed && !parsed.ok) faults.push(`\`proxy-url\` of cluster "${name}" is no URL: ${parsed.reason}`);
  if (parsed?.ok && !proxySchemes.has(parsed.value.scheme)) {
    faults.push(`\`proxy-url\` of cluster "${name}" must begin with http://, https:// or socks5://; got "${proxy}"`);
  }
  return faults;
}

function userFaults(name: string, user: AuthInfo): readonly string[] {
  const faults: string[] = [];
  const fault = (why: string) => faults.push(`user "${name}" ${why}`);
  const hasCertificate = user["client-certificate"] || user["client-certificate-data"];
  if (user.token && (user.username || user.password)) fault("has a token and a password: keep one");
  if (user["client-certificate"] && user["client-certificate-data"]) {
    fault("has both `client-certificate` and `client-certificate-data`: keep one");
  }
  if (hasCertificate && user["client-key"] && user["client-key-data"]) {
    fault("has both `client-key` and `client-key-data`: keep one");
  }
  if (hasCertificate && !user["client-key"] && !user["client-key-data"])
    fault("has a client certificate without its key");
  const lacksUser =
    !user.as && (user["as-uid"] || user["as-groups"]?.length || Object.keys(user["as-user-extra"] ?? {}).length);
  if (lacksUser) fault("has `as-uid`, `as-groups` or `as-user-extra` without `as`");
  if (user.exec && user["auth-provider"]) fault("has both `exec` and `auth-provider`: keep one");
  else if (user["auth-provider"]) {
    fault(`needs \`auth-provider\` "${user["auth-provider"].name ?? ""}", which clients no longer have: use \`exec\``);
  }
  if (user.exec) faults.push(...execFaults(name, withExecDefaults(user).exec ?? {}));
  return faults;
}

const execVersions: readonly string[] = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];
const interactiveModes: readonly string[] = ["Never", "IfAvailable", "Always"];

function execFaults(name: string, exec: ExecConfig): readonly string[] {
  const { command = "", apiVersion = "", env = [], interactiveMode = "" } = exec;
  const faults: string[] = [];
  const fault = (why: string) => faults.push(`\`exec\` of user "${name}" ${why}`);
  if (command === "") fault("has no `command`");
  if (!execVersions.includes(apiVersion))
    fault(`must have \`apiVersion\` ${execVersions.join(" or ")}; got "${apiVersion}"`);
  if (env.some((each) => !each.name)) fault("has a variable without a name in `env`");
  if (!interactiveModes.includes(interactiveMode)) {
    fault(`must have \`interactiveMode\` ${interactiveModes.join(", ")}; got "${interactiveMode}"`);
  }
  return faults;
}

/** Sets the default `interactiveMode` of v1beta1, which introduced the field later. */
function withExecDefaults(user: AuthInfo): AuthInfo {
  const { exec } = user;
  if (!exec || exec.interactiveMode || exec.apiVersion !== "client.authentication.k8s.io/v1beta1") return user;
  return { ...user, exec: { ...exec, interactiveMode: "IfAvailable" } };
}
