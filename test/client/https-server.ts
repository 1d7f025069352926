/** Starts an HTTPS server that responds as a test defines, and records the requests of clients. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { Connection } from "../../src/client/connection.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../src/server/certificates/issue.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

export interface Certificates {
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly client: KeyPair;
}

let certificates: Promise<Certificates> | undefined;

export function testCertificates(): Promise<Certificates> {
  certificates ??= issueCertificates();
  return certificates;
}

async function issueCertificates(): Promise<Certificates> {
  const authority = await createAuthority("client-ca", validity);
  const hosts = ["127.0.0.1", "cluster.test"];
  const serving = await issueCertificate(authority, "here", { use: "server", hosts, ...validity });
  const client = await issueCertificate(authority, "jane", { use: "client", groups: [], ...validity });
  return { authority, serving, client };
}

export interface Hostile {
  readonly url: string;
  readonly port: number;
  /** Requested paths, each after the common name of the client's certificate if the client has one. */
  readonly requestTexts: string[];
  readonly requests: IncomingMessage[];
}

export async function startHttps(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  own?: KeyPair,
): Promise<Hostile> {
  const { authority, serving } = await testCertificates();
  const { certificate: cert, key } = own ?? serving;
  const requestTexts: string[] = [];
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    const { CN = "" } = (request.socket as TLSSocket).getPeerCertificate().subject ?? {};
    requestTexts.push(CN === "" ? (request.url ?? "") : `${CN} ${request.url}`);
    requests.push(request);
    answer(request, response);
  };
  const options = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, port, requestTexts, requests };
}

/** Returns a connection to the server without credentials. */
export async function connectionTo(server: string, more: Partial<Connection> = {}): Promise<Connection> {
  const { authority } = await testCertificates();
  return {
    server,
    authority: authority.certificate,
    skipsVerification: false,
    credentials: { show: async () => ({ headers: {} }), replace: async () => undefined },
    impersonation: {},
    namespace: "",
    userDescription: 'user "jane"',
    ...more,
  };
}
