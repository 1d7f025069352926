/**
 * The API server inside another program. Options replace the flags and files of `clustervet serve`; the server writes
 * nothing to disk and changes no global state of the process.
 *
 * @part server
 * @module
 */
import assert from "node:assert";
import { mastersGroup } from "../access/user.ts";
import { readRuntimeConfig } from "../flags/runtime-config.ts";
import { OptionError } from "../json/option-error.ts";
import {
  assertOptions,
  assertOptionType,
  fields,
  flag,
  listOf,
  mapOf,
  method,
  type OptionType,
  oneOf,
  text,
} from "../json/option-shape.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { pluginNamesOf } from "../kinds/admission/plugins.ts";
import { newestTarget } from "../release/release.ts";
import { isOnByDefault, servedPlugins } from "../server/admission/plugins.ts";
import type { ApiServer, ApiServerOptions, ApiUser, Kubeconfig, LogEntry, Snapshot } from "../server/api-server.ts";
import { anonymousAt } from "../server/authn/anonymous.ts";
import { clientCertificate } from "../server/authn/client-certificate.ts";
import { createTokenKey, readSigningKey } from "../server/authn/service-account-key.ts";
import { AuthorizerChain } from "../server/authz/authorizer-chain.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../server/certificates/issue.ts";
import { type ControllerName, controllerNames } from "../server/controllers/start-controllers.ts";
import type { Log } from "../server/http/log.ts";
import { type RunningServer, startServer } from "../server/server.ts";
import { type MemoryStorage, openMemoryStorage, type Snapshot as StoredSnapshot } from "../storage/memory.ts";
import { closest } from "../text/closest.ts";
import { joinHostPort } from "../text/ip.ts";
import { hostToCall } from "./host-to-call.ts";
import { nodeHost } from "./node-host.ts";

const maxPort = 65_535;
const port: OptionType = {
  expected: `a whole number from 0 to ${maxPort}`,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPort,
};
/** Node would listen on all addresses for an empty one. */
const host: OptionType = {
  expected: "an address or a host name",
  accepts: (value) => typeof value === "string" && value !== "",
};
const shapes: Readonly<Record<keyof ApiServerOptions, OptionType>> = {
  storage: oneOf("memory"),
  host,
  port,
  target: text,
  groupDomain: text,
  featureGates: mapOf(flag),
  runtimeConfig: mapOf(flag),
  controllers: listOf(text),
  enableAdmissionPlugins: listOf(text),
  disableAdmissionPlugins: listOf(text),
  authorization: oneOf("RBAC", "AlwaysAllow"),
  log: method,
};
const shapeByName: ReadonlyMap<string, OptionType> = new Map(Object.entries(shapes));

const user = fields({ name: text, groups: listOf(text) }, ["name"]);

const lifetimeMs = 365 * 86_400_000;
const administrator: ApiUser = { name: "clustervet-admin", groups: [mastersGroup] };
const issuer = "https://kubernetes.default.svc";

/**
 * Starts the server.
 *
 * @param optionError - creates the error class that the caller knows, which may come from another file than the class
 *   here
 * @throws the error of `optionError`, if an option does not exist or has a wrong value
 */
export async function startInProcess(
  options: ApiServerOptions,
  optionError: (message: string) => Error,
): Promise<ApiServer> {
  const orOptionError = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof OptionError ? optionError(error.message) : error;
    }
  };
  const server = await orOptionError(() => start(options));
  return {
    ...server,
    kubeconfigFor: (asked) => orOptionError(() => server.kubeconfigFor(asked)),
    restore: (snapshot) => orOptionError(() => server.restore(snapshot)),
  };
}

