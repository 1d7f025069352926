/**
 * A client that asks for another protocol.
 */
import type { IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Access, requestOptions } from "../api-client.ts";

export interface UpgradeAnswer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  /** All that came: the body of a refusal, or what was said in the other protocol until the connection ended. */
  readonly text: string;
}

const headers = { connection: "Upgrade", upgrade: "SPDY/3.1" };

/**
 * @param said - in the other protocol
 * @param heard - what is waited for then
 * @param goOn - called when it has come; default: ends the connection
 */
export function upgrade(
  access: Access,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: string },
  said = "",
  heard = /$/,
  goOn = (end: () => void) => end(),
): Promise<UpgradeAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const request = httpsRequest({
      ...requestOptions(access),
      agent: false,
      method,
      path,
      headers: { ...access.headers, ...headers, ...length },
    });
    const collect = (code: number, received: IncomingHttpHeaders, parts: AsyncIterable<Buffer>, isDone: () => void) => {
      void (async () => {
        let text = "";
        for await (const part of parts) {
          text += part.toString();
          if (said !== "" && heard.test(text)) goOn(isDone);
        }
        resolve({ code, headers: received, text });
      })().catch(reject);
    };
    request.on("response", (response) => collect(response.statusCode ?? 0, response.headers, response, () => {}));
    request.on("upgrade", (response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      socket.write(said);
      collect(response.statusCode ?? 0, response.headers, socket, () => socket.end());
    });
    request.on("error", reject);
    request.end(body);
  });
}
