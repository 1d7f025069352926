/**
 * Starts and stops the control plane of a test as envtest of controller-runtime does: with the same flags and files,
 * and the same wait for readiness.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { type Access, type ApiAnswer, call } from "../server/api-client.ts";
import { runCli } from "./run-cli.ts";

const pollMs = 100;
/** envtest waits 20 s; other tests may keep this machine busy. */
const startTimeoutMs = 60_000;
const lifetimeMs = 604_800_000;

/** Returns the folder of the programs. */
export const assets = (): string => runCli(["envtest", "path"]).stdout.trim();

export interface PlaneOptions {
  /** More flags of kube-apiserver, or other values for flags that envtest sets: `--name=value`. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Plane {
  /** Folder with the certificates and keys of kube-apiserver. */
  readonly certDir: string;
  readonly etcd: ChildProcess;
  readonly apiServer: ChildProcess;
  /** The output of kube-apiserver on both of its streams. */
  output(): string;
  /** Sends a request as a member of system:masters. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Stops the programs as envtest does: kube-apiserver first, each with a signal to its process group. */
  stop(): Promise<void>;
}

/** Whether a program has a flag. Searches its help text, as envtest does. */
export function hasFlag(program: string, flag: string): boolean {
  const { status, stdout, stderr } = spawnSync(join(assets(), program), ["--help"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} --help ended with ${status}: ${stderr}`);
  return new RegExp(`^\\s*--${flag}\\b`, "m").test(stdout + stderr);
}

export async function startPlane({ flags = [], env = {} }: PlaneOptions = {}): Promise<Plane> {
  const [etcdPort, peerPort, port] = await freePorts();
  const [dataDir, certDir] = ["etcd", "apiserver"].map(() => mkdtempSync(join(tmpdir(), "k8s_test_framework_")));
  if (dataDir === undefined || certDir === undefined) throw new Error("no directories");
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = start("etcd", env, [
    `--advertise-client-urls=${etcdUrl}`,
    `--data-dir=${dataDir}`,
    `--listen-client-urls=${etcdUrl}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    ...(hasFlag("etcd", "unsafe-no-fsync") ? ["--unsafe-no-fsync=true"] : []),
  ]);
  await waitUntilOk(etcd, `${etcdUrl}/health`);
  const access = await writeCertificates(certDir);
  const apiServer = start(
    "kube-apiserver",
    env,
    withFlags(flags, [
      "--allow-privileged=true",
      "--authorization-mode=RBAC",
      "--bind-address=127.0.0.1",
      `--cert-dir=${certDir}`,
      `--client-ca-file=${join(certDir, "client-cert-auth-ca.crt")}`,
      "--disable-admission-plugins=ServiceAccount",
      `--etcd-servers=${etcdUrl}`,
      ...(hasFlag("kube-apiserver", "insecure-port") ? ["--insecure-port=0"] : []),
      `--secure-port=${port}`,
      `--service-account-issuer=https://127.0.0.1:${port}/`,
      `--service-account-key-file=${join(certDir, "sa-signer.crt")}`,
      `--service-account-signing-key-file=${join(certDir, "sa-signer.key")}`,
      "--service-cluster-ip-range=10.0.0.0/24",
    ]),
  );
  let output = "";
  for (const stream of [apiServer.stdout, apiServer.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await waitUntilOk(apiServer, `https://127.0.0.1:${port}/healthz`).catch((error) => {
    throw new Error(`${error}: ${output}`);
  });
  return {
    certDir,
    etcd,
    apiServer,
    output: () => output,
    call: (method, path, body, headers = {}) =>
      call({ ...access, port: Number(port) }, { method, path, body, headers }),
    async stop() {
      for (const program of [apiServer, etcd]) await stopGroup(program);
      for (const directory of [certDir, dataDir]) rmSync(directory, { recursive: true });
    },
  };
}

/** Adds flags to the defaults and overrides defaults, as envtest's Configure() does. */
function withFlags(flags: readonly string[], defaults: readonly string[]): readonly string[] {
  const nameOf = (flag: string) => flag.replace(/=.*/s, "");
  const names = new Set(flags.map(nameOf));
  return [...defaults.filter((flag) => !names.has(nameOf(flag))), ...flags].sort();
}

const start = (name: string, env: Readonly<Record<string, string>>, args: readonly string[]): ChildProcess =>
  spawn(join(assets(), name), args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });

async function stopGroup(program: ChildProcess): Promise<void> {
  if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  process.kill(-program.pid, "SIGTERM");
  await ended;
}

async function freePorts(): Promise<readonly number[]> {
  const servers = [1, 2, 3].map(() => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

/** Polls the URL every 100 ms until it returns 200, without credentials and without verifying the certificate. */
async function waitUntilOk(program: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended with ${program.exitCode}`);
    if ((await codeOf(url)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`${program.spawnfile} did not become ready`);
}

function codeOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, agent: false } as const;
    const handleResponse = (answer: { statusCode?: number | undefined; resume(): unknown }) => {
      answer.resume();
      resolve(answer.statusCode);
    };
    const request = url.startsWith("https:") ? getSecure(url, options, handleResponse) : getPlain(url, handleResponse);
    request.once("error", () => resolve(undefined));
  });
}

/**
 * Writes certificates, with an authority for each purpose, as envtest does.
 *
 * @returns the credentials of a member of system:masters
 */
async function writeCertificates(folder: string): Promise<Omit<Access, "port">> {
  const validity = { nowMs: Date.now(), lifetimeMs };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o640 });
  const authority = await createAuthority("test-environment", validity);
  const hosts = ["localhost", "127.0.0.1"];
  const serving = await issueCertificate(authority, "localhost", { use: "server", hosts, ...validity });
  write("apiserver.crt", serving.certificate);
  write("apiserver.key", serving.key);
  const signer = await createAuthority("test-environment", validity);
  write("sa-signer.crt", signer.certificate);
  write("sa-signer.key", signer.key);
  const clients = await createAuthority("test-environment", validity);
  write("client-cert-auth-ca.crt", clients.certificate);
  const groups = ["system:masters"];
  const admin = await issueCertificate(clients, "admin", { use: "client", groups, ...validity });
  return { authority: authority.certificate, certificate: admin.certificate, key: admin.key };
}
