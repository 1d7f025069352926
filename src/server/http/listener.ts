/**
 * The server's port: TLS, HTTP/2 and HTTP/1.1, the conversion of requests to exchanges, and a graceful shutdown.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, ServerResponse } from "node:http";
import { constants, createSecureServer, type Http2ServerRequest } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { DetailedPeerCertificate, SecureContext, SecureContextOptions, TLSSocket } from "node:tls";
import type { UserInfo } from "../../access/user.ts";
import { badRequest, tooManyRequests } from "../request/failures.ts";
import { readQuery } from "../request/query.ts";
import { isHealthCheck, nonResourceInfo, readRequestInfo } from "../request/request-info.ts";
import { firstTurn } from "../request/turns.ts";
import { Backlog, type BacklogLimits } from "./backlog.ts";
import { type ConnectionLimits, type ConnectionTimeouts, defaultHeadersMs, manageConnections } from "./connections.ts";
import type { AuditRecorder, Exchange, Handler, Peer } from "./exchange.ts";
import { Http1Request } from "./http1-request.ts";
import type { Log } from "./log.ts";
import { announceClose, connectionOf, isGone, type NodeResponse, NodeResponseWriter } from "./node-answer.ts";
import { type Authorities, readAuthorities, refusalsOf } from "./peer-authorities.ts";
import { acceptPipelined } from "./pipelines.ts";
import { protocolFault } from "./protocol.ts";
import { clientGoneError, readBody } from "./request-body.ts";
import { defaultRequestLimits, type RequestLimits } from "./request-limits.ts";
import { contextOptions, contextsByName, type TlsSettings } from "./tls-settings.ts";

/**
 * Limit for the headers of a request, names and values together. In HTTP/2 the path and query are one of the headers.
 */
const maxHeaderBytes = 64 * 1024;

/** The certificate of the server, and the authorities that it trusts. All in PEM. */
export interface ServerIdentity {
  readonly certificate: string;
  readonly key: string;
  /** Authorities of client certificates. */
  readonly clientAuthority?: string;
  /** Authorities of front proxy certificates. */
  readonly proxyAuthority?: string;
}

export interface ListenerOptions extends ServerIdentity {
  readonly timeouts?: ConnectionTimeouts;
  readonly connections?: ConnectionLimits;
  readonly backlog?: BacklogLimits;
  readonly limits?: RequestLimits;
  readonly tls?: TlsSettings;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Handles all requests, including those that fail. */
  readonly handler: Handler;
  /** Responds to a request that cannot be parsed. */
  refuse(exchange: Exchange, fault: unknown): void;
}

/** An open port. */
export interface Listener {
  readonly port: number;
  readonly address: string;
  /** Replaces the certificate for new connections, and the authorities. */
  setIdentity(identity: ServerIdentity): void;
  /** Accepts no more connections and requests. Resolves when the last response is sent, or at the deadline. */
  close(deadlineMs: number): Promise<void>;
}

/** The options, including those that change while the server runs. */
interface ServingOptions extends ListenerOptions {
  authorities: Authorities;
  readonly limits: Required<RequestLimits>;
}

type NodeRequest = IncomingMessage | Http2ServerRequest;

