/**
 * Connections to the members of an etcd cluster, one in use at a time, the others for when it fails.
 *
 * Whether a member can be reached is known before a call is sent to it, so that a write is sent once: one whose answer does
 * not come may have been done, and is not tried elsewhere.
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
  /** PEM of the authorities that signed the servers' certificates; default: the system's. */
  readonly ca?: Uint8Array;
  /** PEM of the client's certificate and of its key. */
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
}

/** As kube-apiserver does. */
const keepAliveMs = 30_000;
const keepAliveTimeoutMs = 10_000;
/** For one member; then the next is tried. */
const connectTimeoutMs = 5_000;
/** A member that was away is found again soon. */
const reconnectBackoffMs = { initial: 100, max: 1_000 };
/** Longer than etcd itself takes to say that it cannot. */
const callTimeoutMs = 20_000;

const channelOptions = {
  "grpc.keepalive_time_ms": keepAliveMs,
  "grpc.keepalive_timeout_ms": keepAliveTimeoutMs,
  "grpc.initial_reconnect_backoff_ms": reconnectBackoffMs.initial,
  "grpc.min_reconnect_backoff_ms": reconnectBackoffMs.initial,
  "grpc.max_reconnect_backoff_ms": reconnectBackoffMs.max,
  // Values have limits of their own, in the registry and in etcd.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
};

export interface EtcdCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent with the call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type WatchStream = ClientDuplexStream<Uint8Array, Uint8Array>;

export class EtcdChannel {
  readonly #clients: readonly Client[];
  #current = 0;

  /**
   * @param endpoints - as `https://host:2379`, or `host:2379` without TLS
   * @param targetOf - the target of gRPC that leads to `host:2379`; default: that itself
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
   * @returns the client of a member that is connected
   * @throws {StorageError} `unavailable`: nothing was sent
   */
  async connected(): Promise<Client> {
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

  /** One request, one response. */
  async call<T>(
    method: string,
    request: Uint8Array,
    decode: (response: Uint8Array) => T,
    options: EtcdCallOptions = {},
  ): Promise<T> {
    options.signal?.throwIfAborted();
    const client = await this.connected();
    return callOn(client, method, request, decode, options);
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

function connect(endpoint: string, tls: EtcdTls, targetOf: (address: string) => string): Client {
  const { isSecure, address } = parseEndpoint(endpoint);
  const target = targetOf(address);
  // The member is who it is, however it is reached.
  const name =
    target === address
      ? {}
      : {
          "grpc.default_authority": address,
          "grpc.ssl_target_name_override": address.slice(0, address.lastIndexOf(":")),
        };
  const options = { ...channelOptions, ...name };
  return new Client(target, isSecure ? secured(tls) : credentials.createInsecure(), options);
}

/** `host:port` of an endpoint. */
export const etcdAddress = (endpoint: string): string => parseEndpoint(endpoint).address;

function secured({ ca, certificate, key }: EtcdTls): ChannelCredentials {
  const buffer = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : Buffer.from(bytes));
  return credentials.createSsl(buffer(ca), buffer(key), buffer(certificate));
}

function parseEndpoint(endpoint: string): { readonly isSecure: boolean; readonly address: string } {
  const { scheme = "http", address } =
    /^(?:(?<scheme>https?):\/\/)?(?<address>[^/\s]+:\d+)\/?$/.exec(endpoint)?.groups ?? {};
  if (address === undefined) throw new TypeError(`an endpoint of etcd is http(s)://host:port; got ${endpoint}`);
  return { isSecure: scheme === "https", address };
}

/** Waits while the connection is being made; not while it has failed and waits to be tried again. */
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

/** As `EtcdChannel.call`, on a member that is known to be connected. */
export function callOn<T>(
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

/** @returns a stream that ends with an error, too, when its member loses touch with the cluster */
export function openWatchStream(client: Client): WatchStream {
  const metadata = new Metadata();
  metadata.set("hasleader", "true");
  return client.makeBidiStreamRequest("/etcdserverpb.Watch/Watch", asIs, (bytes): Uint8Array => bytes, metadata);
}
