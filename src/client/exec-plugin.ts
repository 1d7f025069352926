/**
 * Credentials that an exec plugin prints. Like client-go, runs the plugin once for all requests, again when the
 * credentials expire, and again when the server rejects them.
 *
 * @module
 */
import { delimiter, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { createSecureContext } from "node:tls";
import type { ExecCredential, Cluster as PluginCluster } from "../api/types/clientauthentication-v1.ts";
import type { ExecConfig } from "../api/types/clientcmd-v1.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { parseTimestamp } from "../text/timestamp.ts";
import { ClientFault } from "./client-fault.ts";
import { bearerHeaders, type Credentials, type RequestCredentials } from "./credentials.ts";
import type { Machine } from "./machine.ts";

/** Limit of the output of a plugin. */
const maxPluginBytes = 1_048_576;
const msPerSecond = 1000;

/** @param cluster - the cluster information that the plugin receives if the kubeconfig has `provideClusterInfo` */
export function pluginCredentials(exec: ExecConfig, cluster: PluginCluster, machine: Machine): Credentials {
  return new ExecPlugin(exec, cluster, machine);
}

interface PluginResult {
  readonly shown: RequestCredentials;
  /** Infinity for credentials that do not expire. */
  readonly expiresMs: number;
}

class ExecPlugin implements Credentials {
  readonly #exec: ExecConfig;
  readonly #cluster: PluginCluster;
  readonly #machine: Machine;
  #lastResult: PluginResult | undefined;
  /** The running plugin. Only one runs at a time, since it may prompt the user. */
  #running: Promise<PluginResult> | undefined;

  constructor(exec: ExecConfig, cluster: PluginCluster, machine: Machine) {
    this.#exec = exec;
    this.#cluster = cluster;
    this.#machine = machine;
  }

  async show(signal: AbortSignal): Promise<RequestCredentials> {
    const { shown, expiresMs } = this.#lastResult ?? (await this.#runShared(signal));
    return this.#machine.nowMs() > expiresMs ? (await this.#runShared(signal)).shown : shown;
  }

  async replace(refused: RequestCredentials, signal: AbortSignal): Promise<RequestCredentials> {
    const known = this.#lastResult?.shown;
    return known === undefined || known === refused ? (await this.#runShared(signal)).shown : known;
  }

  #runShared(signal: AbortSignal): Promise<PluginResult> {
    this.#running ??= this.#runPlugin(signal).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runPlugin(signal: AbortSignal): Promise<PluginResult> {
    const { command = "", args = [], installHint = "" } = this.#exec;
    const isInteractive = this.#isInteractive();
    const name = normalize(command);
    const path = programAt(name, this.#machine);
    if (path === undefined) {
      const help = installHint === "" ? "install it, or correct `exec.command` of the kubeconfig" : installHint;
      throw pluginFault(command, "no such program", help);
    }
    const programResult = await this.#machine
      .run({
        path,
        name,
        args,
        environment: this.#environment(isInteractive),
        readsStdin: isInteractive,
        maxOutputBytes: maxPluginBytes,
        signal,
      })
      .catch((error: Error) => {
        if (signal.aborted) throw new ClientFault("canceled", "interrupted");
        throw pluginFault(command, error.message);
      });
    if (programResult.code !== 0) throw pluginFault(command, `failed with exit code ${programResult.code}`);
    this.#lastResult = this.#read(programResult.stdout);
    return this.#lastResult;
  }

  #isInteractive(): boolean {
    const { command = "", interactiveMode } = this.#exec;
    if (interactiveMode === "Always" && !this.#machine.hasTerminal) {
      throw pluginFault(command, "needs a terminal, but standard input is not one");
    }
    return interactiveMode !== "Never" && this.#machine.hasTerminal;
  }

  #environment(interactive: boolean): Readonly<Record<string, string | undefined>> {
    const { env = [], apiVersion = "", provideClusterInfo = false } = this.#exec;
    const spec = { ...(provideClusterInfo ? { cluster: this.#cluster } : {}), interactive };
    return {
      ...this.#machine.environment,
      ...Object.fromEntries(env.map(({ name = "", value = "" }) => [name, value])),
      KUBERNETES_EXEC_INFO: formatJson({ kind: "ExecCredential", apiVersion, spec }),
    };
  }

  /** @throws {ClientFault} without any part of the output, which may be secret */
  #read(text: string): PluginResult {
    const { command = "", apiVersion = "" } = this.#exec;
    const fault = (why: string) => pluginFault(command, why);
    const source = readSource("<plugin>", text);
    const value = source.documents[0]?.value;
    const isBroken = source.issues.some(({ tolerated }) => tolerated === undefined);
    if (isBroken || !isPlainObject(value) || value["kind"] !== "ExecCredential" || !isText(value["apiVersion"])) {
      throw fault("printed no ExecCredential");
    }
    if (value["apiVersion"] !== apiVersion) {
      throw fault(`printed an ExecCredential of ${value["apiVersion"]}; the kubeconfig asks for ${apiVersion}`);
    }
    if (!isPlainObject(value["status"])) throw fault("printed an ExecCredential without `status`");
    const status = value["status"] as NonNullable<ExecCredential["status"]>;
    const {
      token = "",
      clientCertificateData: certificate = "",
      clientKeyData: key = "",
      expirationTimestamp,
    } = status;
    if (![token, certificate, key].every(isText)) throw fault("printed credentials that are no text");
    if (token === "" && certificate === "" && key === "") throw fault("printed neither a token nor a certificate");
    if ((certificate === "") !== (key === "")) throw fault("printed a certificate without its key, or a key alone");
    if (certificate !== "") assertPair(certificate, key, fault);
    const shown = { headers: bearerHeaders(token), ...(certificate === "" ? {} : { certificate, key }) };
    return { shown, expiresMs: expiryOf(expirationTimestamp, fault) };
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

const pluginFault = (command: string, why: string, help?: string): ClientFault =>
  new ClientFault("credentials", `credential plugin ${command}: ${why}`, { ...(help === undefined ? {} : { help }) });

type FaultFactory = (why: string) => ClientFault;

/** @throws {ClientFault} */
function expiryOf(text: unknown, fault: FaultFactory): number {
  if (text === undefined || text === null) return Number.POSITIVE_INFINITY;
  const parsed = isText(text) ? parseTimestamp(text) : undefined;
  if (!parsed) throw fault("printed an `expirationTimestamp` that is no time");
  return parsed.seconds * msPerSecond;
}

/** @throws {ClientFault} */
function assertPair(certificate: string, key: string, fault: FaultFactory): void {
  try {
    createSecureContext({ cert: certificate, key });
  } catch {
    throw fault("printed a certificate and a key that are no pair");
  }
}

/** Looks up a name without a separator in `PATH`, ignoring its relative folders. */
function programAt(name: string, { environment, isProgram }: Pick<Machine, "environment" | "isProgram">) {
  if (name.includes(sep)) return isProgram(resolve(name)) ? resolve(name) : undefined;
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((path) => isProgram(path));
}
