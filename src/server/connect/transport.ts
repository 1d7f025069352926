/**
 * Connections to kubelets, and to the ports of pods and nodes. Connections and dial times are limited, so that an
 * unresponsive backend does not block requests to others.
 *
 * @module
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { PeerCertificate } from "node:tls";
import { connectionFault, identityFault } from "../../client/connection-fault.ts";
import { escapePath } from "../../text/go-url.ts";
import { joinHostPort } from "../../text/ip.ts";
import type { KeyPair } from "../certificates/issue.ts";
import { sendUpgradeRequest, type UpgradedConnection, type UpgradeRefusal } from "../outgoing/upgraded.ts";
import type { Destination, RemoteLocation } from "./location.ts";

/** Most simultaneous connections to one backend. */
const maxConnections = 1000;
/** Most idle connections to keep to one backend. */
const maxIdleConnections = 16;
const idleMs = 30_000;
/** Time limit for establishing a connection; Go's default. */
const dialTimeoutMs = 30_000;

/** How this server and the kubelets authenticate each other. */
export interface KubeletTrust {
  /** The client certificate for kubelets; if absent, the server does not authenticate to them. */
  readonly identity?: KeyPair;
  /** The certificate authorities of kubelets in PEM; if absent, kubelet certificates are not verified. */
  readonly authority?: string;
}

export interface BackendRequest {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** The request failed before a response; the message is that of Go. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

export class Transport {
  private readonly trust: KubeletTrust;
  private readonly httpAgent = new HttpAgent(agentOptions);
  /** Node shares connections only between requests with the same address, name, authority and certificate. */
  private readonly httpsAgent = new HttpsAgent(agentOptions);

  constructor(trust: KubeletTrust) {
    this.trust = trust;
  }

  /**
   * Sends a request. Returns the response, whose body the caller reads.
   *
   * @throws {TransportError}
   */
  send(destination: Destination, request: BackendRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.open(destination, request, true, reject).once("response", resolve).end(request.body);
    });
  }

  /**
   * Requests an upgrade to another protocol, on a separate connection.
   *
   * @throws {TransportError}
   */
  upgrade(destination: Destination, request: BackendRequest): Promise<UpgradedConnection | UpgradeRefusal> {
    return new Promise((resolve, reject) => {
      const upgradeRequest = this.open(destination, request, false, reject);
      void sendUpgradeRequest(upgradeRequest, request.body).then(resolve);
    });
  }

  close(): void {
    this.httpAgent.destroy();
    this.httpsAgent.destroy();
  }

  private open(
    { location, path, query }: Destination,
    { method, headers, body, signal }: BackendRequest,
    keepsConnection: boolean,
    reject: (fault: TransportError) => void,
  ): ClientRequest {
    const { scheme, host, port } = location;
    const agent = scheme === "http" ? this.httpAgent : this.httpsAgent;
    const target = escapePath(path === "" ? "/" : path) + (query === "" ? "" : `?${query}`);
    const sent = body ? { ...headers, "content-length": body.length } : headers;
    const agentOption = keepsConnection ? { agent } : withoutAgent;
    const options = { host, port, method, path: target, headers: sent, signal, ...agentOption };
    const request = scheme === "http" ? httpRequest(options) : httpsRequest({ ...options, ...this.tls(location) });
    limitDialTime(request, location);
    return request.once("error", (error) => reject(new TransportError(connectionFault(error), { cause: error })));
  }

  private tls({ host, trust }: RemoteLocation) {
    const isVerified = trust === "kubelet" && this.trust.authority !== undefined;
    const { identity, authority } = this.trust;
    return {
      servername: isIP(host) === 0 ? host : "",
      rejectUnauthorized: isVerified,
      ...(isVerified ? { ca: authority, allowPartialTrustChain: true } : {}),
      ...(trust !== "anyone" && identity ? { cert: identity.certificate, key: identity.key } : {}),
      checkServerIdentity: (_name: string, certificate: PeerCertificate) =>
        isVerified ? identityFault(host, certificate) : undefined,
    };
  }
}

const agentOptions = {
  keepAlive: true,
  maxSockets: maxConnections,
  maxFreeSockets: maxIdleConnections,
  timeout: idleMs,
} as const;

/** Node would keep the connection alive with its default agent. */
const withoutAgent = { agent: false } as const;

function limitDialTime(request: ClientRequest, { host, port }: RemoteLocation): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timeoutError = new Error(`dial tcp ${joinHostPort(host, port)}: i/o timeout`);
    const timer = setTimeout(() => request.destroy(timeoutError), dialTimeoutMs);
    const stop = () => clearTimeout(timer);
    socket.once("connect", stop).once("close", stop);
  });
}
