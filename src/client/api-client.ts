/**
 * The client of an API server: requests JSON over kept-alive connections. Time, size and attempts are limited, and
 * errors have a one-line message.
 *
 * @module
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { type Agent, type AgentOptions, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { PeerCertificate } from "node:tls";
import { isPlainObject } from "../json/plain-object.ts";
import { parseJson } from "../wire/parse-json.ts";
import { ClientFault } from "./client-fault.ts";
import type { Connection } from "./connection.ts";
import { connectionFault, identityFault } from "./connection-fault.ts";
import type { RequestCredentials } from "./credentials.ts";
import { dialThroughHttp, proxyParts } from "./http-proxy.ts";
import { readBounded } from "./read-bounded.ts";
import { dialThroughSocks, socksProxy } from "./socks-proxy.ts";
import { statusFault } from "./status-fault.ts";
import { type Dial, PlainProxiedAgent, TlsAgent } from "./tls-agent.ts";

/** Limit from the start of a request to the end of its response. */
const requestTimeoutMs = 60_000;
/** Largest response in bytes; enough for a page of large objects. */
const maxResponseBytes = 256 * 1024 * 1024;
/** Deepest nesting of a response. */
const maxResponseDepth = 1_000;
/** Simultaneous connections to the server. */
const maxConnections = 4;
/** How often the client retries a request to which the server responds with `Retry-After`. */
const maxRetries = 10;
/** The longest wait before one retry, even if `Retry-After` is longer. */
const maxWaitMs = 30_000;
const msPerSecond = 1000;

export interface ClientOptions {
  /** Timeout of each request; default `requestTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Aborted when no caller needs responses any more. */
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly code: number;
  /** The media type with its parameters. */
  readonly type: string;
  readonly retryAfter: string;
  readonly text: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

const tooManyRequests = 429;
const firstServerError = 500;
const unauthorized = 401;
const ok = 200;
const created = 201;

interface RequestOptions {
  /** The `Accept` header; default JSON. */
  readonly accept?: string;
  /** JSON to POST; absent for a GET. */
  readonly body?: string;
}

export class ApiClient {
  readonly connection: Connection;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal;
  readonly #agent: Agent | HttpAgent;

  constructor(connection: Connection, { timeoutMs = requestTimeoutMs, signal }: ClientOptions) {
    this.connection = connection;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    const options = { keepAlive: true, maxSockets: maxConnections };
    this.#agent = agentFor(connection, options);
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Returns the object at a path.
   *
   * @throws {ClientFault} also for a response that is not a success
   */
  async get(path: string, accept = "application/json"): Promise<JsonObject> {
    const answer = await this.sendRequest(path, { accept });
    if (answer.code !== ok) throw statusFault(answer, this.connection);
    return this.readObject(path, answer);
  }

  /**
   * Posts an object that the server responds to without storing it, such as a review.
   *
   * @throws {ClientFault} also for a response that is not a success
   */
  async review(path: string, object: JsonObject): Promise<JsonObject> {
    const answer = await this.sendRequest(path, { body: JSON.stringify(object) });
    if (answer.code !== created) throw statusFault(answer, this.connection);
    return this.readObject(path, answer);
  }

  /** Parses the object in a response. @throws {ClientFault} */
  readObject(path: string, { text, type }: HttpResponse): JsonObject {
    try {
      const value = parseJson(text, maxResponseDepth);
      if (isPlainObject(value)) return value;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    const what = type === "" ? "text" : type.split(";")[0];
    const help = "check `server` of the kubeconfig: this may be another server, or a proxy that wants a login";
    throw new ClientFault("answer", `${this.connection.server}${path}: the answer is no JSON object but ${what}`, {
      help,
    });
  }

  /**
   * Sends a request and returns the response with any status code. Retries after `Retry-After`, and once with other
   * credentials if the server does not accept the first ones.
   *
   * @throws {ClientFault} without a response
   */
  async sendRequest(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const { credentials } = this.connection;
    let requestCredentials = await credentials.show(this.#signal);
    let isReplaced = false;
    for (let retries = 0; ; ) {
      const answer = await this.#send(path, options, requestCredentials);
      const waitMs = retryAfterMs(answer);
      if (answer.code === unauthorized && !isReplaced) {
        isReplaced = true;
        const other = await credentials.replace(requestCredentials, this.#signal);
        if (other === undefined) return answer;
        requestCredentials = other;
      } else if (waitMs !== undefined && ++retries <= maxRetries) await this.#wait(waitMs);
      else return answer;
    }
  }

  async #wait(waitMs: number): Promise<void> {
    await sleep(Math.min(waitMs, maxWaitMs), undefined, { signal: this.#signal }).catch(() => {
      throw canceledFault();
    });
  }

  async #send(path: string, options: RequestOptions, shown: RequestCredentials): Promise<HttpResponse> {
    const timeoutSignal = AbortSignal.timeout(this.#timeoutMs);
    const signal = AbortSignal.any([timeoutSignal, this.#signal]);
    try {
      return await this.#exchange({ path, ...options, shown, signal });
    } catch (error) {
      if (this.#signal.aborted) throw canceledFault();
      if (error instanceof ClientFault) throw error;
      throw timeoutSignal.aborted ? this.#late(path) : this.#unreachable(error);
    }
  }

  #late(path: string): ClientFault {
    const help = "pass a longer --request-timeout, or look whether the server is overloaded";
    const seconds = this.#timeoutMs / msPerSecond;
    return new ClientFault("late", `${this.connection.server}${path}: no answer within ${seconds} s`, { help });
  }

  #unreachable(error: unknown): ClientFault {
    const why = connectionFault(error);
    const help = why.includes("x509")
      ? certificateHelp
      : "check that the cluster runs, and the address in the kubeconfig";
    return new ClientFault("unreachable", `${this.connection.server}: ${why}`, { help });
  }

  /** Retries once if the server closed a kept-alive connection. @throws {Error} if the connection fails */
  async #exchange(asked: OutgoingRequest): Promise<HttpResponse> {
    try {
      return await this.#once(asked);
    } catch (error) {
      if (error instanceof IdleConnectionClosed) return this.#once(asked);
      throw error;
    }
  }

  #once(asked: OutgoingRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const onResponse = (response: IncomingMessage) => void readResponse(response).then(resolve, reject);
      const request = this.#open(asked, onResponse);
      request.once("error", (error: NodeJS.ErrnoException) => {
        reject(request.reusedSocket && error.code === "ECONNRESET" ? new IdleConnectionClosed() : error);
      });
      request.end(asked.body);
    });
  }

