/** Kubelets and pods in this process: servers that echo the requests that they receive. */
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { maxPageBytes } from "../../../src/server/connect/rewritten-page.ts";

export interface Echo {
  readonly port: number;
  close(): void;
}

/** An IPv4 address of this machine other than loopback; undefined if there is no other address. */
export const publicAddress = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

/**
 * Creates the authority of kubelet certificates, the client certificate of the API server, and the serving certificate
 * of kubelets.
 */
export async function makeKubeletTrust() {
  const authority = await createAuthority("kubelet-ca", validity);
  const identity = await issueCertificate(authority, "apiserver", { use: "client", groups: [], ...validity });
  const hosts = ["127.0.0.1", "localhost", ...(publicAddress ? [publicAddress] : [])];
  const serving = await issueCertificate(authority, "kubelet", { use: "server", hosts, ...validity });
  return { authority: authority.certificate, identity, serving };
}

/** Starts a kubelet on all addresses. It requests a client certificate and supports upgrades to another protocol. */
export function startKubelet({ serving, authority }: Awaited<ReturnType<typeof makeKubeletTrust>>): Promise<Echo> {
  const { certificate: cert, key } = serving;
  const options = { cert, key, ca: authority, requestCert: true, rejectUnauthorized: false };
  return listen(createHttpsServer(options, echo), "0.0.0.0");
}

export const startPlain = (address: string): Promise<Echo> => listen(createHttpServer(echo), address);

async function listen(server: Server, address: string): Promise<Echo> {
  const sockets = new Set<Socket>();
  server.on("upgrade", changeProtocol);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the parts of a request that tests check. */
function requestSummary({ method, url, headers, socket }: IncomingMessage, body = "") {
  const certificate = (socket as Partial<TLSSocket>).getPeerCertificate?.().subject;
  return { method, url, headers, body, client: String(certificate?.CN ?? "") };
}

export const longPage = `<a href="/other/">${"x".repeat(maxPageBytes)}</a>`;
const page = gzipSync(`<a href="/other/">more</a>`);

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [path = ""] = (request.url ?? "").split("?");
    const last = path.split("/").at(-1);
    if (last === "broken") response.writeHead(500).end("disk on fire");
    else if (last === "missing") response.writeHead(404).end("no such container");
    else if (last === "away") response.writeHead(302, { location: "/other/?x=1" }).end();
    else if (last === "page") {
      const type = { "content-type": "text/html; charset=utf-8", "content-length": page.length };
      response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(page);
    } else if (last === "long") {
      response.writeHead(200, { "content-type": "text/html" }).end(longPage);
    } else if (last === "far") response.writeHead(302, { location: "https://example.com/" }).end();
    else {
      response.writeHead(last === "teapot" ? 418 : 200, {
        "content-type": "application/json",
        "access-control-allow-origin": "*",
        "x-own": ["a", "b"],
      });
      response.end(JSON.stringify(requestSummary(request, Buffer.concat(chunks).toString())));
    }
  });
};

/** Switches protocols: sends the parts of the request, then each received text in capitals. */
function changeProtocol(request: IncomingMessage, socket: Socket): void {
  socket.on("error", () => socket.destroy());
  if (request.url?.includes("refused")) {
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
    return;
  }
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n`,
  );
  socket.write(`${JSON.stringify(requestSummary(request))}\n`);
  socket.on("data", (chunk) => socket.write(chunk.toString().toUpperCase()));
}
