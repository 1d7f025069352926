/**
 * The port: TLS, HTTP/2 and HTTP/1.1 side by side, requests as exchanges, and an end that lets requests finish.
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
import { isHealthCheck, otherPath, readRequestInfo } from "../request/request-info.ts";
import { firstTurn } from "../request/turns.ts";
import { Backlog, type BacklogLimits } from "./backlog.ts";
import { type ConnectionLimits, type ConnectionTimeouts, defaultHeadersMs, manageConnections } from "./connections.ts";
import type { Audited, Exchange, Handler, Peer } from "./exchange.ts";
import { Http1Request } from "./http1-request.ts";
import type { Log } from "./log.ts";
import { announceEnd, connectionOf, isGone, NodeAnswer, type NodeResponse } from "./node-answer.ts";
import { type Authorities, readAuthorities, refusalsOf } from "./peer-authorities.ts";
import { isAwaited } from "./pipelines.ts";
import { protocolFault } from "./protocol.ts";
import { gone, readBody } from "./request-body.ts";
import { type RequestLimits, usualRequestLimits } from "./request-limits.ts";
import { contextOptions, contextsByName, type TlsSettings } from "./tls-settings.ts";

/** Largest headers of a request, names and values together; the path with its query is one of them in HTTP/2. */
const maxHeaderBytes = 64 * 1024;

/** Who the server is, and whom it takes the word of. PEM. */
export interface ServerIdentity {
  readonly certificate: string;
  readonly key: string;
  /** Authorities whose client certificates count. */
  readonly clientAuthority?: string;
  /** Authorities whose certificates are those of front proxies. */
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
  /** Answers all requests, also those that fail. */
  readonly handler: Handler;
  /** Answers a request that cannot be understood. */
  refuse(exchange: Exchange, fault: unknown): void;
}

/** An open port. */
export interface Listener {
  readonly port: number;
  readonly address: string;
  /** Connections that are made from now on see this certificate. */
  identify(identity: ServerIdentity): void;
  /** Takes no more connections and requests; resolves when the last request is answered, or at the deadline. */
  close(deadlineMs: number): Promise<void>;
}

/** The options, with what changes while the server runs. */
interface Serving extends ListenerOptions {
  authorities: Authorities;
  readonly limits: Required<RequestLimits>;
}

type NodeRequest = IncomingMessage | Http2ServerRequest;

/** @param host - address to listen at, `127.0.0.1` */
export async function listen(port: number, host: string, options: ListenerOptions): Promise<Listener> {
  const active = new Set<Promise<void>>();
  const backlog = new Backlog(options.backlog);
  const pending: Pending = { cancels: new Set(), streams: new Set(), unanswered: new Set(), backlog, isClosing: false };
  const limits = { ...usualRequestLimits, ...options.limits };
  const serving = { ...options, limits, authorities: readAuthorities(options) };
  const { tls = {} } = options;
  let contextFor = contextsByName(tls, trustedBy(options));
  const server = createSecureServer({
    allowHTTP1: true,
    Http1IncomingMessage: Http1Request,
    ...secureContextOf(options, tls),
    ...(tls.named === undefined ? {} : { SNICallback: (host: string, use: UseContext) => use(null, contextFor(host)) }),
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
    if ("stream" in response || isAwaited(request as IncomingMessage, response)) answer({ request, response });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) =>
    answer({ request, response: responseOn(socket, request, head), offered: socket }),
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
    identify(identity) {
      server.setSecureContext(secureContextOf(identity, tls));
      contextFor = contextsByName(tls, trustedBy(identity));
      trustPartialChains(server);
      serving.authorities = readAuthorities(identity);
    },
    async close(deadlineMs) {
      server.close();
      connections.retire();
      pending.isClosing = true;
      for (const response of pending.unanswered) announceEnd(response);
      for (const end of pending.streams) end();
      await Promise.race([settle(active), after(deadlineMs)]);
      for (const cancel of pending.cancels) cancel();
      await Promise.race([settle(active), after(forcedCloseMs)]);
      // The answer is not sent yet.
      await Promise.race([connections.gone(), after(forcedCloseMs)]);
      connections.destroy();
      backlog.close();
    },
  };
}

type UseContext = (error: Error | null, context?: SecureContext) => void;

const secureContextOf = (identity: ServerIdentity, tls: TlsSettings): SecureContextOptions =>
  contextOptions(tls, { ...trustedBy(identity), cert: identity.certificate, key: identity.key });

