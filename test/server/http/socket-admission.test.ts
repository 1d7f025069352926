/** Connections are counted in steps that do not grow with how many there are. */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { SocketAdmission } from "../../../src/server/http/connections.ts";

/** Counts how often anybody asks whose it is. */
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

/** So many connections of each address in turn, none of which ends its handshake. */
function connect(admission: SocketAdmission, addresses: readonly string[], each: number): FakeSocket[] {
  const sockets = Array.from({ length: each }, (_none, port) => addresses.map((of) => new FakeSocket(of, port))).flat();
  for (const socket of sockets) admission.admit(asSocket(socket));
  return sockets;
}

const limits = { maxHandshakes: 1000, maxHandshakesPerAddress: 400 };

test("each connection takes as many steps as the one before", () => {
  FakeSocket.looks = 0;
  connect(new SocketAdmission(limits), ["a", "b"], 200);
  const few = FakeSocket.looks;
  FakeSocket.looks = 0;
  connect(new SocketAdmission(limits), ["a", "b"], 400);
  expect(FakeSocket.looks).toBe(2 * few);
});

test("the oldest handshake of an address that has too many ends, then the oldest of all", () => {
  const admission = new SocketAdmission(limits);
  const own = connect(admission, ["a"], 402);
  expect(own.filter(({ isDestroyed }) => isDestroyed)).toEqual(own.slice(0, 2));
  const others = connect(admission, ["b", "c"], 301);
  expect(others.some(({ isDestroyed }) => isDestroyed)).toBe(false);
  expect(own.filter(({ isDestroyed }) => isDestroyed)).toEqual(own.slice(0, 4));
});

test("a handshake that ends, and a connection that closes, leave room", () => {
  const admission = new SocketAdmission(limits);
  const [done, gone, ...rest] = connect(admission, ["a"], 400);
  if (done) admission.handshakeDone(asSocket(done));
  gone?.destroy();
  connect(admission, ["a"], 2);
  expect([done, ...rest].some((socket) => socket?.isDestroyed)).toBe(false);
});
