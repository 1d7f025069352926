/**
 * Connections that both sides use for another protocol than HTTP, once the other server has agreed to it.
 *
 * @module
 */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "../http/exchange.ts";

/** A connection on which the other side speaks the protocol that it was asked for. */
export interface Upgraded {
  readonly response: IncomingMessage;
  readonly connection: Socket;
  /** Bytes that came right after the headers. */
  readonly head: Uint8Array;
}

/** The answer of a server that does not change the protocol. */
export interface Refused {
  readonly refusal: IncomingMessage;
}

/** The answer of the other side to a request for another protocol; the caller waits for its errors. */
export const answerOf = (request: ClientRequest, body?: Uint8Array): Promise<Upgraded | Refused> =>
  new Promise((resolve) => {
    request
      .once("response", (refusal) => resolve({ refusal }))
      .once("upgrade", (response, connection, head) => resolve({ response, connection: connection as Socket, head }))
      .end(body);
  });

/** The headers that ask for the protocol that the client asks for. */
export const upgradeHeaders = ({ headers }: Exchange) => ({ connection: "Upgrade", upgrade: headers.upgrade ?? "" });

/** Lasts until one of the two sides ends, or this server does. */
export async function joinClient(exchange: Exchange, upgraded: Upgraded): Promise<void> {
  const client = exchange.answer.takeOver(upgraded.response.statusCode ?? switchingProtocols);
  const stop = () => {
    client.destroy();
    upgraded.connection.destroy();
  };
  const forget = exchange.onStop(stop);
  try {
    await joinConnections(client, upgraded);
  } finally {
    forget();
  }
}

const switchingProtocols = 101;

/** How long the rest of what one side has said may take to reach the other. */
const lingerMs = 1000;

/** Both sides hear each other until one of them ends. */
async function joinConnections(client: Socket, { response, connection, head }: Upgraded): Promise<void> {
  const { statusCode, statusMessage, rawHeaders } = response;
  const lines = Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => `${rawHeaders[2 * index]}: ${rawHeaders[2 * index + 1]}\r\n`,
  );
  client.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
  if (head.length > 0) client.write(head);
  client.pipe(connection).pipe(client);
  await Promise.all([endedWith(client, connection), endedWith(connection, client)]);
}

function endedWith(socket: Socket, other: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      other.end();
      const timer = setTimeout(() => other.destroy(), lingerMs);
      other.once("close", () => clearTimeout(timer));
      resolve();
    });
  });
}
