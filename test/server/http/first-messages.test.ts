/** TLS handshakes whose first messages arrive together begin in turns. */
import { EventEmitter, once } from "node:events";
import type { Http2SecureServer } from "node:http2";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { manageConnections } from "../../../src/server/http/connections.ts";

class FakeServer extends EventEmitter {
  readonly begun: Socket[] = [];

  constructor(handshakeMs: number) {
    super();
    this.on("connection", (socket: Socket) => {
      this.begun.push(socket);
      const endMs = performance.now() + handshakeMs;
      while (performance.now() < endMs);
    });
    const sizes = { maxHeaderBytes: 1000, maxOpenRequests: 10 };
    manageConnections(this as unknown as Http2SecureServer, sizes, { headersMs: 200 });
  }
}

let port = 1;
const connection = (address: string) =>
  Object.assign(new PassThrough(), { remoteAddress: address, remotePort: port++ }) as unknown as PassThrough & Socket;

test("other work gets turns of the event loop between handshakes that arrive at once", async () => {
  const server = new FakeServer(1);
  const sockets = Array.from({ length: 40 }, () => connection("10.0.0.1"));
  for (const socket of sockets) server.emit("connection", socket);
  for (const socket of sockets) socket.write("hello");
  const begunByRound = [server.begun.length];
  while (server.begun.length < sockets.length) {
    const before = server.begun.length;
    await setImmediate();
    begunByRound.push(server.begun.length - before);
  }
  expect(Math.max(...begunByRound)).toBeLessThan(20);
});

test("a client from another address does not wait behind all handshakes of the first address", async () => {
  const server = new FakeServer(1);
  const sockets = Array.from({ length: 40 }, () => connection("10.0.0.1"));
  const other = connection("10.0.0.2");
  for (const socket of [...sockets, other]) server.emit("connection", socket);
  for (const socket of [...sockets, other]) socket.write("hello");
  await vi.waitFor(() => expect(server.begun).toContain(other));
  expect(server.begun.indexOf(other)).toBeLessThan(25);
});

test("no handshake begins for a client that closes, fails or sends nothing", async () => {
  const server = new FakeServer(0);
  const [silent, failed, gone] = [connection("a"), connection("a"), connection("a")];
  for (const socket of [silent, failed, gone]) server.emit("connection", socket);
  failed.destroy(new Error("ECONNRESET"));
  gone.end();
  await once(gone, "close");
  await once(silent, "close");
  expect(server.begun).toEqual([]);
});
