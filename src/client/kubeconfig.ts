/**
 * Reads and merges kubeconfig files like client-go: the first file that has an entry or a setting wins; paths in a file
 * are relative to its folder.
 *
 * @module
 */
import { delimiter, dirname, join, resolve, sep } from "node:path";
import type { AuthInfo, Cluster, Config, Context } from "../api/types/clientcmd-v1.ts";
import { formatPath } from "../diagnostic/path.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { kubeconfig } from "../kinds/client/kubeconfig.ts";
import { decodeStrictly } from "../schema/decode.ts";
import { decodeFinding } from "../schema/translate.ts";
import { readSource } from "../source/read-source.ts";
import { ClientFault } from "./client-fault.ts";
import { fileFault, type Machine } from "./machine.ts";

/** The merged files. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, AuthInfo>;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly currentContext: string;
  /** Files that were read. */
  readonly files: readonly string[];
  /** Files from `KUBECONFIG`, or the default one, that do not exist. */
  readonly missing: readonly string[];
}

type Files = Pick<Machine, "environment" | "home" | "readFile">;

/**
 * @param named - the file of `--kubeconfig`; it replaces those of `KUBECONFIG`, which replace `~/.kube/config`
 * @throws {ClientFault} for a file that is not a kubeconfig, and if the file of `--kubeconfig` does not exist
 */
export function loadKubeconfig(machine: Files, named?: string): Kubeconfig {
  const { KUBECONFIG: list = "" } = machine.environment;
  const defaultPaths = list === "" ? [join(machine.home, ".kube", "config")] : list.split(delimiter);
  const paths = named === undefined ? [...new Set(defaultPaths)].filter((path) => path !== "") : [named];
  const read = paths.map((path) => ({ path, config: readFile(path, machine, named !== undefined) }));
  return merge(read);
}

interface LoadedFile {
  readonly path: string;
  /** Absent if the file does not exist. */
  readonly config: Config | undefined;
}

function merge(read: readonly LoadedFile[]): Kubeconfig {
  const clusters = new Map<string, Cluster>();
  const users = new Map<string, AuthInfo>();
  const contexts = new Map<string, Context>();
  let currentContext = "";
  for (const { path, config = {} } of read) {
    const from = dirname(resolve(path));
    addEntries(clusters, path, config.clusters, ({ cluster = {} }) => resolveClusterPaths(from, cluster));
    addEntries(users, path, config.users, ({ user = {} }) => resolveUserPaths(from, user));
    addEntries(contexts, path, config.contexts, ({ context = {} }) => context);
    currentContext ||= config["current-context"] ?? "";
  }
  const pathsOf = (isThere: boolean) =>
    read.filter(({ config }) => (config !== undefined) === isThere).map(({ path }) => path);
  return { clusters, users, contexts, currentContext, files: pathsOf(true), missing: pathsOf(false) };
}

/** @throws {ClientFault} for a name that occurs twice in a file */
function addEntries<E extends { name?: string }, T>(
  all: Map<string, T>,
  path: string,
  entries: readonly E[] = [],
  made: (entry: E) => T,
): void {
  const own = new Set<string>();
  for (const entry of entries) {
    const { name = "" } = entry;
    if (own.has(name)) throw configurationFault(path, `two entries of one list are called "${name}"`);
    own.add(name);
    if (!all.has(name)) all.set(name, made(entry));
  }
}

/** @throws {ClientFault} */
function readFile(path: string, { readFile }: Files, mustExist: boolean): Config | undefined {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw configurationFault(path, fileFault(error));
  }
  return parseKubeconfig(path, text);
}

const configurationFault = (path: string, why: string, help?: string): ClientFault =>
  new ClientFault("configuration", `${path}: ${why}`, { ...(help === undefined ? {} : { help }) });

/** @throws {ClientFault} for a text that client-go does not load */
function parseKubeconfig(path: string, text: string): Config {
  const source = readSource(path, text);
  const [issue] = source.issues.filter(({ tolerated }) => tolerated === undefined);
  if (issue) {
    const { line, column } = source.rangeOf(issue.start, issue.start).start;
    throw configurationFault(`${path}:${line}:${column}`, issue.message);
  }
  const value = source.documents[0]?.value ?? {};
  if (!isPlainObject(value)) throw configurationFault(path, "not a kubeconfig");
  const { apiVersion = "v1", kind = "Config" } = value;
  if (apiVersion !== "v1" || kind !== "Config") {
    throw configurationFault(
      path,
      `not a kubeconfig, which is a Config of v1; got ${textOf(kind)} of ${textOf(apiVersion)}`,
    );
  }
  return decodeConfig(path, value);
}

function decodeConfig(path: string, value: unknown): Config {
  const [version] = kubeconfig.versions;
  if (!version) return {};
  const { object, errors } = decodeStrictly(value, version.schema);
  const error = errors.find(({ fault }) => fault === "type" || fault === "format");
  if (error) {
    const { message } = decodeFinding(error, version.schema);
    throw configurationFault(path, `${formatPath(error.path)}: ${message}`);
  }
  return object as Config;
}

/** Resolves a path; an empty path stays empty, which means absent. */
const resolvePath = (folder: string, path: string | undefined): string => (path ? resolve(folder, path) : "");

const resolveClusterPaths = (folder: string, cluster: Cluster): Cluster => ({
  ...cluster,
  "certificate-authority": resolvePath(folder, cluster["certificate-authority"]),
});

/** Resolves the paths of a user. A command without a separator stays a name, which is looked up in `PATH`. */
function resolveUserPaths(folder: string, user: AuthInfo): AuthInfo {
  const { exec } = user;
  const isPath = exec?.command?.includes(sep) ?? false;
  return {
    ...user,
    "client-certificate": resolvePath(folder, user["client-certificate"]),
    "client-key": resolvePath(folder, user["client-key"]),
    tokenFile: resolvePath(folder, user.tokenFile),
    ...(exec && isPath ? { exec: { ...exec, command: resolvePath(folder, exec.command) } } : {}),
  };
}

/** Returns strings unchanged, and other values as JSON. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : formatJson(value));
