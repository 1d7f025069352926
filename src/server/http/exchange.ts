/**
 * A request and its answer, as filters and handlers see them: the same for HTTP/1.1 and HTTP/2.
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

/** Who is at the other end of the connection. */
export interface Peer {
  readonly address: string;
  /** The one that the client showed, whether it counts or not. */
  readonly certificate?: PeerCertificate;
  /** Why the certificate does not count as that of a client. */
  readonly refusal?: string;
  /** Why it does not count as that of a front proxy. */
  readonly proxyRefusal?: string;
  /** When the certificate and all that it was signed with are valid, in milliseconds since 1970. */
  readonly validity?: { readonly fromMs: number; readonly untilMs: number };
}

/** The answer, while it is written. Headers can be set until `start` or `send`. */
export interface Answer {
  readonly isStarted: boolean;
  /** Status code, once started. */
  readonly code: number;
  setHeader(name: string, value: string | readonly string[]): void;
  /** Sends code and headers at once; for streams. */
  start(code: number): void;
  /** False when the client has to read before more is written: until then everything is kept in memory for it. */
  write(bytes: Uint8Array): boolean;
  /** Calls back each time that the client has read on after `write` was false. */
  onDrain(resume: () => void): void;
  end(bytes?: Uint8Array): void;
  /** Code, headers and body in one. */
  send(code: number, body: Uint8Array): void;
  /** The same with a body in parts, each as the client reads; resolves when all are handed over, or the client is gone. */
  sendParts(code: number, parts: readonly Uint8Array[]): Promise<void>;
  /** The same with parts that are made while the client reads; how many there will be nobody knows. */
  sendStream(code: number, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Whether the client asks to use the connection for another protocol; HTTP/1.1 alone has that. */
  readonly canTakeOver: boolean;
  /**
   * Gives up the connection: all that follows is between the client and who calls this, the code of the answer included.
   * Only where `canTakeOver`.
   */
  takeOver(code: number): Socket;
  /** Breaks off a stream, so that the client sees that it is not complete. */
  abort(): void;
}

/** Collects the audit event of a request: notes are kept as text at once, since objects change. */
export interface Audited {
  /** Whether the event holds bodies, or only says what they are about. */
  readonly wantsRequest: boolean;
  /** Whether the event holds the answer. */
  readonly wantsResponse: boolean;
  /** @param constraint - the verb of the narrow way by which it is allowed */
  noteImpersonation(user: UserInfo, constraint?: string): void;
  /** The object in the body. */
  noteRequest(object: Partial<Pick<ApiObject, "metadata">>, shape: Pick<ObjectType, "kind" | "apiVersion">): void;
  /** A patch as JSON; undefined for what is no JSON. */
  notePatch(text: string | undefined): void;
  /** An object as the event shows it. */
  shown<T extends object>(object: T): T;
  /** The answer as JSON. */
  noteResponse(text: string): void;
  /** An answer that is a `Status`. */
  noteStatus(status: Status): void;
  /** A stream has begun. */
  noteStart(): void;
}

/** A request on its way through the filters. */
export interface Exchange extends Caller {
  readonly method: string;
  /** As it came, path and query. */
  readonly url: string;
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came: values that `headers` joins are separate. */
  readonly rawHeaders: string[];
  readonly peer: Peer;
  readonly auditId: string;
  readonly receivedMs: number;
  /** The longest that the request may take, also when its client would wait longer; streams last as they like. */
  readonly maxMs: number;
  /** Ends a stream when the server stops, which waits for everything else; returns what takes it back. */
  onStop(end: () => void): () => void;
  readonly answer: Answer;
  /** Distinct texts for `Warning` headers, in order. */
  readonly warnings: Set<string>;
  /** Annotations of the audit event of the request, by key. */
  readonly auditAnnotations: Map<string, string>;
  /** Absent when the request is not recorded. */
  audit?: Audited;
  /** Nobody until authentication has spoken. */
  user: UserInfo;
  /** Called when the body is wanted, and not all of it is there. */
  onUpload: () => void;
  /** Called when the body is there; throws the StatusError that keeps it from being read. */
  onBody: () => void | Promise<void>;
  /** Called when a watch has sent the state that it begins with, and when it is left to another server. */
  onWatching: () => void;
  /** @throws {StatusError} when the body is too large, or comes when there is too much to do */
  readBody(): Promise<Uint8Array>;
}

/** Looks at a request on its way in, calls `next` to let it pass, and sees it again on its way out. */
export type Filter = (exchange: Exchange, next: () => Promise<void>) => Promise<void>;

/** Answers a request. */
export type Handler = (exchange: Exchange) => Promise<void>;

/** Filters in the order that requests meet them, then the handler. */
export function chain(filters: readonly Filter[], handler: Handler): Handler {
  return filters.reduceRight<Handler>((next, filter) => (exchange) => filter(exchange, () => next(exchange)), handler);
}

/** All values of a header, in order; `name` in lower case. */
export function headerValues({ rawHeaders }: Pick<Exchange, "rawHeaders">, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
