/**
 * Measures how long a server takes until it is ready, and its memory afterwards: `clustervet serve`,
 * `clustervet/server` in a separate process, and kube-apiserver with etcd if REAL names the folder of their programs.
 *
 *   node bench/server-start.mjs [rounds]         after a build; RUN_AS="chrt -f 50" starts each at that priority
 *   REAL=/usr/local/kubebuilder/bin node bench/server-start.mjs
 */
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rounds = Number(process.argv[2] ?? 4);
const pollMs = 5;
const idleMs = 3000;
const dist = join(import.meta.dirname, "../dist");
const prefix = (process.env.RUN_AS ?? "").split(" ").filter(Boolean);

const inProcess = `import { startApiServer } from ${JSON.stringify(join(dist, "lib/server.js"))};
await startApiServer({ port: Number(process.argv[1]), controllers: [] });`;

/** The programs of each server, in the order of their start. */
const servers = {
  "serve --storage memory": (folder, port) => [serve(folder, port, "memory")],
  "serve --storage lmdb": (folder, port) => [serve(folder, port, "lmdb")],
  "startApiServer()": (_folder, port) => [[process.execPath, "--input-type=module", "-e", inProcess, port]],
  ...(process.env.REAL ? { "etcd and kube-apiserver": realPair } : {}),
};

const serve = (folder, port, storage) => [
  process.execPath,
  ...[join(dist, "clustervet.cjs"), "serve", "--data-dir", join(folder, "data"), "--secure-port", port],
  ...["--storage", storage, "--log-level", "error"],
];

function realPair(folder, port, etcdPort, peerPort) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const [key, pub] = [join(folder, "sa.key"), join(folder, "sa.pub")];
  writeFileSync(key, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  writeFileSync(pub, publicKey.export({ type: "spki", format: "pem" }));
  const [etcd, peer] = [etcdPort, peerPort].map((at) => `http://127.0.0.1:${at}`);
  return [
    [
      join(process.env.REAL, "etcd"),
      ...["--data-dir", join(folder, "etcd"), "--listen-client-urls", etcd, "--advertise-client-urls", etcd],
      ...["--listen-peer-urls", peer, "--unsafe-no-fsync"],
    ],
    [
      join(process.env.REAL, "kube-apiserver"),
      ...[`--etcd-servers=${etcd}`, `--secure-port=${port}`, "--bind-address=127.0.0.1", "--authorization-mode=RBAC"],
      ...[`--cert-dir=${join(folder, "certs")}`, "--service-account-issuer=https://127.0.0.1/"],
      ...[`--service-account-key-file=${pub}`, `--service-account-signing-key-file=${key}`],
      "--service-cluster-ip-range=10.0.0.0/24",
    ],
  ];
}

async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const ports = probes.map((probe) => String(probe.address().port));
  for (const probe of probes) probe.close();
  return ports;
}

const isReady = (port) =>
  new Promise((resolve) => {
    request({ port, path: "/readyz", rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode === 200));
    })
      .on("error", () => resolve(false))
      .end();
  });

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const residentMiB = ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

async function measure(programsOf) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-start-"));
  const ports = await freePorts(3);
  const programs = programsOf(folder, ...ports);
  const startMs = performance.now();
  const children = programs.map((command) => {
    const [program, ...args] = [...prefix, ...command];
    return spawn(program, args, { stdio: "ignore" });
  });
  while (!(await isReady(ports[0]))) await pause(pollMs);
  const readyMs = performance.now() - startMs;
  await pause(idleMs);
  const memoryMiB = children.reduce((sum, child) => sum + residentMiB(child), 0);
  const ended = children.map((child) => once(child, "exit"));
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(ended);
  rmSync(folder, { recursive: true, force: true });
  return { readyMs, memoryMiB };
}

const results = new Map(Object.keys(servers).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, programs] of Object.entries(servers)) results.get(name).push(await measure(programs));
}
const least = (list, field) => Math.min(...list.map((each) => each[field]));
console.log("until /readyz answers, and resident memory after 3 s: the least of each\n");
for (const [name, list] of results) {
  console.log(
    `${name.padEnd(26)} ${least(list, "readyMs").toFixed(0).padStart(6)} ms ${least(list, "memoryMiB").toFixed(0).padStart(6)} MiB`,
  );
}
