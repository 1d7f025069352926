/** Starts whole servers on each kind of store. On etcd, two servers share one etcd. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skipsEtcd, startEtcd } from "../../storage/etcd-server.ts";
import { type Served, serve } from "./served.ts";

export interface Cluster {
  readonly servers: readonly Served[];
  /** Stops the servers and deletes their data. */
  stop(): Promise<void>;
}

export interface Backend {
  readonly name: string;
  readonly isSkipped: boolean;
  start(): Promise<Cluster>;
}

export const backends: readonly Backend[] = [
  { name: "memory", isSkipped: false, start: () => startCluster([["--storage", "memory"]]) },
  { name: "lmdb", isSkipped: false, start: () => startCluster([[]]) },
  { name: "lmdb, two workers", isSkipped: false, start: () => startCluster([["--workers", "2"]]) },
  { name: "etcd, two servers", isSkipped: skipsEtcd, start: startOnEtcd },
];

async function startOnEtcd(): Promise<Cluster> {
  const etcd = await startEtcd();
  const args = ["--storage", "etcd", "--etcd-servers", etcd.endpoint];
  const cluster = await startCluster([args, args]);
  return {
    servers: cluster.servers,
    async stop() {
      await cluster.stop();
      await etcd.stop();
    },
  };
}

/** @param argsOfServers - additional arguments of each server */
async function startCluster(argsOfServers: readonly (readonly string[])[]): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), "clustervet-servers-"));
  const servers = await Promise.all(argsOfServers.map((args, index) => serve(join(root, String(index)), { args })));
  return {
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}
