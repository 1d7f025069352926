/** A client of a real kube-apiserver, configured by a kubeconfig with client certificates. */
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { Agent } from "node:https";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import type { UserInfo } from "../../src/access/user.ts";
import type { Access } from "../server/api-client.ts";

export interface Answer {
  readonly code: number;
  readonly body: Record<string, unknown>;
  readonly headers?: IncomingHttpHeaders;
}

export interface RealServer {
  /**
   * Sends JSON. The `body` of a response that is not an object is empty.
   *
   * @param type - the media type; default JSON, for PATCH a merge patch
   */
  call(method: string, path: string, body?: unknown, type?: string): Promise<Answer>;
  close(): void;
}

/** A response with the texts of its warnings. */
export interface Exchanged {
  readonly code: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A server that is sent the exact text of a body. */
export interface ExchangingServer {
  exchange(method: string, path: string, text?: string, type?: string | OutgoingHttpHeaders): Promise<Exchanged>;
}

/** A server with access to the raw text of responses. */
export interface ReadableServer extends RealServer {
  /** Returns the text of the response to a GET, such as the events of a watch that ends. */
  read(path: string, accept: string): Promise<string>;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

/** @param file - a kubeconfig with one cluster and one user */
export function openRealServer(file: string): ReadableServer & ExchangingServer {
  const { server, ...material } = readKubeconfig(file);
  let session = connect(server, material);
  // The server closes connections that are idle for 90 seconds, which can happen on a busy machine.
  const current = () => {
    if (session.closed || session.destroyed) session = connect(server, material);
    return session;
  };
  return {
    call: (method, path, body, type = typeOf(method)) => call(current(), { method, path, body, type }),
    exchange: async (method, path, text, type = typeOf(method)) => {
      const more = typeof type === "string" ? { "content-type": type } : type;
      const headers = { ":method": method, ":path": path, ...more };
      const { headers: received, ...answer } = await send(current(), headers, text);
      return { ...answer, warnings: warningsIn(received["warning"]) };
    },
    read: async (path, accept) => (await send(current(), { ":path": path, accept })).text,
    close: () => session.close(),
  };
}

/** Returns the user of the requests to the real server, which some objects record. */
export async function userOf(real: RealServer): Promise<UserInfo> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const { body } = await real.call("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", review);
  const { userInfo } = (body as unknown as { readonly status: { readonly userInfo: Partial<UserInfo> } }).status;
  return { username: "", uid: "", groups: [], extra: {}, ...userInfo };
}

/** Returns the location of the server in a kubeconfig, for requests with other credentials. */
export function accessOf(file: string): Pick<Access, "port" | "authority"> {
  const { server, ca } = readKubeconfig(file);
  return { port: Number(new URL(server).port), authority: ca.toString() };
}

/** Returns the location of the server and the client certificate of its user. */
export function adminOf(file: string): Access {
  const { cert, key } = readKubeconfig(file);
  return {
    ...accessOf(file),
    certificate: cert.toString(),
    key: key.toString(),
    agent: new Agent({ keepAlive: true }),
  };
}

function readKubeconfig(file: string) {
  const { clusters, users } = parse(readFileSync(file, "utf8")) as Kubeconfig;
  const cluster = clusters[0]?.cluster ?? {};
  const user = users[0]?.user ?? {};
  const material = (holder: Readonly<Record<string, string>>, name: string) =>
    holder[`${name}-data`] === undefined
      ? readFileSync(resolve(dirname(file), holder[name] ?? ""))
      : Buffer.from(holder[`${name}-data`] ?? "", "base64");
  return {
    server: cluster["server"] ?? "",
    ca: material(cluster, "certificate-authority"),
    cert: material(user, "client-certificate"),
    key: material(user, "client-key"),
  };
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly type: string;
}

export const warningsIn = (header = ""): string[] => header.split(/, (?=299 )/).filter((text) => text !== "");

/** Removes warnings about fields that a disabled feature gate drops, which only this server returns. */
export const withoutOwnAdvice = (warnings: readonly string[]): readonly string[] =>
  warnings.filter((warning) => !warning.includes("the API server drops this field"));

export const typeOf = (method: string): string =>
  method === "PATCH" ? "application/merge-patch+json" : "application/json";

async function call(session: ClientHttp2Session, { method, path, body, type }: Question): Promise<Answer> {
  const answer = await send(session, { ":method": method, ":path": path, "content-type": type }, body);
  return { code: answer.code, body: objectIn(answer.text), headers: answer.headers };
}

interface Sent {
  readonly code: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: unknown) {
  return new Promise<Sent>((done, fail) => {
    // Without this option, Node's client ends a DELETE request before its body.
    const stream = session.request(headers, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let received: IncomingHttpHeaders & { readonly ":status"?: number | undefined } = {};
    stream.on("response", (responseHeaders) => {
      received = responseHeaders;
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () =>
      done({ code: received[":status"] ?? 0, text: Buffer.concat(chunks).toString("utf8"), headers: received }),
    );
    // A request that makes the server panic ends without a response.
    stream.on("error", (error) => (session.destroyed ? fail(error) : done({ code: 0, text: "", headers: {} })));
    if (body !== undefined) stream.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

function objectIn(text: string): Record<string, unknown> {
  return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
}
