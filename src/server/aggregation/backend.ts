/**
 * The server behind an APIService, and requests to it over HTTPS. A backend, answering or not, stops nobody else: connections
 * and times are bounded.
 *
 * @module
 */
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from "node:http";
import { type Agent, request as httpsRequest } from "node:https";
import type { PeerCertificate } from "node:tls";
import type { APIService } from "../../api/types/apiregistration-v1.ts";
import { connectionFault, identityFault } from "../../client/connection-fault.ts";
import { decodeBase64 } from "../../text/base64.ts";
import type { KeyPair } from "../certificates/issue.ts";
import { agentFor, type EgressProxy } from "../outgoing/egress.ts";
import { answerOf, type Refused, type Upgraded } from "../outgoing/upgraded.ts";
import type { ResolveService, ServicePort } from "../webhook/service-address.ts";

/** Connections to one backend at the same time, each for one request or one watch; further requests wait for one of them. */
export const maxBackendConnections = 1000;
/** Connections to one backend that are kept while nobody uses them. */
const maxIdleConnections = 16;
const idleMs = 30_000;

export interface Backend {
  /** `v1beta1.metrics.k8s.io` */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  readonly service: ServicePort;
  /** PEM of those who vouch for its certificate; absent: the authorities that Node knows. */
  readonly authority?: string;
  /** Nobody vouches for its certificate. */
  readonly isUnverified: boolean;
}

const defaultPort = 443;

/** Undefined for an APIService that this server answers itself. */
export function backendOf({ metadata, spec = {} }: APIService): Backend | undefined {
  const { group = "", version = "", service, caBundle = "" } = spec;
  if (!service || group === "") return undefined;
  const bundle = decodeBase64(caBundle);
  return {
    name: metadata?.name ?? "",
    group,
    version,
    groupPriority: spec.groupPriorityMinimum ?? 0,
    versionPriority: spec.versionPriority ?? 0,
    service: {
      namespace: service.namespace ?? "",
      name: service.name ?? "",
      port: service.port ?? defaultPort,
    },
    ...(bundle && bundle.length > 0 ? { authority: new TextDecoder().decode(bundle) } : {}),
    isUnverified: spec.insecureSkipTLSVerify === true,
  };
}

export interface BackendRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** The request did not reach the backend, or nothing came back. */
export class BackendFault extends Error {
  override readonly name = "BackendFault";
}

export interface BackendConnections {
  /** To one backend; default 1000. */
  readonly maxConnections?: number;
  /** Leads to the backends; absent: they are reached directly. */
  readonly proxy?: EgressProxy | undefined;
}

export class BackendClient {
  private readonly resolve: ResolveService;
  private readonly identity: KeyPair | undefined;
  /** Keeps connections apart that differ in address, name or authority. */
  private readonly agent: Agent;

  /** @param identity - by which backends know this server; absent: they cannot know it */
  constructor(
    resolve: ResolveService,
    identity: KeyPair | undefined,
    { maxConnections = maxBackendConnections, proxy }: BackendConnections = {},
  ) {
    this.resolve = resolve;
    this.identity = identity;
    this.agent = agentFor(proxy, {
      keepAlive: true,
      maxSockets: maxConnections,
      maxFreeSockets: maxIdleConnections,
      timeout: idleMs,
    });
  }

  /** Where a request to the backend goes now. @throws {WebhookFault} for a service that leads nowhere */
  addressOf({ service }: Backend) {
    return this.resolve(service);
  }

  /**
   * The answer, whose body is still to be read.
   *
   * @throws {WebhookFault} for a service that leads nowhere
   * @throws {BackendFault}
   */
  async send(backend: Backend, { method, path, headers, body, signal }: BackendRequest): Promise<IncomingMessage> {
    // Node counts the bytes of some methods alone: those of a DELETE would be the next request of the connection.
    const sized = body ? { ...headers, "content-length": body.length } : headers;
    return new Promise((resolve, reject) => {
      this.open(backend, { method, path, headers: sized, signal }, reject).once("response", resolve).end(body);
    });
  }

  /**
   * Asks for another protocol.
   *
   * @throws {WebhookFault} for a service that leads nowhere
   * @throws {BackendFault}
   */
  async upgrade(backend: Backend, request: Omit<BackendRequest, "body">): Promise<Upgraded | Refused> {
    return new Promise((resolve, reject) => {
      void answerOf(this.open(backend, request, reject)).then(resolve);
    });
  }

  /** A request that is still to be sent. @throws {WebhookFault} for a service that leads nowhere */
  private open(
    backend: Backend,
    { method, path, headers, signal }: Omit<BackendRequest, "body">,
    reject: (fault: BackendFault) => void,
  ): ClientRequest {
    const { service, authority, isUnverified } = backend;
    const name = `${service.name}.${service.namespace}.svc`;
    const { certificate, key } = this.identity ?? {};
    const options = {
      agent: this.agent,
      ...this.addressOf(backend),
      ...{ method, path, headers, signal },
      servername: name,
      rejectUnauthorized: !isUnverified,
      ...(authority === undefined ? {} : { ca: authority }),
      ...(certificate === undefined ? {} : { cert: certificate, key }),
      checkServerIdentity: (_name: string, shown: PeerCertificate) =>
        isUnverified ? undefined : identityFault(name, shown),
    };
    return httpsRequest(options).on("error", (error) => reject(new BackendFault(connectionFault(error))));
  }

  /**
   * The text of a short answer.
   *
   * @throws {WebhookFault} for a service that leads nowhere
   * @throws {BackendFault} also for an answer that says no, comes late or is too long
   */
  async read(backend: Backend, request: BackendRequest, maxBytes: number): Promise<string> {
    const response = await this.send(backend, request);
    const { statusCode: code = 0 } = response;
    if (code < 200 || code > 299) {
      response.destroy();
      throw new BackendFault(`the backend answered ${code} ${STATUS_CODES[code] ?? ""}`.trim());
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const part of response as AsyncIterable<Buffer>) {
        bytes += part.length;
        // Leaving the loop closes the connection.
        if (bytes > maxBytes) throw new BackendFault(`the answer is longer than ${maxBytes} bytes`);
        parts.push(part);
      }
    } catch (error) {
      throw error instanceof BackendFault ? error : new BackendFault(connectionFault(error));
    }
    return Buffer.concat(parts).toString();
  }

  close(): void {
    this.agent.destroy();
  }
}
