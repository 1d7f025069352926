/**
 * A local socket that leads through a proxy to one address, for gRPC clients, which do not support these proxies.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EgressProxy, openProxyConnection } from "./egress.ts";

export interface Relay {
  /** Target for the gRPC client. */
  readonly target: string;
  close(): Promise<void>;
}

/**
 * Opens the socket.
 *
 * @param address - `host:port`
 */
export async function openRelay(proxy: EgressProxy, address: string): Promise<Relay> {
  // Only the current user can access the folder.
  const folder = await mkdtemp(join(tmpdir(), "clustervet-relay-"));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    void connectThroughProxy(socket, proxy, address);
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

/** Connects a client with the address. If the proxy fails to connect, closes the client's connection. */
async function connectThroughProxy(socket: Socket, proxy: EgressProxy, address: string): Promise<void> {
  try {
    const other = await openProxyConnection(proxy, address);
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
