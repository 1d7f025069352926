/**
 * Connections with TLS to servers that are trusted as Go trusts them, and connections through something that leads to the other side,
 * such as a proxy; each connection gets a dial of its own.
 *
 * @module
 */
import type { X509Certificate } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { joinHostPort } from "../text/ip.ts";
import { identityFault } from "./connection-fault.ts";
import { certificatesIn, isGoUndecided, isIssuedFor } from "./issued-for.ts";

/** Opens the way to `HOST:PORT`; TLS with the other side is not its matter. */
export type Dial = (address: string) => Promise<Duplex>;

type Made = (error: Error | null, socket?: Duplex) => void;

/** With TLS, which trusts as Go does. */
export class TlsAgent extends Agent {
  private readonly dial: Dial | undefined;

  /** @param dial - default: a connection of its own */
  constructor(options: AgentOptions, dial?: Dial) {
    // A session that is resumed would not be looked at again.
    super({ ...options, maxCachedSessions: 0 });
    this.dial = dial;
  }

  /** Node's agent has it, also where its types do not say so. */
  override createConnection(options: ConnectionOptions, made: Made): Duplex | undefined {
    if (!this.dial) return connectTrusting(options);
    const { host = "localhost", port = 0 } = options;
    this.dial(joinHostPort(host, port)).then(
      // The address is the proxy's matter; the name that the other side shows is not.
      (socket) => made(null, connectTrusting({ ...options, socket })),
      (error: Error) => made(error),
    );
    return undefined;
  }
}

/** Nothing is sent to a side that is not trusted: the connection ends within the handshake, as Node's own refusal does. */
function connectTrusting(options: ConnectionOptions): TLSSocket {
  if (options.rejectUnauthorized === false) return connectTls(options);
  const socket = connectTls({ ...options, rejectUnauthorized: false });
  return socket.prependOnceListener("secureConnect", () => {
    const fault = faultOf(socket, options);
    if (fault) socket.destroy(fault);
  });
}

function faultOf(socket: TLSSocket, options: ConnectionOptions): Error | undefined {
  if (socket.authorized) return undefined;
  const { ca, servername, host = "", checkServerIdentity: faultOfName = identityFault } = options;
  const refusal = String(socket.authorizationError);
  const certificate = socket.getPeerX509Certificate();
  const named = certificate && faultOfName(servername || host, certificate.toLegacyObject());
  if (!ofOpenSsl.test(refusal)) return named ?? new Error(refusal);
  if (certificate && isTrusted(certificate, refusal, ca)) return named;
  return Object.assign(new Error(refusal), { code: refusal });
}

/** A code, as `CERT_HAS_EXPIRED`; anything else is about the name. */
const ofOpenSsl = /^(?!ERR_)[A-Z\d_]+$/;

const isTrusted = (certificate: X509Certificate, refusal: string, ca: ConnectionOptions["ca"]): boolean =>
  typeof ca === "string" && isGoUndecided(refusal) && isIssuedFor("server", certificate, certificatesIn(ca), refusal);

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
