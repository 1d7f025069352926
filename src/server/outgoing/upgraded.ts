/**
 * Connections that client and server upgrade from HTTP to another protocol.
 *
 * @module
 */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "../http/exchange.ts";

/** A connection that the other server has switched to the requested protocol. */
export interface UpgradedConnection {
  readonly response: IncomingMessage;
  readonly connection: Socket;
  /** Bytes received after the headers. */
  readonly head: Uint8Array;
}

/** The response of a server that refuses to switch the protocol. */
export interface UpgradeRefusal {
  readonly refusal: IncomingMessage;
}

/** Sends an upgrade request, and returns the response of the other server. The caller handles errors of the request. */
export const sendUpgradeRequest = (
  request: ClientRequest,
  body?: Uint8Array,
): Promise<UpgradedConnection | UpgradeRefusal> =>
  new Promise((resolve) => {
    request
      .once("response", (refusal) => resolve({ refusal }))
      .once("upgrade", (response, connection, head) => resolve({ response, connection: connection as Socket, head }))
      .end(body);
  });

/** Returns the headers that request the same protocol as the client. */
export const upgradeHeaders = ({ headers }: Exchange) => ({ connection: "Upgrade", upgrade: headers.upgrade ?? "" });

/** Connects the client with the other server, until one of them closes the connection or this server stops. */
export async function pipeToClient(exchange: Exchange, upgraded: UpgradedConnection): Promise<void> {
  const client = exchange.answer.takeOver(upgraded.response.statusCode ?? switchingProtocols);
  const stop = () => {
    client.destroy();
    upgraded.connection.destroy();
  };
  const forget = exchange.onStop(stop);
  try {
    await pipeConnections(client, upgraded);
  } finally {
    forget();
  }
}

const switchingProtocols = 101;

/** When one side has closed: time, in milliseconds, for the rest of its data to reach the other side. */
const lingerMs = 1000;

/** Pipes data in both directions until one side closes. */
async function pipeConnections(client: Socket, { response, connection, head }: UpgradedConnection): Promise<void> {
  const { statusCode, statusMessage, rawHeaders } = response;
  const lines = Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => `${rawHeaders[2 * index]}: ${rawHeaders[2 * index + 1]}\r\n`,
  );
  client.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
  if (head.length > 0) client.write(head);
  client.pipe(connection).pipe(client);
  await Promise.all([endOtherOnClose(client, connection), endOtherOnClose(connection, client)]);
}

function endOtherOnClose(socket: Socket, other: Socket): Promise<void> {
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
