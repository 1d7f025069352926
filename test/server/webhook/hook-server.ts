/**
 * A webhook server over HTTPS on this machine, whose response depends on the path of the request. Its listeners differ
 * in their connections: valid and invalid certificates, plain HTTP, silence.
 */
import {
  createServer as createPlainServer,
  Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer, Server as HttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";

type Json = Readonly<Record<string, unknown>>;

/** A request as it was received. */
export interface HookRequest {
  readonly path: string;
  readonly query: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: reviews are looked into freely
  readonly review: any;
}

/** The response; undefined if it is never sent. */
export interface HookResponse {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
  /** How the connection ends instead of a complete response. */
  readonly ends?: "half" | "reset" | "close";
}

export type HookHandler = (hookRequest: HookRequest) => HookResponse | undefined;

export const listeners = ["good", "other", "self", "expired", "plain", "closes", "silent", "nobody"] as const;

export interface HookServer {
  readonly ports: Readonly<Record<(typeof listeners)[number], number>>;
  /** The authority of the certificates in Base64, for `caBundle`. */
  readonly caBundle: string;
  /** The same, but with only the certificate of the good listener instead of its authority. */
  readonly ownCaBundle: string;
  readonly requests: HookRequest[];
  close(): void;
}

const lifetimeMs = 3_600_000;
const dayMs = 86_400_000;

/** @param hosts - additional names in the certificate of the good listener */
export async function startHookServer(handle: HookHandler, hosts: readonly string[] = []): Promise<HookServer> {
  const validity = { nowMs: Date.now(), lifetimeMs };
  const authority = await createAuthority("hook-ca", { nowMs: Date.now() - 2 * dayMs, lifetimeMs: 3 * dayMs });
  const past = { nowMs: Date.now() - dayMs, lifetimeMs };
  const issueFor = (names: readonly string[], valid = validity, by = authority) =>
    issueCertificate(by, "hook", { use: "server", hosts: names, ...valid });
  const requests: HookRequest[] = [];
  const sockets = new Set<Socket>();
  const handler = (request: IncomingMessage, response: ServerResponse) => respond(request, response, requests, handle);
  const tls = ({ certificate, key }: KeyPair) => createServer({ cert: certificate, key }, handler);
  const good = await issueFor(["localhost", "127.0.0.1", ...hosts]);
  const base64 = ({ certificate }: KeyPair) => Buffer.from(certificate).toString("base64");
  const servers: Readonly<Record<string, Server>> = {
    good: tls(good),
    other: tls(await issueFor(["other.example"])),
    self: tls(await issueFor(["127.0.0.1"], validity, await createAuthority("another-ca", validity))),
    expired: tls(await issueFor(["127.0.0.1"], past)),
    plain: createPlainServer(handler),
    closes: createTcpServer((socket) => socket.on("error", () => {}).end()),
    silent: createTcpServer((socket) => socket.on("error", () => {})),
    nobody: createTcpServer(),
  };
  const ports: Record<string, number> = {};
  for (const [name, server] of Object.entries(servers)) {
    // A connection that the server closes while it is in use would look like a webhook that closes it.
    if (server instanceof HttpServer || server instanceof HttpsServer) server.keepAliveTimeout = lifetimeMs;
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports[name] = (server.address() as AddressInfo).port;
  }
  servers["nobody"]?.close();
  return {
    ports: ports as HookServer["ports"],
    caBundle: base64(authority),
    ownCaBundle: base64(good),
    requests,
    close() {
      for (const server of Object.values(servers)) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  requests: HookRequest[],
  handle: HookHandler,
): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const text = Buffer.concat(chunks).toString();
    const { method = "", headers } = request;
    const hookRequest: HookRequest = { path, query, method, headers, review: text === "" ? {} : JSON.parse(text) };
    requests.push(hookRequest);
    const hookResponse = handle(hookRequest);
    if (hookResponse) setTimeout(() => send(request, response, hookResponse), hookResponse.delayMs ?? 0);
  });
}

const json = { "content-type": "application/json" };

function send(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { code, headers, body = "", ends }: HookResponse,
): void {
  if (ends === "half") {
    response.writeHead(200, { ...json, "content-length": "1000" }).write("{");
    setImmediate(() => socket.destroySoon());
  } else if (ends) socket.destroy();
  else
    response
      .writeHead(code ?? 200, { ...(headers ?? json) })
      .end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Returns a response to the review. */
export const reply = ({ review }: HookRequest, response: Json): HookResponse => ({
  body: {
    apiVersion: review.apiVersion,
    kind: "AdmissionReview",
    response: { uid: review.request?.uid, ...response },
  },
});

/** Returns the fields of a response with a patch. */
export const patchWith = (operations: unknown): Json => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(typeof operations === "string" ? operations : JSON.stringify(operations)).toString("base64"),
});
