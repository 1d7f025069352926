/**
 * A request and its response, as filters and handlers use them. They are the same for HTTP/1.1 and HTTP/2.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { PeerCertificate } from "node:tls";
import type { UserInfo } from "../../access/user.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Caller } from "../request/caller.ts";
import type { RequestInfo } from "../request/request-info.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";

/** The client at the other end of the connection. */
export interface Peer {
  readonly address: string;
  /** The certificate that the client presented, whether it is accepted or not. */
  readonly certificate?: PeerCertificate;
  /** Why the certificate is not accepted as a client certificate. */
  readonly refusal?: string;
  /** Why the certificate is not accepted as that of a front proxy. */
  readonly proxyRefusal?: string;
  /** When the certificate and its whole chain are valid, in milliseconds since 1970. */
  readonly validity?: { readonly fromMs: number; readonly untilMs: number };
}

/** The response, while it is written. Headers can be set until `start` or `send`. */
export interface ResponseWriter {
  readonly isStarted: boolean;
  /** The status code, after the response has started. */
  readonly code: number;
  setHeader(name: string, value: string | readonly string[]): void;
  /** Sends status code and headers at once; for streams. */
  start(code: number): void;
  /**
   * Returns false if the client has to read before more is written. Until then all further bytes are kept in memory.
   */
  write(bytes: Uint8Array): boolean;
  /** Calls back each time that the client has read enough after `write` returned false. */
  onDrain(resume: () => void): void;
  end(bytes?: Uint8Array): void;
  /** Sends status code, headers and body. */
  send(code: number, body: Uint8Array): void;
  /**
   * Sends a body in parts, each as the client reads. Resolves when all parts are written, or when the client has gone.
   */
  sendParts(code: number, parts: readonly Uint8Array[]): Promise<void>;
  /** Sends parts that are made while the client reads; their number is not known in advance. */
  sendStream(code: number, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Whether the client requests an upgrade of the connection to another protocol; only possible with HTTP/1.1. */
  readonly canTakeOver: boolean;
  /**
   * Hands over the connection to the caller, which from then on communicates with the client itself and also sends the
   * status code. Only allowed if `canTakeOver`.
   */
  takeOver(code: number): Socket;
  /** Breaks off the response, so that the client sees that it is incomplete. */
  abort(): void;
}

/** Collects the audit event of a request. Objects are encoded as text at once, since they may change later. */
export interface AuditRecorder {
  /** Whether the event contains the request body, or only identifies its object. */
  readonly wantsRequest: boolean;
  /** Whether the event contains the response body. */
  readonly wantsResponse: boolean;
  /** @param constraint - the verb of the constrained impersonation that allows it */
  noteImpersonation(user: UserInfo, constraint?: string): void;
  /** Records the object in the request body. */
  noteRequest(object: Partial<Pick<ApiObject, "metadata">>, shape: Pick<ObjectType, "kind" | "apiVersion">): void;
  /** Records a patch as JSON; undefined if it is not JSON. */
  notePatch(text: string | undefined): void;
  /** Returns an object in the form in which the event contains it. */
  toAuditForm<T extends object>(object: T): T;
  /** Records the response body as JSON. */
  noteResponse(text: string): void;
  /** Records a response that is a `Status`. */
  noteStatus(status: Status): void;
  /** Records that a stream has started. */
  noteStart(): void;
}

/** A request, with its response, on its way through the filters. */
export interface Exchange extends Caller {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly url: string;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values, as the client sent them: values that `headers` joins are separate. */
  readonly rawHeaders: string[];
  readonly peer: Peer;
  readonly auditId: string;
  readonly receivedMs: number;
  /** The maximum duration of the request, even if the client would wait longer; streams have no limit. */
  readonly maxMs: number;
  /**
   * Registers a function that ends a stream when the server stops; the server waits for all other requests. Returns a
   * function that unregisters it.
   */
  onStop(end: () => void): () => void;
  readonly answer: ResponseWriter;
  /** Distinct texts for `Warning` headers, in order. */
  readonly warnings: Set<string>;
  /** Annotations of the request's audit event, by key. */
  readonly auditAnnotations: Map<string, string>;
  /** Absent if the request is not audited. */
  audit?: AuditRecorder;
  /** The empty user until authentication is complete. */
  user: UserInfo;
  /** Called when a handler needs the body before all of it has arrived. */
  onUpload: () => void;
  /** Called when the body has arrived; throws a StatusError to reject it. */
  onBodyReceived: () => void | Promise<void>;
  /** Called when a watch has sent its initial state, and when a watch is passed on to another server. */
  onWatchStarted: () => void;
  /** @throws {StatusError} if the body is too large, or if the server is too busy when it arrives */
  readBody(): Promise<Uint8Array>;
}

/** Processes a request before and after the following filters and the handler, which it runs with `next`. */
export type Filter = (exchange: Exchange, next: () => Promise<void>) => Promise<void>;

/** Handles a request and sends its response. */
export type Handler = (exchange: Exchange) => Promise<void>;

/** Combines filters, in the order in which requests pass them, and the handler. */
export function chain(filters: readonly Filter[], handler: Handler): Handler {
  return filters.reduceRight<Handler>((next, filter) => (exchange) => filter(exchange, () => next(exchange)), handler);
}

/** All values of a header, in order; `name` in lower case. */
export function headerValues({ rawHeaders }: Pick<Exchange, "rawHeaders">, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
