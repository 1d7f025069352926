/** The work to admit a connection does not grow with the number of connections. */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { SocketAdmission } from "../../../src/server/http/connections.ts";

/** A socket that counts how often its address is read. */
class FakeSocket extends EventEmitter {
  static looks = 0;
  isDestroyed = false;
  readonly remotePort: number;
  private readonly address: string;

  constructor(address: string, port: number) {
    super();
    this.address = address;
    this.remotePort = port;
  }

  get remoteAddress(): string {
    FakeSocket.looks++;
    return this.address;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit("close");
  }
}

const asSocket = (socket: FakeSocket) => socket as unknown as Socket;

/** Opens `each` connections from every address, the addresses in turn. None of them completes its handshake. */
function connect(admission: SocketAdmission, addresses: readonly string[], each: number): FakeSocket[] {
  const sockets = Array.from({ length: each }, (_none, port) => addresses.map((of) => new FakeSocket(of, port))).flat();
  for (const socket of sockets) admission.admit(asSocket(socket));
  return sockets;
}

const limits = { maxHandshakes: 1000, maxHandshakesPerAddress: 400 };

test("admitting a connection takes the same work, however many connections there are", () => {
  FakeSocket.looks = 0;
  connect(new SocketAdmission(limits), ["a", "b"], 200);
  const few = FakeSocket.looks;
  FakeSocket.looks = 0;
  connect(new SocketAdmission(limits), ["a", "b"], 400);
  expect(FakeSocket.looks).toBe(2 * few);
});

test("over the limit of an address its oldest handshake ends, over the total limit the oldest of all", () => {
  const admission = new SocketAdmission(limits);
  const own = connect(admission, ["a"], 402);
  expect(own.filter(({ isDestroyed }) => isDestroyed)).toEqual(own.slice(0, 2));
  const others = connect(admission, ["b", "c"], 301);
  expect(others.some(({ isDestroyed }) => isDestroyed)).toBe(false);
  expect(own.filter(({ isDestroyed }) => isDestroyed)).toEqual(own.slice(0, 4));
});

test("a completed handshake and a closed connection make room for new ones", () => {
  const admission = new SocketAdmission(limits);
  const [done, gone, ...rest] = connect(admission, ["a"], 400);
  if (done) admission.handshakeDone(asSocket(done));
  gone?.destroy();
  connect(admission, ["a"], 2);
  expect([done, ...rest].some((socket) => socket?.isDestroyed)).toBe(false);
});