/** @param host - address to listen at, `127.0.0.1` */
export async function listen(port: number, host: string, options: ListenerOptions): Promise<Listener> {
  const active = new Set<Promise<void>>();
  const backlog = new Backlog(options.backlog);
  const pending: PendingRequests = {
    cancelFunctions: new Set(),
    streams: new Set(),
    unanswered: new Set(),
    backlog,
    isClosing: false,
  };
  const limits = { ...defaultRequestLimits, ...options.limits };
  const serving = { ...options, limits, authorities: readAuthorities(options) };
  const { tls = {} } = options;
  let contextFor = contextsByName(tls, trustOptions(options));
  const server = createSecureServer({
    allowHTTP1: true,
    Http1IncomingMessage: Http1Request,
    ...secureContextOf(options, tls),
    ...(tls.namedCertificates === undefined
      ? {}
      : { SNICallback: (host: string, use: UseContext) => use(null, contextFor(host)) }),
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: options.timeouts?.headersMs ?? defaultHeadersMs,
    settings: { maxConcurrentStreams: limits.maxConcurrentStreams, maxHeaderListSize: maxHeaderBytes },
  });
  trustPartialChains(server);
  const sizes = { maxHeaderBytes, maxOpenRequests: limits.maxConcurrentStreams };
  const connections = manageConnections(server, sizes, { ...options.timeouts, ...options.connections });
  const answer = (call: Call) => {
    const answering = serve(call, serving, pending).finally(() => active.delete(answering));
    active.add(answering);
  };
  server.on("request", (request: NodeRequest, response: NodeResponse) => {
    if ("stream" in response || acceptPipelined(request as IncomingMessage, response)) answer({ request, response });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) =>
    answer({ request, response: createUpgradeResponse(socket, request, head), upgradeSocket: socket }),
  );
  server.on("sessionError", (error) => options.log.debug({ error: error.message }, "connection failed"));
  server.on("tlsClientError", (error) => options.log.debug({ error: error.message }, "TLS handshake failed"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort, address } = server.address() as AddressInfo;
  return {
    port: actualPort,
    address,
    setIdentity(identity) {
      server.setSecureContext(secureContextOf(identity, tls));
      contextFor = contextsByName(tls, trustOptions(identity));
      trustPartialChains(server);
      serving.authorities = readAuthorities(identity);
    },
    async close(deadlineMs) {
      server.close();
      connections.retire();
      pending.isClosing = true;
      for (const response of pending.unanswered) announceClose(response);
      for (const end of pending.streams) end();
      await Promise.race([waitUntilSettled(active), delay(deadlineMs)]);
      for (const cancel of pending.cancelFunctions) cancel();
      await Promise.race([waitUntilSettled(active), delay(forcedCloseMs)]);
      // Responses may be finished but not fully sent.
      await Promise.race([connections.whenClosed(), delay(forcedCloseMs)]);
      connections.destroy();
      backlog.close();
    },
  };
}

type UseContext = (error: Error | null, context?: SecureContext) => void;

const secureContextOf = (identity: ServerIdentity, tls: TlsSettings): SecureContextOptions =>
  contextOptions(tls, { ...trustOptions(identity), cert: identity.certificate, key: identity.key });

/**
 * Returns the authorities of clients and front proxies. As in Go, every certificate among them is trusted, not only
 * self-signed ones.
 */
function trustOptions({ clientAuthority, proxyAuthority }: ServerIdentity): SecureContextOptions {
  const authorities = [clientAuthority, proxyAuthority].filter((text) => text !== undefined);
  return { allowPartialTrustChain: true, ...(authorities.length === 0 ? {} : { ca: authorities.join("\n") }) };
}

/** The internal member of Node's server that holds the certificates. */
interface WithContext {
  readonly _sharedCreds?: { readonly context?: { setAllowPartialTrustChain?(): void } };
}

/**
 * Allows certificate chains that end at a trusted intermediate. Node 20 and 22 support that for contexts, but a server
 * does not pass the option on to its own context. If the context has no such method, OpenSSL's default applies.
 */
function trustPartialChains(server: object): void {
  (server as WithContext)._sharedCreds?.context?.setAllowPartialTrustChain?.();
}

/** How long requests that were cut off may take to respond, and unused connections to close. */
const forcedCloseMs = 1000;

async function waitUntilSettled(active: ReadonlySet<Promise<void>>): Promise<void> {
  while (active.size > 0) await Promise.allSettled(active);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The requests in progress. */
interface PendingRequests {
  /** Functions that abort requests. */
  readonly cancelFunctions: Set<() => void>;
  /** Functions that end streams. */
  readonly streams: Set<() => void>;
  readonly unanswered: Set<NodeResponse>;
  readonly backlog: Backlog;
  /** Whether the server is stopping: HTTP/1.1 connections then end after their current response. */
  isClosing: boolean;
}

/** A request with its response. */
interface Call {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  /** The connection, if the client requests an upgrade to another protocol. */
  readonly upgradeSocket?: Socket;
}

/**
 * Makes a normal response for a request with an upgrade. The connection ends after the response, because Node no longer
 * reads requests from it.
 *
 * @param head - the bytes that followed the headers, which are put back into the stream
 */
function createUpgradeResponse(socket: Socket, request: IncomingMessage, head: Buffer): ServerResponse {
  const response = new ServerResponse(request);
  socket.removeAllListeners("data");
  socket.pause();
  if (head.length > 0) socket.unshift(head);
  socket.on("error", noop);
  socket.on("drain", () => response.emit("drain"));
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => {
    response.detachSocket(socket);
    socket.end();
    socket.resume();
  });
  return response;
}

/** The user of a request before authentication. */
const emptyUser: UserInfo = { username: "", uid: "", groups: [], extra: {} };

async function serve(
  { request, response, upgradeSocket }: Call,
  options: ServingOptions,
  pending: PendingRequests,
): Promise<void> {
  response.on("error", noop);
  request.on("error", noop);
  const turn = firstTurn(connectionOf(response), isHealthCheck(request.url ?? ""));
  if (turn) await turn;
  // The read that contained the request may also have contained its cancellation.
  if (isGone(response)) return;
  const control = new AbortController();
  const answer = new NodeResponseWriter(response, pending.backlog, upgradeSocket);
  const cancel = () => control.abort(clientGoneError);
  pending.cancelFunctions.add(cancel);
  pending.unanswered.add(response);
  response.once("close", () => {
    answer.removeFromBacklog();
    if (!(response as ServerResponse).writableFinished) cancel();
  });
  response.on("error", cancel);
  request.on("error", cancel);
  // This is the only signal for an HTTP/2 stream whose body is unread.
  request.once("aborted", cancel);
  if (pending.isClosing) announceClose(response);
  else if (Math.random() < options.limits.goawayChance) sendGoaway(response);
  try {
    const { streams, backlog } = pending;
    const arrival = { request, response, answer, control, streams, backlog };
    const { exchange, fault = upgradeFault(request, upgradeSocket) } = toExchange(arrival, options);
    if (fault === undefined) await options.handler(exchange);
    else options.refuse(exchange, fault);
  } catch (error) {
    options.log.error({ error: String(error) }, "the handler failed");
    answer.abort();
  } finally {
    pending.cancelFunctions.delete(cancel);
    pending.unanswered.delete(response);
    discardUpload(request, response);
  }
}

/** Rejects an upgrade request with a body: Node treats the bytes after the headers as those of the other protocol. */
function upgradeFault({ headers }: NodeRequest, offered: Socket | undefined): Error | undefined {
  const hasBody = Number(headers["content-length"] ?? 0) !== 0 || headers["transfer-encoding"] !== undefined;
  return offered && hasBody ? badRequest("a request with a body cannot ask for another protocol") : undefined;
}

/** Ignores errors of requests that are gone; without a listener an error would end the process. */
const noop = (): void => {};

/** How long a client may take to notice that its connection ends, as in Go's server. */
const goawayMs = 1000;
/** The stream ID in a GOAWAY frame as long as the last stream is not known. */
const maxStreamId = 2 ** 31 - 1;

/** Makes the client open another connection, which may lead to another server; requests in progress continue. */
function sendGoaway(response: NodeResponse): void {
  const session = "stream" in response ? response.stream?.session : undefined;
  if (!session || session.closed) return;
  session.goaway(constants.NGHTTP2_NO_ERROR, maxStreamId);
  setTimeout(() => session.close(), goawayMs).unref();
}

/**
 * How long a client may continue to send a body that is not needed. If the server closed the connection at once, the
 * client would not receive the response.
 */
const lingerMs = 500;

/** Discards the rest of the body after the response was sent. */
function discardUpload(request: NodeRequest, response: NodeResponse): void {
  if (request.complete || request.destroyed) return;
  const end = () => {
    if ("stream" in response) response.stream?.close();
    else request.destroy();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("end", () => clearTimeout(timer));
  // If the body was paused because of too many small chunks, its rest is not even read.
  if (!request.isPaused()) request.resume();
}

interface ReceivedRequest {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly answer: NodeResponseWriter;
  /** Aborted when the client has gone. */
  readonly control: AbortController;
  readonly streams: Set<() => void>;
  readonly backlog: Backlog;
}

function toExchange(arrival: ReceivedRequest, { nowMs, authorities, limits }: ServingOptions) {
  const { request, response, answer, backlog } = arrival;
  const method = request.method ?? "";
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const query = readQuery(mark < 0 ? "" : url.slice(mark + 1));
  let info = nonResourceInfo(method, "/");
  let fault: unknown = backlog.isFull(answer.connection) ? unreadResponsesError() : protocolFault(request);
  // The following bytes on the connection may be ambiguous.
  if (fault !== undefined) announceClose(response);
  try {
    info = readRequestInfo(method, mark < 0 ? url : url.slice(0, mark), query);
  } catch (error) {
    fault ??= error;
  }
  const times = { receivedMs: nowMs(), maxMs: limits.timeoutMs };
  const parsedRequest = { method, url, info, query, peer: peerOf(arrival, authorities), ...times };
  return { exchange: new NodeExchange(arrival, parsedRequest), fault };
}

type ParsedRequest = Pick<Exchange, "method" | "url" | "info" | "query" | "peer" | "receivedMs" | "maxMs">;

class NodeExchange implements Exchange {
  readonly method: string;
  readonly url: string;
  readonly info: Exchange["info"];
  readonly query: URLSearchParams;
  readonly peer: Peer;
  readonly receivedMs: number;
  readonly maxMs: number;
  readonly headers: Exchange["headers"];
  readonly rawHeaders: string[];
  readonly auditId: string;
  readonly answer: NodeResponseWriter;
  readonly warnings = new Set<string>();
  readonly auditAnnotations = new Map<string, string>();
  audit?: AuditRecorder;
  user = emptyUser;
  onUpload = noop;
  onBodyReceived: Exchange["onBodyReceived"] = noop;
  onWatchStarted = noop;
  private readonly arrival: ReceivedRequest;

  constructor(arrival: ReceivedRequest, { method, url, info, query, peer, receivedMs, maxMs }: ParsedRequest) {
    const { request, answer } = arrival;
    this.arrival = arrival;
    this.method = method;
    this.url = url;
    this.info = info;
    this.query = query;
    this.peer = peer;
    this.receivedMs = receivedMs;
    this.maxMs = maxMs;
    this.headers = request.headers;
    this.rawHeaders = request.rawHeaders;
    this.auditId = auditIdOf(request);
    this.answer = answer;
  }

  get signal(): AbortSignal {
    return this.arrival.control.signal;
  }

  onStop(end: () => void): () => void {
    const { streams } = this.arrival;
    streams.add(end);
    return () => streams.delete(end);
  }

  async readBody(): Promise<Uint8Array> {
    const { request, response, control } = this.arrival;
    if (!request.complete) this.onUpload();
    const body = await readBody(request, connectionOf(response), control);
    await this.onBodyReceived();
    return body;
  }
}

/** Seconds after which a client that does not read may retry. */
const unreadRetryS = 1;

const unreadResponsesError = () => tooManyRequests("Too many unread answers on this connection.", unreadRetryS);

/** Maximum length of an audit ID that a client specifies, in UTF-16 units. */
const maxAuditIdLength = 64;

function auditIdOf(request: NodeRequest): string {
  const given = request.headers["audit-id"];
  const isValidId = typeof given === "string" && given.length <= maxAuditIdLength && /^[\x21-\x7e]+$/.test(given);
  return isValidId ? given : randomUUID();
}

interface CachedPeer {
  readonly authorities: Authorities;
  readonly peer: Peer;
}

const peerByConnection = new WeakMap<object, CachedPeer>();

/**
 * Reads the peer once for each connection, and again after the authorities have changed, since parsing a certificate
 * takes as long as a small request. HTTP/2 requests have separate socket objects but share their session, so the
 * session is the key.
 */
function peerOf({ request, response }: Pick<ReceivedRequest, "request" | "response">, authorities: Authorities): Peer {
  const connection = connectionOf(response);
  const known = peerByConnection.get(connection);
  if (known?.authorities === authorities) return known.peer;
  const peer = readPeer(request.socket as TLSSocket, authorities);
  peerByConnection.set(connection, { authorities, peer });
  return peer;
}

function readPeer(socket: TLSSocket, authorities: Authorities): Peer {
  const address = socket.remoteAddress ?? "";
  // A stream whose connection is gone has no socket.
  const certificate = socket.getPeerCertificate?.(true);
  if (!certificate || Object.keys(certificate).length === 0) return { address };
  const peer = { address, certificate, validity: validityOf(certificate) };
  const refusal = socket.authorized ? undefined : String(socket.authorizationError);
  return { ...peer, ...refusalsOf(socket.getPeerX509Certificate(), refusal, authorities) };
}

/** Returns when all certificates of the chain are valid; a root is its own issuer. */
function validityOf(certificate: DetailedPeerCertificate): { readonly fromMs: number; readonly untilMs: number } {
  const own = { fromMs: Date.parse(certificate.valid_from), untilMs: Date.parse(certificate.valid_to) };
  const { issuerCertificate: issuer } = certificate;
  if (!issuer || issuer === certificate) return own;
  const { fromMs, untilMs } = validityOf(issuer);
  return { fromMs: Math.max(own.fromMs, fromMs), untilMs: Math.min(own.untilMs, untilMs) };
}