async function start(options: ApiServerOptions): Promise<ApiServer> {
  assertOptions(options, shapeByName);
  const settings = { isControllerOn: readControllers(options), isPluginOn: readPlugins(options), ...readApi(options) };
  const { host = "127.0.0.1", authorization = "RBAC" } = options;
  const validity = { nowMs: Date.now(), lifetimeMs };
  const authority = createAuthority("clustervet-ca", validity);
  const hosts = [...new Set([hostToCall(host), "127.0.0.1", "localhost"])];
  const serving = issueCertificate(authority, "clustervet", { use: "server", hosts, ...validity });
  const storage = openMemoryStorage();
  const running = await startServer({
    ...settings,
    storage,
    host,
    port: options.port ?? 0,
    cryptography: nodeHost(undefined),
    ...serving,
    clientAuthority: authority.certificate,
    authority: authority.certificate,
    authenticators: [clientCertificate, anonymousAt(undefined)],
    authorizer: (_rbac, parts) =>
      new AuthorizerChain(
        { authorizers: [{ type: authorization, name: authorization.toLowerCase() }] },
        { policies: [], webhook: () => assert.fail("no webhook is asked for") },
        parts,
      ),
    serviceAccountTokens: {
      issuers: [issuer],
      audiences: [issuer],
      signingKey: readSigningKey(createTokenKey()),
      otherKeys: [],
    },
    log: logOf(options.log),
    nowMs: Date.now,
    shrinksHeap: false,
    ...withoutUndefined({
      featureGates: options.featureGates,
      target: options.target,
      groupDomain: options.groupDomain,
    }),
  }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const url = `https://${joinHostPort(hostToCall(host), running.port)}`;
  const kubeconfigFor = async (asked: ApiUser): Promise<Kubeconfig> => {
    assertOptionType("user", asked, user);
    if (asked.name === "") throw new OptionError("user.name must not be empty");
    const { name, groups = [] } = asked;
    const pair = issueCertificate(authority, name, { use: "client", groups, ...validity });
    return kubeconfigOf(url, authority.certificate, { name, pair });
  };
  const kubeconfig = await kubeconfigFor(administrator);
  let stopped: Promise<void> | undefined;
  return {
    url,
    port: running.port,
    certificateAuthority: authority.certificate,
    kubeconfig,
    kubeconfigText: `${JSON.stringify(kubeconfig, undefined, 2)}\n`,
    kubeconfigFor,
    ...stateOf(storage, running),
    stop() {
      stopped ??= running.close().then(() => storage.close());
      return stopped;
    },
  };
}

function stateOf(storage: MemoryStorage, running: RunningServer): Pick<ApiServer, "snapshot" | "restore"> {
  const stored = new WeakMap<Snapshot, StoredSnapshot>();
  return {
    async snapshot() {
      const taken = await storage.snapshot();
      const snapshot = { resourceVersion: String(taken.revision) };
      stored.set(snapshot, taken);
      return snapshot;
    },
    async restore(snapshot) {
      const taken = stored.get(snapshot);
      if (!taken) throw new OptionError("snapshot must be one that this server has made");
      await storage.restore(taken);
      await running.waitUntilCaughtUp();
    },
  };
}

function kubeconfigOf(
  server: string,
  authority: string,
  { name, pair }: { readonly name: string; readonly pair: KeyPair },
): Kubeconfig {
  const base64 = (pem: string): string => Buffer.from(pem).toString("base64");
  const cluster = "clustervet";
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: cluster, cluster: { server, "certificate-authority-data": base64(authority) } }],
    users: [
      {
        name,
        user: { "client-certificate-data": base64(pair.certificate), "client-key-data": base64(pair.key) },
      },
    ],
    contexts: [{ name: cluster, context: { cluster, user: name } }],
    "current-context": cluster,
  };
}

function logOf(log: ApiServerOptions["log"] = () => {}): Log {
  const at = (level: LogEntry["level"]) => (fields: object, message: string) => log({ level, message, fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function readControllers({ controllers = ["*"] }: ApiServerOptions): (name: ControllerName) => boolean {
  for (const name of controllers) assertOneOf("controllers", name, ["*", ...controllerNames]);
  return (name) => controllers.includes("*") || controllers.includes(name);
}

function readPlugins(options: ApiServerOptions): (name: string) => boolean {
  const { enableAdmissionPlugins: enabled = [], disableAdmissionPlugins: disabled = [] } = options;
  for (const name of enabled) assertOneOf("enableAdmissionPlugins", name, servedPlugins);
  for (const name of disabled) {
    assertOneOf("disableAdmissionPlugins", name, pluginNamesOf(options.target ?? newestTarget));
    if (enabled.includes(name))
      throw new OptionError(`disableAdmissionPlugins: ${name} is in enableAdmissionPlugins as well`);
  }
  return (name) => !disabled.includes(name) && (enabled.includes(name) || isOnByDefault(name));
}

function readApi({ runtimeConfig = {}, target = newestTarget, groupDomain = "k8s.io" }: ApiServerOptions) {
  const asked = Object.entries(runtimeConfig).map(([key, isOn]) => [key, String(isOn)] as const);
  const { isEnabled, faults } = readRuntimeConfig(Object.fromEntries(asked), { target, groupDomain });
  const [fault] = faults;
  if (fault) throw new OptionError(`runtimeConfig: ${fault.message}${fault.help ? `; ${fault.help}` : ""}`);
  return { runtimeConfig: isEnabled };
}

function assertOneOf(option: string, name: string, choices: readonly string[]): void {
  if (choices.includes(name)) return;
  const meant = closest(name, choices);
  const help = meant === undefined ? `; it must be one of ${choices.join(", ")}` : `; did you mean ${meant}?`;
  throw new OptionError(`${option}: there is no ${JSON.stringify(name)}${help}`);
}
