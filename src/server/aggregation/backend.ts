/**
 * The server behind an APIService, and HTTPS requests to it. Connections and times are limited, so that a slow backend
 * does not affect other requests.
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
import { sendUpgradeRequest, type UpgradedConnection, type UpgradeRefusal } from "../outgoing/upgraded.ts";
import type { ResolveService, ServicePort } from "../webhook/service-address.ts";

/**
 * Maximum number of connections to one backend, each for one request or one watch; further requests wait for a free
 * one.
 */
export const maxBackendConnections = 1000;
/** Maximum number of idle connections to one backend. */
const maxIdleConnections = 16;
const idleMs = 30_000;

export interface Backend {
  /** Name of the APIService, such as `v1beta1.metrics.k8s.io`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  readonly service: ServicePort;
  /** PEM of the authorities that may sign its certificate; absent: the authorities that Node trusts. */
  readonly authority?: string;
  /** Whether the certificate is not verified. */
  readonly isUnverified: boolean;
}

const defaultPort = 443;

/** Returns the backend of an APIService; undefined if this server serves the group version itself. */
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
  /** Includes the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** The request did not reach the backend, or the backend did not respond properly. */
export class BackendFault extends Error {
  override readonly name = "BackendFault";
}

export interface BackendConnections {
  /** Maximum number of connections to one backend; default 1000. */
  readonly maxConnections?: number;
  /** Proxy for connections to backends; absent: direct connections. */
  readonly proxy?: EgressProxy | undefined;
}

export class BackendClient {
  private readonly resolve: ResolveService;
  private readonly identity: KeyPair | undefined;
  /** Pools connections by address, server name and authority. */
  private readonly agent: Agent;

  /** @param identity - the client certificate of this server; absent: backends cannot authenticate this server */
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

  /**
   * Returns the address to which a request to the backend goes now.
   *
   * @throws {WebhookFault} if the service does not lead to any address
   */
  addressOf({ service }: Backend) {
    return this.resolve(service);
  }

  /**
   * Sends a request, and returns the response with its body still unread.
   *
   * @throws {WebhookFault} if the service does not lead to any address
   * @throws {BackendFault} if the connection fails
   */
  async send(backend: Backend, { method, path, headers, body, signal }: BackendRequest): Promise<IncomingMessage> {
    // Node sets the content length only for some methods: without it, the backend would read the body of a DELETE as
    // the next request on the connection.
    const sized = body ? { ...headers, "content-length": body.length } : headers;
    return new Promise((resolve, reject) => {
      this.open(backend, { method, path, headers: sized, signal }, reject).once("response", resolve).end(body);
    });
  }

  /**
   * Sends a request that upgrades the connection to another protocol.
   *
   * @throws {WebhookFault} if the service does not lead to any address
   * @throws {BackendFault} if the connection fails
   */
  async upgrade(backend: Backend, request: Omit<BackendRequest, "body">): Promise<UpgradedConnection | UpgradeRefusal> {
    return new Promise((resolve, reject) => {
      void sendUpgradeRequest(this.open(backend, request, reject)).then(resolve);
    });
  }

  /**
   * Opens a request. The caller must still end it.
   *
   * @throws {WebhookFault} if the service does not lead to any address
   */
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
   * Sends a request, and returns the text of a short response.
   *
   * @throws {WebhookFault} if the service does not lead to any address
   * @throws {BackendFault} if the connection fails, or if the response is an error, is late, or is too long
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
        // Throwing out of the loop closes the connection.
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
