/**
 * Starts the servers to measure: `clustervet serve`, an etcd below it, and node:https by itself.
 *
 * @module
 */
import { fork, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const program = join(import.meta.dirname, "../../dist/clustervet.cjs");
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** @param storage - `memory`, `lmdb`, or `etcd` with `etcdUrl` */
export async function startClustervet(folder, storage, etcdUrl, nodeOptions = []) {
  const child = spawn(process.execPath, [
    ...[...nodeOptions, program, "serve", "--data-dir", folder, "--secure-port", "0", "--log-level", "silent"],
    ...["--storage", storage, "--max-mutating-requests-inflight", "1000", "--max-requests-inflight", "1000"],
    // Other programs may keep the machine busy.
    ...["--request-timeout", "10m"],
    ...(etcdUrl === undefined ? [] : ["--etcd-servers", etcdUrl]),
  ]);
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const found = /serving at (\S+)[\s\S]*next:/.exec(text);
      if (found) resolve(new URL(found[1]));
    });
    child.once("exit", () => reject(new Error(text)));
  });
  const pem = (name) => readFileSync(join(folder, name), "utf8");
  return {
    url,
    credentials: { ca: pem("ca.crt"), cert: pem("admin.crt"), key: pem("admin.key") },
    residentMiB: () => statusMiB(child.pid, "VmRSS"),
    /** The part of the resident memory that is pages of files, which the system can reclaim. */
    mappedMiB: () => statusMiB(child.pid, "RssFile"),
    cpuSeconds: () => cpuSeconds(child.pid),
    stop: () => ended(child, () => child.kill("SIGTERM")),
  };
}

export function hasEtcd() {
  return spawnSync("etcd", ["--version"]).status === 0;
}

export async function startEtcd(folder) {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const child = spawn("etcd", [
    ...["--data-dir", join(folder, "etcd"), "--log-level", "error"],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
  ]);
  return { url: client, stop: () => ended(child, () => child.kill("SIGTERM")) };
}

/**
 * Starts node:https by itself, without an API server.
 *
 * @param files - paths of the files to respond with, `object` and `list`
 */
export async function startRaw(folder, files) {
  const args = [join(folder, "serving.key"), join(folder, "serving.crt"), files.object, files.list];
  const child = fork(join(import.meta.dirname, "raw.mjs"), args);
  const { port } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("node:https did not start")));
  });
  return {
    url: new URL(`https://127.0.0.1:${port}`),
    cpuSeconds: () => cpuSeconds(child.pid),
    push: () => child.send("push"),
    stop: () => ended(child, () => child.disconnect()),
  };
}

function ended(child, end) {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    end();
  });
}

function statusMiB(pid, name) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** User and system time of a process so far. */
function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
