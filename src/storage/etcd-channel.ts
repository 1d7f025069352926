/**
 * Connections to the members of an etcd cluster. One is used at a time; if it fails, the next one is.
 *
 * A call is sent only on a connected member, so that a write is sent once: a write without a response may have been
 * executed, and is not retried on another member.
 *
 * @module
 */
import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientUnaryCall,
  connectivityState,
  credentials,
  type CallOptions as GrpcCallOptions,
  Metadata,
} from "@grpc/grpc-js";
import { etcdError } from "./etcd-error.ts";
import { StorageError } from "./storage.ts";

export interface EtcdTls {
  /** PEM of the certificate authorities of the servers; default: those of the system. */
  readonly ca?: Uint8Array;
  /** PEM of the client certificate; `key` is its private key. */
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
}

/** The intervals of kube-apiserver. */
const keepAliveMs = 30_000;
const keepAliveTimeoutMs = 10_000;
/** The limit for one member, after which the next one is tried. */
const connectTimeoutMs = 5_000;
/** Short, so that a member that was unavailable is found again soon. */
const reconnectBackoffMs = { initial: 100, max: 1_000 };
/** Longer than etcd's own timeout, so that etcd can report the error. */
const callTimeoutMs = 20_000;

const channelOptions = {
  "grpc.keepalive_time_ms": keepAliveMs,
  "grpc.keepalive_timeout_ms": keepAliveTimeoutMs,
  "grpc.initial_reconnect_backoff_ms": reconnectBackoffMs.initial,
  "grpc.min_reconnect_backoff_ms": reconnectBackoffMs.initial,
  "grpc.max_reconnect_backoff_ms": reconnectBackoffMs.max,
  // The registry and etcd limit the size of values.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
};

export interface EtcdCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Metadata of the gRPC call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type WatchStream = ClientDuplexStream<Uint8Array, Uint8Array>;

export class EtcdChannel {
  readonly #clients: readonly Client[];
  #current = 0;

  /**
   * Creates connections to all endpoints.
   *
   * @param endpoints - for example `https://host:2379`, or `host:2379` without TLS
   * @param targetOf - returns the gRPC target for an address such as `host:2379`; default: the address itself
   */
  constructor(
    endpoints: readonly string[],
    tls: EtcdTls,
    targetOf: (address: string) => string = (address) => address,
  ) {
    if (endpoints.length === 0) throw new TypeError("etcd has at least one endpoint");
    this.#clients = endpoints.map((endpoint) => connect(endpoint, tls, targetOf));
  }

  /**
   * Returns the client of a connected member.
   *
   * @throws {StorageError} `unavailable` if no member is connected; nothing was sent
   */
  async connectedClient(): Promise<Client> {
    for (let i = 0; i < this.#clients.length; i++) {
      const index = (this.#current + i) % this.#clients.length;
      const client = this.#clients[index];
      if (client && (await isConnected(client))) {
        this.#current = index;
        return client;
      }
    }
    const others = this.#clients.length === 1 ? "it" : "any of its members";
    throw new StorageError("unavailable", `etcd: no connection to ${others}`);
  }

  /** Sends a request and returns the decoded response. */
  async call<T>(
    method: string,
    request: Uint8Array,
    decode: (response: Uint8Array) => T,
    options: EtcdCallOptions = {},
  ): Promise<T> {
    options.signal?.throwIfAborted();
    const client = await this.connectedClient();
    return callMember(client, method, request, decode, options);
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

function connect(endpoint: string, tls: EtcdTls, targetOf: (address: string) => string): Client {
  const { isSecure, address } = parseEndpoint(endpoint);
  const target = targetOf(address);
  // The member keeps its TLS name, even if the target is another address.
  const name =
    target === address
      ? {}
      : {
          "grpc.default_authority": address,
          "grpc.ssl_target_name_override": address.slice(0, address.lastIndexOf(":")),
        };
  const options = { ...channelOptions, ...name };
  return new Client(target, isSecure ? tlsCredentials(tls) : credentials.createInsecure(), options);
}

/** Returns `host:port` of an endpoint. */
export const etcdAddress = (endpoint: string): string => parseEndpoint(endpoint).address;

function tlsCredentials({ ca, certificate, key }: EtcdTls): ChannelCredentials {
  const buffer = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : Buffer.from(bytes));
  return credentials.createSsl(buffer(ca), buffer(key), buffer(certificate));
}

function parseEndpoint(endpoint: string): { readonly isSecure: boolean; readonly address: string } {
  const { scheme = "http", address } =
    /^(?:(?<scheme>https?):\/\/)?(?<address>[^/\s]+:\d+)\/?$/.exec(endpoint)?.groups ?? {};
  if (address === undefined) throw new TypeError(`an endpoint of etcd is http(s)://host:port; got ${endpoint}`);
  return { isSecure: scheme === "https", address };
}

/** Whether the client is connected. Waits while a connection is being established, but not between failed attempts. */
async function isConnected(client: Client): Promise<boolean> {
  const channel = client.getChannel();
  const deadline = Date.now() + connectTimeoutMs;
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state === connectivityState.READY) return true;
    if (state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN) return false;
    const hasChanged = await new Promise<boolean>((resolve) => {
      channel.watchConnectivityState(state, deadline, (error) => resolve(error === undefined));
    });
    if (!hasChanged) return false;
  }
}

const asIs = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** As `EtcdChannel.call`, on a member that is connected. */
export function callMember<T>(
  client: Client,
  method: string,
  request: Uint8Array,
  decode: (response: Uint8Array) => T,
  { signal, headers = {} }: EtcdCallOptions,
): Promise<T> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve, reject) => {
    let call: ClientUnaryCall | undefined;
    const abort = () => {
      call?.cancel();
      reject(signal?.reason);
    };
    const options: GrpcCallOptions = { deadline: Date.now() + callTimeoutMs };
    call = client.makeUnaryRequest(method, asIs, decode, request, metadata, options, (error, response) => {
      signal?.removeEventListener("abort", abort);
      if (error) reject(etcdError(error));
      else if (response !== undefined) resolve(response);
    });
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
  });
}

/**
 * Opens a stream for watches. It also ends with an error if its member loses the connection to the cluster's leader.
 */
export function openWatchStream(client: Client): WatchStream {
  const metadata = new Metadata();
  metadata.set("hasleader", "true");
  return client.makeBidiStreamRequest("/etcdserverpb.Watch/Watch", asIs, (bytes): Uint8Array => bytes, metadata);
}
