/**
 * Waiting for the connection to a proxy.
 *
 * @module
 */
import type { Socket } from "node:net";

const connectTimeoutMs = 30_000;

/**
 * Ends when the connection is there. The time limit stays on the socket: it also ends a proxy that does not answer.
 *
 * @throws {Error} without one; the socket is destroyed
 */
export function proxyConnected(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(connectTimeoutMs, () => end(new Error("the proxy does not answer")));
    socket.once("error", end);
    socket.once(event, () => {
      socket.off("error", end);
      resolve();
    });
  });
}
