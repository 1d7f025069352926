/**
 * Starts a real etcd for tests, on free ports and with temporary data.
 *
 * @module
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEtcdStorage } from "../../src/storage/etcd.ts";
import { isStorageError } from "../../src/storage/storage.ts";

const program = process.env["ETCD"] ?? "etcd";
const isThere = spawnSync(program, ["--version"]).error === undefined;

/** etcd suites are skipped if etcd is not installed, except in CI, where they must run. */
export const skipsEtcd = !isThere && process.env["CI"] === undefined;
if (skipsEtcd) console.warn("etcd is not installed, its tests are skipped: apt-get install etcd-server");

export interface EtcdServer {
  readonly endpoint: string;
  /** Kills the process; its data remains. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  /** Suspends it until `goOn`; its connections stay open. */
  pause(): void;
  goOn(): void;
  /** Kills it and deletes its data. */
  stop(): Promise<void>;
}

export interface EtcdTlsFiles {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** The maximum number of attempts, since another process may take a free port before etcd does. */
const maxStartAttempts = 5;

/** @param tls - also requires client certificates */
export async function startEtcd(tls?: EtcdTlsFiles): Promise<EtcdServer> {
  for (let attempt = 1; attempt <= maxStartAttempts; attempt++) {
    const server = await tryEtcd(tls);
    if (server) return server;
  }
  throw new Error(`etcd ended at once, ${maxStartAttempts} times`);
}

/** Returns undefined if etcd ends before it responds. */
async function tryEtcd(tls?: EtcdTlsFiles): Promise<EtcdServer | undefined> {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-etcd-"));
  const scheme = tls ? "https" : "http";
  const endpoint = `${scheme}://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const args = [
    ...["--data-dir", directory, "--name", "one", "--initial-cluster", `one=${peer}`],
    ...["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
    // The data is deleted after the test, so etcd need not flush it to disk.
    ...["--unsafe-no-fsync", "--logger", "zap", "--log-level", "fatal"],
    ...(tls ? ["--cert-file", tls.certificate, "--key-file", tls.key, "--trusted-ca-file", tls.ca] : []),
    ...(tls ? ["--client-cert-auth"] : []),
  ];
  const start = () => spawn(program, args, { stdio: "ignore" });
  let child = start();
  const kill = () => stopProcess(child);
  const ended = new Promise<false>((resolve) => child.once("exit", () => resolve(false)));
  if (
    !(await Promise.race([
      listening(endpoint).then(
        () => true,
        () => false,
      ),
      ended,
    ]))
  ) {
    rmSync(directory, { recursive: true, force: true });
    return undefined;
  }
  return {
    endpoint,
    kill,
    pause: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    async restart() {
      child = start();
      await listening(endpoint);
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Waits until the endpoint responds; over TLS, until it accepts connections. */
async function listening(endpoint: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (await isHealthy(endpoint)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`etcd does not answer at ${endpoint}`);
}

async function isHealthy(endpoint: string): Promise<boolean> {
  const storage = openEtcdStorage({ endpoints: [endpoint], compactionIntervalMs: 0 });
  try {
    await storage.currentRevision();
    return true;
  } catch (error) {
    // A server that requires a client certificate fails the handshake.
    if (!isStorageError(error)) throw error;
    return endpoint.startsWith("https:") && (await acceptsWrites(endpoint));
  } finally {
    await storage.close();
  }
}

async function acceptsWrites(endpoint: string): Promise<boolean> {
  const { connect } = await import("node:net");
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
