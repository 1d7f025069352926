/** A client that sends single requests over HTTPS and returns the responses. */
import type { Agent } from "node:https";
import { request as httpsRequest } from "node:https";
import { gunzipSync } from "node:zlib";

/** The address of a server and the credentials of the client. */
export interface Access {
  readonly port: number;
  /** PEM certificate of the authority that signed the server's certificate. */
  readonly authority: string;
  /** PEM of a client certificate and its key. */
  readonly certificate?: string;
  readonly key?: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps connections open; by default, each request uses a new connection. */
  readonly agent?: Agent;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  readonly json: any;
}

/** Options for Node's client. */
export function requestOptions({ authority, certificate, ...rest }: Access) {
  return { host: "127.0.0.1", ca: authority, ...(certificate === undefined ? {} : { cert: certificate }), ...rest };
}

/** Sends a request and returns the response. Rejects if the connection fails before the response is complete. */
export function call(access: Access, { method, path, body, headers = {} }: ApiRequest): Promise<ApiAnswer> {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body);
  const payloadHeaders =
    payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      { ...requestOptions(access), method, path, headers: { ...access.headers, ...payloadHeaders, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body = Buffer.concat(chunks);
          const bytes = response.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
          const text = bytes.toString();
          const isJson = response.headers["content-type"]?.startsWith("application/json") ?? false;
          resolve({
            code: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: isJson && text !== "" && !text.includes("}\n{") ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
}
