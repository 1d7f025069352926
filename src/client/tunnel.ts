/**
 * Sends `CONNECT` on an open connection to a proxy, which then forwards the connection to the destination.
 *
 * @module
 */
import type { Socket } from "node:net";

/** Most bytes of headers in the response of a proxy; the limit of Go. */
const maxHeaderBytes = 1_048_576;

export interface TunnelRequest {
  /** Host and port of the destination. */
  readonly address: string;
  /** The name of the proxy in messages. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the connection, which is now connected to the address.
 *
 * @throws {Error} if the proxy refuses, or sends bytes after its headers; the connection is closed
 */
export async function openTunnel(socket: Socket, { address, name, headers }: TunnelRequest): Promise<Socket> {
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  socket.write(`CONNECT ${address} HTTP/1.1\r\n${lines.join("")}\r\n`);
  try {
    const head = await readHead(socket);
    const [, code = "", reason = ""] = /^HTTP\/1\.[01] (\d{3}) ?([^\r\n]*)/.exec(head) ?? [];
    if (code === "") throw new Error(`reading HTTP response from CONNECT to ${address} via proxy ${name} failed`);
    if (code !== "200") {
      throw new Error(`proxy error from ${name} while dialing ${address}, code ${code}: ${code} ${reason}`);
    }
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const headEnd = "\r\n\r\n";

/**
 * Reads the response head of the proxy. No bytes may follow it, since the destination sends nothing before the client
 * does.
 */
function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = "";
    const end = (error: Error | undefined) => {
      socket.off("data", take);
      socket.off("error", end);
      socket.off("close", gone);
      socket.pause();
      socket.setTimeout(0);
      if (error) reject(error);
      else resolve(head);
    };
    const gone = () => end(new Error("the proxy closed the connection"));
    const take = (bytes: Buffer) => {
      head += bytes.toString("latin1");
      const at = head.indexOf(headEnd);
      if (at >= 0 && at + headEnd.length < head.length) {
        end(new Error(`unexpected ${head.length - at - headEnd.length} bytes after the answer of the proxy`));
      } else if (at >= 0) end(undefined);
      else if (head.length > maxHeaderBytes) end(new Error("the answer of the proxy is too long"));
    };
    socket.on("data", take);
    socket.once("error", end);
    socket.once("close", gone);
  });
}
