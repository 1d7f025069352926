/**
 * Connections through something that leads to the other side, such as a proxy; each connection gets a dial of its own.
 *
 * @module
 */
import { Agent as HttpAgent } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { joinHostPort } from "../text/ip.ts";

/** Opens the way to `HOST:PORT`; TLS with the other side is not its matter. */
export type Dial = (address: string) => Promise<Duplex>;

type Made = (error: Error | null, socket?: Duplex) => void;

/** With TLS. */
export class ProxiedAgent extends Agent {
  private readonly dial: Dial;

  constructor(dial: Dial, options: AgentOptions) {
    super(options);
    this.dial = dial;
  }

  /** Node's agent has it, also where its types do not say so. */
  override createConnection(options: ConnectionOptions, made: Made): undefined {
    const { host = "localhost", port = 0 } = options;
    this.dial(joinHostPort(host, port)).then(
      // The address is the proxy's matter; the name that the other side shows is not.
      (socket) => made(null, connectTls({ ...options, socket })),
      (error: Error) => made(error),
    );
    return undefined;
  }
}

/** Without TLS. */
export class PlainProxiedAgent extends HttpAgent {
  private readonly dial: Dial;

  constructor(dial: Dial, options: AgentOptions) {
    super(options);
    this.dial = dial;
  }

  override createConnection({ host, port }: ConnectionOptions, made: Made): undefined {
    this.dial(joinHostPort(host ?? "localhost", port ?? 0)).then(
      (socket) => made(null, socket),
      (error: Error) => made(error),
    );
    return undefined;
  }
}
