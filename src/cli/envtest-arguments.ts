/**
 * Translates the kube-apiserver command lines that envtest writes into arguments of `clustervet serve`.
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
  /** Arguments of `clustervet serve`. */
  readonly args: readonly string[];
  readonly warnings: readonly string[];
}

const component = "kube-apiserver";

/** Turns off all controllers: tests of operators rely on objects that no other component changes. */
const fixedArguments = ["--controllers=none"];

/** Log verbosity from which kube-apiserver logs requests. */
const requestVerbosity = 3;

/**
 * @param served - names of the flags that have an effect in `clustervet serve`
 * @throws {UsageError} if kube-apiserver would not start with this command line
 */
export async function serveArguments(
  args: readonly string[],
  served: ReadonlySet<string>,
  target: string,
): Promise<ServeArguments> {
  const { givenFlags, findings } = parseCommandLine(args, component, target);
  const fault = findings.find(({ rule }) => rule !== "flags/deprecated");
  if (fault) throw new UsageError(fault.message, fault.help);
  const translated = givenFlags.map((flag) => translate(flag, served));
  const unused = givenFlags.filter((_, index) => translated[index] === undefined).map(({ name }) => `--${name}`);
  const plugins = textsOf(givenFlags, "enable-admission-plugins");
  return {
    args: [
      ...fixedArguments,
      ...(await storageArguments(textsOf(givenFlags, "etcd-servers"))),
      ...certificateArguments(givenFlags),
      ...(plugins.length > 0 ? [`--enable-admission-plugins=${plugins.join(",")}`] : []),
      ...translated.flatMap((each) => each ?? []),
    ],
    warnings: unused.length > 0 ? [`no effect in clustervet: ${[...new Set(unused)].join(", ")}`] : [],
  };
}

/** Flags that other functions translate. */
const separatelyTranslatedFlags: ReadonlySet<string> = new Set([
  "cert-dir",
  "tls-cert-file",
  "tls-private-key-file",
  "etcd-servers",
  "enable-admission-plugins",
]);

/** Limits that kube-apiserver does not apply if they are 0. */
const flagsUnlimitedAtZero: ReadonlySet<string> = new Set(["max-requests-inflight", "max-mutating-requests-inflight"]);

/** Returns the translated arguments, or undefined if the flag has no effect. */
function translate({ name, text = "" }: GivenFlag, served: ReadonlySet<string>): readonly string[] | undefined {
  if (separatelyTranslatedFlags.has(name)) return [];
  if (flagsUnlimitedAtZero.has(name) && Number(text) === 0) return [`--${name}=${Number.MAX_SAFE_INTEGER}`];
  if (name === "v") return Number(text) >= requestVerbosity ? ["--log-level=debug"] : [];
  return served.has(name) ? [`--${name}=${text}`] : undefined;
}

const textOf = (given: readonly GivenFlag[], name: string): string | undefined =>
  given.findLast((flag) => flag.name === name)?.text;

const textsOf = (given: readonly GivenFlag[], name: string): readonly string[] =>
  given.filter((flag) => flag.name === name).flatMap(({ text = "" }) => text.split(","));

/**
 * Stores objects in memory if the etcd URL belongs to clustervet's substitute for etcd or is missing, and in etcd
 * otherwise.
 */
async function storageArguments(servers: readonly string[]): Promise<readonly string[]> {
  const [first] = servers;
  if (first === undefined || (await isSubstitute(first))) return ["--storage=memory"];
  return ["--storage=etcd", `--etcd-servers=${servers.join(",")}`];
}

const askTimeoutMs = 2000;

/** Whether clustervet's substitute for etcd listens at the URL. */
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

/**
 * Uses the certificate and key in the certificate directory. If they are missing, the server creates its own there, as
 * kube-apiserver does.
 */
function certificateArguments(given: readonly GivenFlag[]): readonly string[] {
  const certDir = textOf(given, "cert-dir");
  const certFile = textOf(given, "tls-cert-file") ?? (certDir && join(certDir, "apiserver.crt"));
  const keyFile = textOf(given, "tls-private-key-file") ?? (certDir && join(certDir, "apiserver.key"));
  const dataDir = certDir ? [`--data-dir=${certDir}`] : [];
  if (!certFile || !keyFile || !existsSync(certFile)) return dataDir;
  return [...dataDir, `--tls-cert-file=${certFile}`, `--tls-private-key-file=${keyFile}`];
}
