/**
 * Command lines of kube-apiserver, as envtest writes them, for `clustervet serve`.
 *
 * @part server
 * @module
 */
import { existsSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { type GivenFlag, parseCommandLine } from "../flags/command-line.ts";
import { substituteHeader } from "./etcd-substitute.ts";
import { UsageError } from "./exit.ts";

export interface ServeArguments {
  /** Of `clustervet serve`. */
  readonly args: readonly string[];
  readonly warnings: readonly string[];
}

const component = "kube-apiserver";

/** The server runs no controllers under this name: tests of operators count on objects that nobody else touches. */
const always = ["--controllers=none"];

/** From this verbosity on, kube-apiserver logs requests. */
const requestVerbosity = 3;

/**
 * @param served - names of the flags of `clustervet serve` that have an effect
 * @throws {UsageError} for a command line with which kube-apiserver would not start
 */
export async function serveArguments(
  args: readonly string[],
  served: ReadonlySet<string>,
  target: string,
): Promise<ServeArguments> {
  const { given, findings } = parseCommandLine(args, component, target);
  const fault = findings.find(({ rule }) => rule !== "flags/deprecated");
  if (fault) throw new UsageError(fault.message, fault.help);
  const translated = given.map((flag) => translate(flag, served));
  const unused = given.filter((_, index) => translated[index] === undefined).map(({ name }) => `--${name}`);
  const plugins = textsOf(given, "enable-admission-plugins");
  return {
    args: [
      ...always,
      ...(await storageArguments(textsOf(given, "etcd-servers"))),
      ...certificateArguments(given),
      ...(plugins.length > 0 ? [`--enable-admission-plugins=${plugins.join(",")}`] : []),
      ...translated.flatMap((each) => each ?? []),
    ],
    warnings: unused.length > 0 ? [`no effect in clustervet: ${[...new Set(unused)].join(", ")}`] : [],
  };
}

/** Flags whose arguments are made elsewhere. */
const handled: ReadonlySet<string> = new Set([
  "cert-dir",
  "tls-cert-file",
  "tls-private-key-file",
  "etcd-servers",
  "enable-admission-plugins",
]);

/** Limits that kube-apiserver does not have where they are 0. */
const limits: ReadonlySet<string> = new Set(["max-requests-inflight", "max-mutating-requests-inflight"]);

/** Undefined for a flag that has no effect. */
function translate({ name, text = "" }: GivenFlag, served: ReadonlySet<string>): readonly string[] | undefined {
  if (handled.has(name)) return [];
  if (limits.has(name) && Number(text) === 0) return [`--${name}=${Number.MAX_SAFE_INTEGER}`];
  if (name === "v") return Number(text) >= requestVerbosity ? ["--log-level=debug"] : [];
  return served.has(name) ? [`--${name}=${text}`] : undefined;
}

const textOf = (given: readonly GivenFlag[], name: string): string | undefined =>
  given.findLast((flag) => flag.name === name)?.text;

const textsOf = (given: readonly GivenFlag[], name: string): readonly string[] =>
  given.filter((flag) => flag.name === name).flatMap(({ text = "" }) => text.split(","));

/** Objects are kept in memory beside the program that `clustervet envtest path` has as `etcd`, and in any other etcd. */
async function storageArguments(servers: readonly string[]): Promise<readonly string[]> {
  const [first] = servers;
  if (first === undefined || (await isSubstitute(first))) return ["--storage=memory"];
  return ["--storage=etcd", `--etcd-servers=${servers.join(",")}`];
}

const askTimeoutMs = 2000;

/** Whether the program beside this one listens there. */
function isSubstitute(url: string): Promise<boolean> {
  if (!url.startsWith("http://")) return Promise.resolve(false);
  return new Promise((resolve) => {
    const request = get(new URL("/version", url), { timeout: askTimeoutMs, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.headers[substituteHeader] !== undefined);
    });
    request.once("timeout", () => request.destroy()).once("error", () => resolve(false));
  });
}

/** A pair in the directory of certificates is used; without one the server makes its own there, as kube-apiserver does. */
function certificateArguments(given: readonly GivenFlag[]): readonly string[] {
  const certDir = textOf(given, "cert-dir");
  const certFile = textOf(given, "tls-cert-file") ?? (certDir && join(certDir, "apiserver.crt"));
  const keyFile = textOf(given, "tls-private-key-file") ?? (certDir && join(certDir, "apiserver.key"));
  const dataDir = certDir ? [`--data-dir=${certDir}`] : [];
  if (!certFile || !keyFile || !existsSync(certFile)) return dataDir;
  return [...dataDir, `--tls-cert-file=${certFile}`, `--tls-private-key-file=${keyFile}`];
}
