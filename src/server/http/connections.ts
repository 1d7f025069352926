/**
 * The connections of a port: how long they may do nothing, and how they end.
 *
 * @module
 */
import { constants, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { firstTurn } from "../request/turns.ts";

/** How long a client may take, or be silent, until its connection is closed. */
export interface ConnectionTimeouts {
  /** To agree on TLS, and to send the headers of a request; default 32 seconds, as the API server. */
  readonly headersMs?: number;
  /** Between requests; default 150 seconds: clients keep their idle connections for 90. */
  readonly idleMs?: number;
}

/** How many connections there may be; clients behind one gateway have one address. */
export interface ConnectionLimits {
  /** In all; default 8192. */
  readonly maxConnections?: number;
  /** Of one address; default 2048. */
  readonly maxConnectionsPerAddress?: number;
  /** Connections that have not agreed on TLS; default 2048. The one that has taken longest makes room for another. */
  readonly maxHandshakes?: number;
  /** The same of one address; default 512. */
  readonly maxHandshakesPerAddress?: number;
}

export const defaultHeadersMs = 32_000;
const defaultIdleMs = 150_000;

/** How often headers that are under way are looked at, as a part of the time that they may take. */
const checksPerTimeout = 4;

/** Connections stay open on their own: they are asked to end, and ended. */
export interface Connections {
  /** No more requests come on them, except on those of HTTP/1.1 that are in use. */
  retire(): void;
  /** Resolves when all are closed. */
  gone(): Promise<void>;
  /** Ends them, whatever they do. */
  destroy(): void;
}

/** A member that Node's types lack for servers that also accept HTTP/1.1; Node reads it for each connection. */
interface Http1Settings {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
}

interface RequestSizes {
  /** Of a request of HTTP/1.1. */
  readonly maxHeaderBytes: number;
  /** That a client may have open on one connection of HTTP/2. */
  readonly maxOpenRequests: number;
}

export function manageConnections(
  server: Http2SecureServer,
  { maxHeaderBytes, maxOpenRequests }: RequestSizes,
  { headersMs = defaultHeadersMs, idleMs = defaultIdleMs, ...limits }: ConnectionTimeouts & ConnectionLimits,
): Connections {
  // As options of the constructor Node would not heed them.
  Object.assign<Http2SecureServer, Http1Settings>(server, {
    headersTimeout: headersMs,
    // Requests have a deadline of their own.
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: headersMs / checksPerTimeout,
    maxHeaderSize: maxHeaderBytes,
  });
  const sockets = new Set<Socket>();
  const admission = new SocketAdmission(limits);
  const sessions = new Set<ServerHttp2Session>();
  const begin = takeHandshakes(server);
  server.on("connection", (socket: Socket) => {
    const peer = admission.admit(socket);
    if (!peer) return;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    void firstMessage(socket, headersMs).then(async (isThere) => {
      if (!isThere) return;
      await firstTurn(peer);
      if (!socket.destroyed) begin(socket);
    });
  });
  server.on("clientError", refuseRequest);
  server.on("secureConnection", (socket: TLSSocket) => {
    passOverSignature(socket);
    admission.handshakeDone(socket);
    readThroughStream(socket);
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    closeWhenIdle(session, idleMs);
    endWhenTakenBack(session, maxOpenRequests);
  });
  return {
    retire: () => {
      for (const session of sessions) session.close();
    },
    gone: async () => {
      for (const socket of sockets) await new Promise<void>((resolve) => socket.once("close", () => resolve()));
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Counts connections, in all and by address. */
export class SocketAdmission {
  private readonly limits: Required<ConnectionLimits>;
  private count = 0;
  private readonly countByAddress = new Map<string, number>();
  /** By address and port, the oldest first. */
  private readonly handshakes = new Map<string, Socket>();
  /** The same, of each address. */
  private readonly handshakesByAddress = new Map<string, Map<string, Socket>>();

  constructor(limits: ConnectionLimits) {
    this.limits = {
      maxConnections: 8192,
      maxConnectionsPerAddress: 2048,
      maxHandshakes: 2048,
      maxHandshakesPerAddress: 512,
      ...limits,
    };
  }

  /** The peer that the connection is of, for turns; undefined for a connection too many, which is closed. */
  admit(socket: Socket): object | undefined {
    const { remoteAddress: address = "" } = socket;
    const count = this.countByAddress.get(address) ?? 0;
    if (this.count >= this.limits.maxConnections || count >= this.limits.maxConnectionsPerAddress) {
      socket.destroy();
      return undefined;
    }
    const end = endOf(socket);
    this.count++;
    this.countByAddress.set(address, count + 1);
    this.makeRoom(address);
    this.handshakes.set(end, socket);
    const own = this.handshakesByAddress.get(address) ?? new Map<string, Socket>();
    this.handshakesByAddress.set(address, own.set(end, socket));
    socket.once("close", () => this.forget(address, end));
    return own;
  }

  handshakeDone(socket: Socket): void {
    this.endHandshake(socket.remoteAddress ?? "", endOf(socket));
  }

  private endHandshake(address: string, end: string): void {
    this.handshakes.delete(end);
    const own = this.handshakesByAddress.get(address);
    own?.delete(end);
    if (own?.size === 0) this.handshakesByAddress.delete(address);
  }

  private forget(address: string, end: string): void {
    this.endHandshake(address, end);
    this.count--;
    const left = (this.countByAddress.get(address) ?? 1) - 1;
    if (left > 0) this.countByAddress.set(address, left);
    else this.countByAddress.delete(address);
  }

  /** Honest clients take milliseconds, so the oldest handshake is the one to give up. */
  private makeRoom(address: string): void {
    const { maxHandshakes, maxHandshakesPerAddress } = this.limits;
    const own = this.handshakesByAddress.get(address) ?? new Map<string, Socket>();
    const full = own.size >= maxHandshakesPerAddress ? own : this.handshakes.size >= maxHandshakes && this.handshakes;
    if (!full) return;
    const [[end, socket] = []] = full;
    if (!socket) return;
    this.endHandshake(socket.remoteAddress ?? address, end ?? "");
    socket.destroy();
  }
}

/** The beginning of a handshake, which is no longer that of each connection at once. */
function takeHandshakes(server: Http2SecureServer): (socket: Socket) => void {
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  return (socket) => {
    for (const each of listeners) each.call(server, socket);
  };
}

/**
 * Resolves when a client has sent something: false for one that closes first, or takes too long. The first message of TLS costs a
 * signature, and the clients of one round of the event loop could send hundreds; so it stays unread until it has a turn.
 */
function firstMessage(socket: Socket, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      socket.off("readable", read).off("close", close);
      if (!isThere) socket.destroy();
      resolve(isThere);
    };
    const read = () => end(socket.readableLength > 0);
    const close = () => end(false);
    // Nobody else listens before the handshake begins.
    socket.on("error", () => {});
    socket.on("readable", read).on("close", close);
  });
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Node's parser of HTTP/1.1 reads from the TLS connection itself. There it is handed what a record holds also while it is paused,
 * because an answer waits for its client, and takes that for a fault of the client. Someone who listens makes it read from the
 * stream, which keeps what comes during a pause.
 */
function readThroughStream(socket: TLSSocket): void {
  if (socket.alpnProtocol !== "h2") socket.on("data", () => {});
}

/** The part of Node's socket that says which errors OpenSSL has. */
interface WithHandle {
  readonly _handle?: { onerror?: (error: Error) => void } | null;
}

/**
 * A client's certificate that its authority has not signed does not count: its requests are answered with 401. OpenSSL
 * remembers the signature as an error, which Node finds as it reads on in the same turn, and would end the connection for.
 */
function passOverSignature(socket: TLSSocket): void {
  const { _handle: handle } = socket as unknown as WithHandle;
  // A text, whatever the types say.
  if (String(socket.authorizationError) !== "CERT_SIGNATURE_FAILURE" || !handle?.onerror) return;
  const { onerror } = handle;
  handle.onerror = () => {};
  setImmediate(() => {
    handle.onerror = onerror;
  });
}

/** One without a stream; a watch may be silent for as long as it likes. */
function closeWhenIdle(session: ServerHttp2Session, idleMs: number): void {
  let openCount = 0;
  const timer = setTimeout(() => {
    if (openCount === 0) session.close();
  }, idleMs).unref();
  session.on("stream", (stream) => {
    openCount++;
    stream.once("close", () => {
      openCount--;
      if (openCount === 0) timer.refresh();
    });
  });
  session.once("close", () => clearTimeout(timer));
}

/**
 * One read of a connection may bring a thousand requests with what takes them back, and Node looks at all of them first.
 *
 * @param most - requests that a client may take back in one round of the event loop: as many as it may have open
 */
function endWhenTakenBack(session: ServerHttp2Session, most: number): void {
  let count = 0;
  session.on("stream", (stream) => {
    stream.once("close", () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
      if (count === 0) {
        setImmediate(() => {
          count = 0;
        });
      }
      count++;
      if (count > most) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
  });
}

/** How long the rest of a request that is not understood is taken in: closing at once would take the answer away, too. */
const lingerMs = 500;

const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  }),
);

/** Answers what is no HTTP/1.1, and closes. */
function refuseRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal = refusals.get(error.code ?? "") ?? "400 Bad Request";
  const headers = ["Content-Type: text/plain; charset=utf-8", "Connection: close"];
  socket.end(`HTTP/1.1 ${refusal}\r\n${headers.join("\r\n")}\r\n\r\n${refusal}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
