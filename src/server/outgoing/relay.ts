/**
 * A socket of this machine that leads through a proxy to one address, for clients of gRPC, which know no proxies of this sort.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EgressProxy, tunnel } from "./egress.ts";

export interface Relay {
  /** Of gRPC. */
  readonly target: string;
  close(): Promise<void>;
}

/** @param address - `host:port` */
export async function openRelay(proxy: EgressProxy, address: string): Promise<Relay> {
  // Nobody else may enter it.
  const folder = await mkdtemp(join(tmpdir(), "clustervet-relay-"));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    void lead(socket, proxy, address);
  });
  const path = join(folder, "socket");
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return {
    target: `unix:${path}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The client of a proxy that does not connect sees the end of its connection. */
async function lead(socket: Socket, proxy: EgressProxy, address: string): Promise<void> {
  try {
    const other = await tunnel(proxy, address);
    const end = () => {
      socket.destroy();
      other.destroy();
    };
    socket.on("close", end);
    other.on("close", end).on("error", end);
    socket.pipe(other).pipe(socket);
  } catch {
    socket.destroy();
  }
}
