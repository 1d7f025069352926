/**
 * Connections through a SOCKS5 proxy (RFC 1928, with passwords by RFC 1929). As in Go, the proxy resolves host names.
 *
 * @module
 */
import { connect, type Socket } from "node:net";
import { joinHostPort, parseIp } from "../text/ip.ts";
import { waitForProxy } from "./proxy-connected.ts";

const defaultPort = 1080;
const version = 5;
const passwordVersion = 1;
/** Most bytes of a host name, a user name or a password, since the protocol has one byte for the length. */
const maxTextBytes = 255;
const methods = { none: 0, password: 2, notAny: 255 } as const;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
const connectCommand = 1;

const isSocks = ({ protocol }: URL): boolean => protocol === "socks5:" || protocol === "socks5h:";

/** Returns the proxy if it is a SOCKS5 proxy. */
export const socksProxy = (proxy: URL | undefined): URL | undefined => (proxy && isSocks(proxy) ? proxy : undefined);

/**
 * Opens a connection to an address through the proxy.
 *
 * @throws {Error} if the proxy is unreachable, refuses, or does not support SOCKS5
 */
export async function dialThroughSocks(proxy: URL, address: string): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const port = Number(proxy.port || defaultPort);
  const socket = connect({ host, port });
  await waitForProxy(socket, "connect");
  try {
    await authenticate(socket, proxy);
    await requestConnection(socket, address);
    socket.setTimeout(0);
    return socket;
  } catch (error) {
    socket.destroy();
    const { message } = error as Error;
    throw new Error(`the SOCKS proxy ${joinHostPort(host, port)} does not connect to ${address}: ${message}`);
  }
}

/** Negotiates the authentication method, and logs in if the proxy requires a password. */
async function authenticate(socket: Socket, { username, password }: URL): Promise<void> {
  const offered = username === "" ? [methods.none] : [methods.none, methods.password];
  socket.write(Uint8Array.of(version, offered.length, ...offered));
  const [method = methods.notAny] = await readReply(socket, 1);
  if (method === methods.none) return;
  if (method !== methods.password || username === "") throw new Error("it takes none of the ways to log in");
  const own = [decodeURIComponent(username), decodeURIComponent(password)];
  socket.write(Uint8Array.of(passwordVersion, ...own.flatMap((text) => [...withLength(text, "login")])));
  const [, status] = await readExactly(socket, 2);
  if (status !== 0) throw new Error("it does not accept the user name and password");
}

async function requestConnection(socket: Socket, address: string): Promise<void> {
  const colon = address.lastIndexOf(":");
  const port = Number(address.slice(colon + 1));
  const host = addressBytes(address.slice(0, colon).replace(/^\[|\]$/g, ""));
  socket.write(Uint8Array.of(version, connectCommand, 0, ...host, port >> 8, port & 255));
  const [status = 1, , type = 0] = await readReply(socket, 3);
  if (status !== 0) throw new Error(refusalByStatus.get(status) ?? `it answered ${status}`);
  const length =
    addressLengthByType.get(type) ?? (type === addressTypes.name ? (await readExactly(socket, 1))[0] : undefined);
  if (length === undefined) throw new Error("the answer is not of SOCKS5");
  await readExactly(socket, length + portBytes);
}

function addressBytes(host: string): Uint8Array {
  const ip = parseIp(host);
  if (!ip.ok) return Uint8Array.of(addressTypes.name, ...withLength(host, "host name"));
  const { bytes } = ip.value;
  return Uint8Array.of(bytes.length === 4 ? addressTypes.ipv4 : addressTypes.ipv6, ...bytes);
}

function withLength(text: string, what: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > maxTextBytes) throw new Error(`the ${what} is longer than ${maxTextBytes} bytes`);
  return Uint8Array.of(bytes.length, ...bytes);
}

const portBytes = 2;

/** Length in bytes, by address type, of the local address in the proxy's response. */
const addressLengthByType: ReadonlyMap<number, number> = new Map([
  [addressTypes.ipv4, 4],
  [addressTypes.ipv6, 16],
]);

const refusalByStatus: ReadonlyMap<number, string> = new Map([
  [1, "general failure"],
  [2, "not allowed by its rules"],
  [3, "network unreachable"],
  [4, "host unreachable"],
  [5, "connection refused"],
  [6, "time to live expired"],
  [7, "it does not know the command"],
  [8, "it does not know the type of the address"],
]);

/** Reads the bytes after the version. @throws {Error} for another version */
async function readReply(socket: Socket, length: number): Promise<Uint8Array> {
  const bytes = await readExactly(socket, length + 1);
  if (bytes[0] !== version) throw new Error("the answer is not of SOCKS5");
  return bytes.subarray(1);
}

/** @throws {Error} if the connection ends before these bytes */
function readExactly(socket: Socket, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined, bytes: Uint8Array = new Uint8Array()) => {
      socket.off("readable", take).off("error", settle).off("close", gone);
      if (error) reject(error);
      else resolve(bytes);
    };
    const gone = () => settle(new Error("the proxy closed the connection"));
    const take = () => {
      const bytes: Uint8Array | null = socket.read(length);
      if (bytes?.length === length) settle(undefined, bytes);
      else if (bytes !== null) gone();
    };
    socket.on("readable", take).once("error", settle).once("close", gone);
    take();
  });
}
