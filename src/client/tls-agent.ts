/**
 * Agents for TLS connections to servers that are verified by Go's rules, and for connections through an intermediary
 * such as a proxy, which is dialed for each connection.
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
import { certificatesIn, isIssuedFor, mayGoAccept } from "./issued-for.ts";

/** Opens a plain connection to `HOST:PORT`; the caller adds TLS. */
export type Dial = (address: string) => Promise<Duplex>;

type SocketCallback = (error: Error | null, socket?: Duplex) => void;

/** An agent for TLS connections that verifies servers by Go's rules. */
export class TlsAgent extends Agent {
  private readonly dial: Dial | undefined;

  /** @param dial - default: connects directly */
  constructor(options: AgentOptions, dial?: Dial) {
    // No session cache, since the certificate of a resumed session would not be verified again.
    super({ ...options, maxCachedSessions: 0 });
    this.dial = dial;
  }

  /** Node's agent calls this method, though its type declarations may lack it. */
  override createConnection(options: ConnectionOptions, made: SocketCallback): Duplex | undefined {
    if (!this.dial) return connectVerified(options);
    const { host = "localhost", port = 0 } = options;
    this.dial(joinHostPort(host, port)).then(
      // The proxy resolves the address, but the certificate is still verified for the host name.
      (socket) => made(null, connectVerified({ ...options, socket })),
      (error: Error) => made(error),
    );
    return undefined;
  }
}

/**
 * Connects with TLS and verifies the server. Sends nothing to a server that is not trusted: like Node's own
 * verification, ends the connection during the handshake.
 */
function connectVerified(options: ConnectionOptions): TLSSocket {
  if (options.rejectUnauthorized === false) return connectTls(options);
  const socket = connectTls({ ...options, rejectUnauthorized: false });
  return socket.prependOnceListener("secureConnect", () => {
    const fault = verificationFault(socket, options);
    if (fault) socket.destroy(fault);
  });
}

function verificationFault(socket: TLSSocket, options: ConnectionOptions): Error | undefined {
  if (socket.authorized) return undefined;
  const { ca, servername, host = "", checkServerIdentity: checkName = identityFault } = options;
  const refusal = String(socket.authorizationError);
  const certificate = socket.getPeerX509Certificate();
  const nameFault = certificate && checkName(servername || host, certificate.toLegacyObject());
  if (!openSslCodePattern.test(refusal)) return nameFault ?? new Error(refusal);
  if (certificate && isTrusted(certificate, refusal, ca)) return nameFault;
  return Object.assign(new Error(refusal), { code: refusal });
}

/** Matches an error code of OpenSSL, such as `CERT_HAS_EXPIRED`; other errors are about the name. */
const openSslCodePattern = /^(?!ERR_)[A-Z\d_]+$/;

const isTrusted = (certificate: X509Certificate, refusal: string, ca: ConnectionOptions["ca"]): boolean =>
  typeof ca === "string" && mayGoAccept(refusal) && isIssuedFor("server", certificate, certificatesIn(ca), refusal);

/** An agent for connections without TLS that `dial` opens. */
export class PlainProxiedAgent extends HttpAgent {
  private readonly dial: Dial;

  constructor(dial: Dial, options: AgentOptions) {
    super(options);
    this.dial = dial;
  }

  override createConnection({ host, port }: ConnectionOptions, made: SocketCallback): undefined {
    this.dial(joinHostPort(host ?? "localhost", port ?? 0)).then(
      (socket) => made(null, socket),
      (error: Error) => made(error),
    );
    return undefined;
  }
}
