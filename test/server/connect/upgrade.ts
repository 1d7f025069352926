/** A client that requests an upgrade to another protocol. */
import type { IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Access, requestOptions } from "../api-client.ts";

export interface UpgradeAnswer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  /** All received data: the body of a rejection, or the data after the upgrade until the connection ends. */
  readonly text: string;
}

const headers = { connection: "Upgrade", upgrade: "SPDY/3.1" };

/**
 * Requests an upgrade to SPDY/3.1 and returns the received data.
 *
 * @param sentText - data to send after the upgrade
 * @param awaitedText - the text to wait for after that
 * @param onAwaitedText - called when the text has arrived; by default, ends the connection
 */
export function upgrade(
  access: Access,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: string },
  sentText = "",
  awaitedText = /$/,
  onAwaitedText = (end: () => void) => end(),
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
          if (sentText !== "" && awaitedText.test(text)) onAwaitedText(isDone);
        }
        resolve({ code, headers: received, text });
      })().catch(reject);
    };
    request.on("response", (response) => collect(response.statusCode ?? 0, response.headers, response, () => {}));
    request.on("upgrade", (response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      socket.write(sentText);
      collect(response.statusCode ?? 0, response.headers, socket, () => socket.end());
    });
    request.on("error", reject);
    request.end(body);
  });
}
