/**
 * Manages the connections of a port: their number, how long they may be idle, and how they end.
 *
 * @module
 */
import { constants, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { firstTurn } from "../request/turns.ts";

/** How long a client may be slow or silent before the server closes its connection. */
export interface ConnectionTimeouts {
  /** For the TLS handshake, and for the headers of a request; default 32 seconds, as in kube-apiserver. */
  readonly headersMs?: number;
  /** Between requests; default 150 seconds: clients keep their idle connections for 90. */
  readonly idleMs?: number;
}

/** Limits for the number of connections. Clients behind one gateway share an address. */
export interface ConnectionLimits {
  /** In total; default 8192. */
  readonly maxConnections?: number;
  /** From one address; default 2048. */
  readonly maxConnectionsPerAddress?: number;
  /**
   * Connections that have not completed the TLS handshake; default 2048. A new connection replaces the one that has
   * taken longest.
   */
  readonly maxHandshakes?: number;
  /** The same for one address; default 512. */
  readonly maxHandshakesPerAddress?: number;
}

export const defaultHeadersMs = 32_000;
const defaultIdleMs = 150_000;

/** How often within the timeout Node checks for headers that are late. */
const checksPerTimeout = 4;

/** The open connections, which do not end by themselves when the server stops. */
export interface Connections {
  /** Refuses further requests, except on HTTP/1.1 connections that are in use. */
  retire(): void;
  /** Resolves when all are closed. */
  whenClosed(): Promise<void>;
  /** Closes all connections, even those in use. */
  destroy(): void;
}

/** Settings that Node's types lack for servers that also accept HTTP/1.1. Node reads them for each connection. */
interface Http1Settings {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
}

interface RequestSizes {
  /** Limit for the headers of an HTTP/1.1 request. */
  readonly maxHeaderBytes: number;
  /** Limit for the open requests on one HTTP/2 connection. */
  readonly maxOpenRequests: number;
}

export function manageConnections(
  server: Http2SecureServer,
  { maxHeaderBytes, maxOpenRequests }: RequestSizes,
  { headersMs = defaultHeadersMs, idleMs = defaultIdleMs, ...limits }: ConnectionTimeouts & ConnectionLimits,
): Connections {
  // Node ignores these as options of the constructor.
  Object.assign<Http2SecureServer, Http1Settings>(server, {
    headersTimeout: headersMs,
    // The deadline filter limits the duration of requests.
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: headersMs / checksPerTimeout,
    maxHeaderSize: maxHeaderBytes,
  });
  const sockets = new Set<Socket>();
  const admission = new SocketAdmission(limits);
  const sessions = new Set<ServerHttp2Session>();
  const beginHandshake = deferHandshakes(server);
  server.on("connection", (socket: Socket) => {
    const peer = admission.admit(socket);
    if (!peer) return;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    void waitForData(socket, headersMs).then(async (hasData) => {
      if (!hasData) return;
      await firstTurn(peer);
      if (!socket.destroyed) beginHandshake(socket);
    });
  });
  server.on("clientError", refuseRequest);
  server.on("secureConnection", (socket: TLSSocket) => {
    ignoreSignatureError(socket);
    admission.handshakeDone(socket);
    readThroughStream(socket);
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    closeIdleSession(session, idleMs);
    endAfterManyCancellations(session, maxOpenRequests);
  });
  return {
    retire: () => {
      for (const session of sessions) session.close();
    },
    whenClosed: async () => {
      for (const socket of sockets) await new Promise<void>((resolve) => socket.once("close", () => resolve()));
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Counts and limits connections, in total and by address. */
export class SocketAdmission {
  private readonly limits: Required<ConnectionLimits>;
  private count = 0;
  private readonly countByAddress = new Map<string, number>();
  /** Unfinished handshakes by address and port, the oldest first. */
  private readonly handshakes = new Map<string, Socket>();
  /** The same by address. */
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

  /**
   * Returns the peer of the connection, which identifies it for turns. Closes a connection beyond the limits and
   * returns undefined.
   */
  admit(socket: Socket): object | undefined {
    const { remoteAddress: address = "" } = socket;
    const count = this.countByAddress.get(address) ?? 0;
    if (this.count >= this.limits.maxConnections || count >= this.limits.maxConnectionsPerAddress) {
      socket.destroy();
      return undefined;
    }
    const endpoint = endpointOf(socket);
    this.count++;
    this.countByAddress.set(address, count + 1);
    this.closeOldestHandshake(address);
    this.handshakes.set(endpoint, socket);
    const own = this.handshakesByAddress.get(address) ?? new Map<string, Socket>();
    this.handshakesByAddress.set(address, own.set(endpoint, socket));
    socket.once("close", () => this.forget(address, endpoint));
    return own;
  }

  handshakeDone(socket: Socket): void {
    this.endHandshake(socket.remoteAddress ?? "", endpointOf(socket));
  }

  private endHandshake(address: string, endpoint: string): void {
    this.handshakes.delete(endpoint);
    const own = this.handshakesByAddress.get(address);
    own?.delete(endpoint);
    if (own?.size === 0) this.handshakesByAddress.delete(address);
  }

  private forget(address: string, endpoint: string): void {
    this.endHandshake(address, endpoint);
    this.count--;
    const left = (this.countByAddress.get(address) ?? 1) - 1;
    if (left > 0) this.countByAddress.set(address, left);
    else this.countByAddress.delete(address);
  }

  /** Closes the oldest handshake if there are too many: honest clients take milliseconds. */
  private closeOldestHandshake(address: string): void {
    const { maxHandshakes, maxHandshakesPerAddress } = this.limits;
    const own = this.handshakesByAddress.get(address) ?? new Map<string, Socket>();
    const full = own.size >= maxHandshakesPerAddress ? own : this.handshakes.size >= maxHandshakes && this.handshakes;
    if (!full) return;
    const [[endpoint, socket] = []] = full;
    if (!socket) return;
    this.endHandshake(socket.remoteAddress ?? address, endpoint ?? "");
    socket.destroy();
  }
}

/** Returns a function that begins the TLS handshake of a connection, which Node then no longer does by itself. */
function deferHandshakes(server: Http2SecureServer): (socket: Socket) => void {
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  return (socket) => {
    for (const each of listeners) each.call(server, socket);
  };
}

/**
 * Resolves when the client has sent data, or with false if it closes the connection first or takes too long. The first
 * TLS message costs a signature, and the clients of one round of the event loop could send hundreds of them. So it
 * stays unread until the connection has a turn.
 */
function waitForData(socket: Socket, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    const end = (hasData: boolean) => {
      clearTimeout(timer);
      socket.off("readable", read).off("close", close);
      if (!hasData) socket.destroy();
      resolve(hasData);
    };
    const read = () => end(socket.readableLength > 0);
    const close = () => end(false);
    // There is no other listener for errors before the handshake begins.
    socket.on("error", () => {});
    socket.on("readable", read).on("close", close);
  });
}

const endpointOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Makes Node's HTTP/1.1 parser read from the stream instead of directly from the TLS connection. A direct read passes
 * the rest of a TLS record to the parser even while the parser is paused because a response waits for its client, and
 * Node then reports a client error. With a data listener, Node reads from the stream, which buffers during a pause.
 */
function readThroughStream(socket: TLSSocket): void {
  if (socket.alpnProtocol !== "h2") socket.on("data", () => {});
}

/** The part of Node's socket that receives OpenSSL's errors. */
interface WithHandle {
  readonly _handle?: { onerror?: (error: Error) => void } | null;
}

/**
 * Keeps the connection of a client whose certificate was not signed by its authority: its requests get 401 instead.
 * OpenSSL remembers the signature as an error; Node would find that error while it reads on in the same turn, and end
 * the connection.
 */
function ignoreSignatureError(socket: TLSSocket): void {
  const { _handle: handle } = socket as unknown as WithHandle;
  // authorizationError is a string, although the types differ.
  if (String(socket.authorizationError) !== "CERT_SIGNATURE_FAILURE" || !handle?.onerror) return;
  const { onerror } = handle;
  handle.onerror = () => {};
  setImmediate(() => {
    handle.onerror = onerror;
  });
}

/** Closes a session that has been without streams for the given time. A watch may be silent for any time. */
function closeIdleSession(session: ServerHttp2Session, idleMs: number): void {
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
 * Ends a session whose client cancels too many requests. One read of a connection may contain a thousand requests
 * together with their cancellations, and Node processes all of them first.
 *
 * @param maxCancellations - how many requests a client may cancel in one round of the event loop: as many as it may have open
 */
function endAfterManyCancellations(session: ServerHttp2Session, maxCancellations: number): void {
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
      if (count > maxCancellations) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
  });
}

/**
 * How long the server reads the rest of a request that it cannot parse. If it closed the connection at once, the client
 * would not receive the response.
 */
const lingerMs = 500;

const statusByErrorCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  }),
);

/** Responds to a message that is not valid HTTP/1.1, and closes the connection. */
function refuseRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal = statusByErrorCode.get(error.code ?? "") ?? "400 Bad Request";
  const headers = ["Content-Type: text/plain; charset=utf-8", "Connection: close"];
  socket.end(`HTTP/1.1 ${refusal}\r\n${headers.join("\r\n")}\r\n\r\n${refusal}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
