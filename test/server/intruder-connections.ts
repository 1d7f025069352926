/** Sends the requests of an intruder to a server: over HTTP/1.1, over HTTP/2, and as raw bytes. */
import { once } from "node:events";
import { connect } from "node:http2";
import { request } from "node:https";
import { connect as connectTls } from "node:tls";
import type { AdmissionAttributes } from "./intruder.ts";

/** The port of a server, and the authority that issued its certificate. */
export interface Place {
  readonly port: number;
  readonly authority: string;
}

/** Returns the status code; 0 if the connection was closed or Node itself refuses to send the request. */
export function overHttp1(
  server: Place,
  { method, path, headers, body }: AdmissionAttributes,
  more: object,
): Promise<number> {
  return new Promise((resolve) => {
    try {
      const options = { host: "127.0.0.1", port: server.port, ca: server.authority, method, path, ...more };
      const sent = request(options, (response) => {
        response.resume().once("close", () => resolve(response.statusCode ?? 0));
      });
      sent.once("connect", (response) => resolve(response.statusCode ?? 0)).once("error", () => resolve(0));
      for (const name of new Set(headers.map(([name]) => name))) {
        sent.setHeader(
          name,
          headers.filter(([other]) => other === name).map(([, value]) => value),
        );
      }
      sent.end(body);
    } catch {
      resolve(0);
    }
  });
}

/**
 * Returns the status codes of requests that are sent one after the other on a connection, which is opened again when
 * the server closes it.
 */
export async function overHttp2(
  server: Place,
  attempts: readonly AdmissionAttributes[],
  material: object,
): Promise<readonly number[]> {
  let session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority, ...material });
  session.on("error", () => {});
  const codes: number[] = [];
  for (const { method, path, headers, body } of attempts) {
    if (session.closed || session.destroyed) {
      session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority, ...material });
      session.on("error", () => {});
    }
    try {
      const named = headers.map(([name, value]) => [name.toLowerCase(), value]);
      const stream = session.request({ ":method": method, ":path": path, ...Object.fromEntries(named) });
      stream.on("error", () => {});
      stream.on("response", (answer) => codes.push(Number(answer[":status"]))).resume();
      stream.end(body);
      await once(stream, "close");
    } catch {
      // Node itself refuses to send the request.
    }
  }
  session.close();
  return codes;
}

/**
 * Sends the bytes and returns the status codes of all responses on the connection, except those that are right: 200 for
 * `/healthz`, and 501 for odd transfer encodings.
 */
export async function overBytes(server: Place, bytes: string): Promise<readonly number[]> {
  const socket = connectTls({
    host: "127.0.0.1",
    port: server.port,
    ca: server.authority,
    ALPNProtocols: ["http/1.1"],
  });
  socket.on("error", () => {});
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
  });
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.end(bytes);
  await once(socket, "close");
  const codes = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));
  return codes.filter(
    (code) =>
      !(code === 200 && bytes.startsWith("GET /healthz")) && !(code === notImplemented && hasOddEncoding(bytes)),
  );
}

/** The status code for a transfer encoding that the server does not support, as in Go. */
const notImplemented = 501;

/** Whether a request in the bytes has a transfer encoding other than `chunked`, or several. */
function hasOddEncoding(bytes: string): boolean {
  const encodings = [...bytes.matchAll(/^transfer-encoding\s*:\s*(.*?)\r?$/gim)].map(([, name]) => name);
  return encodings.length > 1 || encodings.some((name) => name?.toLowerCase() !== "chunked");
}

const silenceMs = 1000;