  #open(
    { path, accept = "application/json", body, shown, signal }: OutgoingRequest,
    answered: (response: IncomingMessage) => void,
  ): ClientRequest {
    const { server, proxy, impersonation } = this.connection;
    const url = new URL(server + path);
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { accept, "user-agent": userAgent, ...type, ...shown.headers, ...impersonation };
    const common = { agent: this.#agent, method: body === undefined ? "GET" : "POST", signal };
    if (url.protocol === "https:") return httpsRequest(url, { ...common, headers, ...this.#tls(url, shown) }, answered);
    if (!proxy || socksProxy(proxy)) return httpRequest(url, { ...common, headers }, answered);
    const { host, port, headers: proxyHeaders } = proxyParts(proxy);
    const proxyRequestOptions = {
      host,
      port,
      path: url.href,
      headers: { ...headers, host: url.host, ...proxyHeaders },
    };
    return httpRequest({ ...common, ...proxyRequestOptions }, answered);
  }

  #tls({ hostname }: URL, { certificate, key }: RequestCredentials) {
    const { authority, serverName = hostname.replace(/^\[|\]$/g, ""), skipsVerification } = this.connection;
    return {
      servername: isIP(serverName) === 0 ? serverName : "",
      ...(authority === undefined ? {} : { ca: authority }),
      ...(certificate === undefined ? {} : { cert: certificate, key }),
      rejectUnauthorized: !skipsVerification,
      // As in Go, every certificate in the bundle is trusted, not only self-signed ones.
      allowPartialTrustChain: true,
      checkServerIdentity: (_name: string, presented: PeerCertificate) =>
        skipsVerification ? undefined : identityFault(serverName, presented),
    };
  }
}

/** Without TLS, an HTTP proxy receives the requests themselves; all other proxies open a connection to the server. */
function agentFor({ proxy, server }: Connection, options: AgentOptions): Agent | HttpAgent {
  const socks = socksProxy(proxy);
  const dial: Dial | undefined = socks && ((address) => dialThroughSocks(socks, address));
  if (server.startsWith("http:")) return dial ? new PlainProxiedAgent(dial, options) : new HttpAgent(options);
  return new TlsAgent(options, dial ?? (proxy && ((address) => dialThroughHttp(proxy, address))));
}

interface OutgoingRequest extends RequestOptions {
  readonly path: string;
  readonly shown: RequestCredentials;
  readonly signal: AbortSignal;
}

/** The server closed a kept-alive connection before it sent any response. */
class IdleConnectionClosed extends Error {}

const userAgent = "clustervet";
const certificateHelp = "check `certificate-authority-data` and `tls-server-name` of the kubeconfig";

const canceledFault = (): ClientFault => new ClientFault("canceled", "interrupted");

function retryAfterMs({ code, retryAfter }: HttpResponse): number | undefined {
  if (code !== tooManyRequests && code < firstServerError) return undefined;
  return /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * msPerSecond : undefined;
}

async function readResponse(response: IncomingMessage): Promise<HttpResponse> {
  const tooLong = new ClientFault("answer", `the answer is longer than ${maxResponseBytes} bytes`);
  const body = await readBounded(response, maxResponseBytes, tooLong);
  const { "content-type": type = "", "retry-after": retryAfter = "" } = response.headers;
  return { code: response.statusCode ?? 0, type, retryAfter, text: body.toString() };
}