/** Of clients. As in Go, any certificate among the authorities vouches for them, not only one that signed itself. */
function trustedBy({ clientAuthority, proxyAuthority }: ServerIdentity): SecureContextOptions {
  const authorities = [clientAuthority, proxyAuthority].filter((text) => text !== undefined);
  return { allowPartialTrustChain: true, ...(authorities.length === 0 ? {} : { ca: authorities.join("\n") }) };
}

/** The part of Node's server that has the certificates. */
interface WithContext {
  readonly _sharedCreds?: { readonly context?: { setAllowPartialTrustChain?(): void } };
}

/**
 * Node 20 and 22 have `allowPartialTrustChain` for contexts, but a server leaves it out of its own; where they have no such method,
 * OpenSSL's rule holds.
 */
function trustPartialChains(server: object): void {
  (server as WithContext)._sharedCreds?.context?.setAllowPartialTrustChain?.();
}

/** How long requests that were cut off may take to say so, and connections to end that are no longer used. */
const forcedCloseMs = 1000;

async function settle(active: ReadonlySet<Promise<void>>): Promise<void> {
  while (active.size > 0) await Promise.allSettled(active);
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The requests under way. */
interface Pending {
  /** Breaks requests off. */
  readonly cancels: Set<() => void>;
  /** Ends streams. */
  readonly streams: Set<() => void>;
  readonly unanswered: Set<NodeResponse>;
  readonly backlog: Backlog;
  /** Connections of HTTP/1.1 end with the answer that they wait for. */
  isClosing: boolean;
}

/** A request that waits for its answer. */
interface Call {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  /** Its connection, which the client wants to use for another protocol. */
  readonly offered?: Socket;
}

/**
 * An answer as any other, after which the connection ends: Node no longer reads requests from one that a client wants to use for
 * another protocol.
 *
 * @param head - bytes that came right after the headers, which are read again
 */
function responseOn(socket: Socket, request: IncomingMessage, head: Buffer): ServerResponse {
  const response = new ServerResponse(request);
  socket.removeAllListeners("data");
  socket.pause();
  if (head.length > 0) socket.unshift(head);
  socket.on("error", ignore);
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

/** Before anyone has spoken for a request. */
const nobody: UserInfo = { username: "", uid: "", groups: [], extra: {} };

async function serve({ request, response, offered }: Call, options: Serving, pending: Pending): Promise<void> {
  response.on("error", ignore);
  request.on("error", ignore);
  const turn = firstTurn(connectionOf(response), isHealthCheck(request.url ?? ""));
  if (turn) await turn;
  // The read that brought it may have taken it back.
  if (isGone(response)) return;
  const control = new AbortController();
  const answer = new NodeAnswer(response, pending.backlog, offered);
  const cancel = () => control.abort(gone);
  pending.cancels.add(cancel);
  pending.unanswered.add(response);
  response.once("close", () => {
    answer.forget();
    if (!(response as ServerResponse).writableFinished) cancel();
  });
  response.on("error", cancel);
  request.on("error", cancel);
  // Of a stream of HTTP/2 whose body nobody has read yet, this is the only signal.
  request.once("aborted", cancel);
  if (pending.isClosing) announceEnd(response);
  else if (Math.random() < options.limits.goawayChance) sendAway(response);
  try {
    const { streams, backlog } = pending;
    const arrival = { request, response, answer, control, streams, backlog };
    const { exchange, fault = offerFault(request, offered) } = toExchange(arrival, options);
    if (fault === undefined) await options.handler(exchange);
    else options.refuse(exchange, fault);
  } catch (error) {
    options.log.error({ error: String(error) }, "the handler failed");
    answer.abort();
  } finally {
    pending.cancels.delete(cancel);
    pending.unanswered.delete(response);
    endUpload(request, response);
  }
}

/** Node takes what follows such a request for the other protocol. */
function offerFault({ headers }: NodeRequest, offered: Socket | undefined): Error | undefined {
  const hasBody = Number(headers["content-length"] ?? 0) !== 0 || headers["transfer-encoding"] !== undefined;
  return offered && hasBody ? badRequest("a request with a body cannot ask for another protocol") : undefined;
}

/** The fault of a request that is gone concerns nobody; without a listener it would end the process. */
const ignore = (): void => {};

/** How long a client may take to see that its connection ends, as in Go's server. */
const goawayMs = 1000;
/** The id that a notice names before it is known which stream is the last one. */
const maxStreamId = 2 ** 31 - 1;

/** The client makes another connection, which may lead to another server; what is under way goes on. */
function sendAway(response: NodeResponse): void {
  const session = "stream" in response ? response.stream?.session : undefined;
  if (!session || session.closed) return;
  session.goaway(constants.NGHTTP2_NO_ERROR, maxStreamId);
  setTimeout(() => session.close(), goawayMs).unref();
}

/** How long a client may go on sending what nobody reads: closing at once would take the answer away, too. */
const lingerMs = 500;

/** The rest of the body of an answered request is of no use. */
function endUpload(request: NodeRequest, response: NodeResponse): void {
  if (request.complete || request.destroyed) return;
  const end = () => {
    if ("stream" in response) response.stream?.close();
    else request.destroy();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("end", () => clearTimeout(timer));
  // The rest of a body in small chunks is not even taken in.
  if (!request.isPaused()) request.resume();
}

interface Arrival {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly answer: NodeAnswer;
  /** Aborted when the client is gone. */
  readonly control: AbortController;
  readonly streams: Set<() => void>;
  readonly backlog: Backlog;
}

function toExchange(arrival: Arrival, { nowMs, authorities, limits }: Serving) {
  const { request, response, answer, backlog } = arrival;
  const method = request.method ?? "";
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const query = readQuery(mark < 0 ? "" : url.slice(mark + 1));
  let info = otherPath(method, "/");
  let fault: unknown = backlog.isFull(answer.connection) ? unreadAnswers() : protocolFault(request);
  // Later bytes on such a connection may be read in more ways than one.
  if (fault !== undefined) announceEnd(response);
  try {
    info = readRequestInfo(method, mark < 0 ? url : url.slice(0, mark), query);
  } catch (error) {
    fault ??= error;
  }
  const times = { receivedMs: nowMs(), maxMs: limits.timeoutMs };
  const asked = { method, url, info, query, peer: peerOf(arrival, authorities), ...times };
  return { exchange: new NodeExchange(arrival, asked), fault };
}

type Asked = Pick<Exchange, "method" | "url" | "info" | "query" | "peer" | "receivedMs" | "maxMs">;

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
  readonly answer: NodeAnswer;
  readonly warnings = new Set<string>();
  readonly auditAnnotations = new Map<string, string>();
  audit?: Audited;
  user = nobody;
  onUpload = ignore;
  onBody: Exchange["onBody"] = ignore;
  onWatching = ignore;
  private readonly arrival: Arrival;

  constructor(arrival: Arrival, { method, url, info, query, peer, receivedMs, maxMs }: Asked) {
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
    await this.onBody();
    return body;
  }
}

/** Seconds until a client that does not read may ask again. */
const unreadRetryS = 1;

const unreadAnswers = () => tooManyRequests("Too many unread answers on this connection.", unreadRetryS);

/** Longest id that a client may give to its request, in UTF-16 units. */
const maxAuditIdLength = 64;

function auditIdOf(request: NodeRequest): string {
  const given = request.headers["audit-id"];
  const isSound = typeof given === "string" && given.length <= maxAuditIdLength && /^[\x21-\x7e]+$/.test(given);
  return isSound ? given : randomUUID();
}

interface KnownPeer {
  readonly authorities: Authorities;
  readonly peer: Peer;
}

const peers = new WeakMap<object, KnownPeer>();

/**
 * Read once for each connection, and again when the authorities have changed: reading a certificate takes as long as a small
 * request. On HTTP/2 each request has a socket object of its own, so the session is what they share.
 */
function peerOf({ request, response }: Pick<Arrival, "request" | "response">, authorities: Authorities): Peer {
  const connection = connectionOf(response);
  const known = peers.get(connection);
  if (known?.authorities === authorities) return known.peer;
  const peer = readPeer(request.socket as TLSSocket, authorities);
  peers.set(connection, { authorities, peer });
  return peer;
}

function readPeer(socket: TLSSocket, authorities: Authorities): Peer {
  const address = socket.remoteAddress ?? "";
  // Of a stream whose connection is gone there is no socket left to ask.
  const certificate = socket.getPeerCertificate?.(true);
  if (!certificate || Object.keys(certificate).length === 0) return { address };
  const peer = { address, certificate, validity: validityOf(certificate) };
  const refusal = socket.authorized ? undefined : String(socket.authorizationError);
  return { ...peer, ...refusalsOf(socket.getPeerX509Certificate(), refusal, authorities) };
}

/** As long as all of the chain are valid; a root has signed itself. */
function validityOf(certificate: DetailedPeerCertificate): { readonly fromMs: number; readonly untilMs: number } {
  const own = { fromMs: Date.parse(certificate.valid_from), untilMs: Date.parse(certificate.valid_to) };
  const { issuerCertificate: issuer } = certificate;
  if (!issuer || issuer === certificate) return own;
  const { fromMs, untilMs } = validityOf(issuer);
  return { fromMs: Math.max(own.fromMs, fromMs), untilMs: Math.min(own.untilMs, untilMs) };
}
