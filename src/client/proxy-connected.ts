/**
 * Waits for the connection to a proxy.
 *
 * @module
 */
import type { Socket } from "node:net";

const connectTimeoutMs = 30_000;

/**
 * Resolves when the socket is connected. The timeout stays on the socket, so that it also ends a proxy that does not
 * respond later.
 *
 * @throws {Error} if the connection fails; the socket is destroyed
 */
export function waitForProxy(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
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
