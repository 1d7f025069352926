/**
 * Watches over a WebSocket (RFC 6455): only the server sends, one message for each event. It reads and drops the
 * messages of the client, except for pings and the closing frame.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "./exchange.ts";

/** Whether the client requests an upgrade to a WebSocket. */
export const wantsWebSocket = ({ answer, headers }: Exchange): boolean =>
  answer.canTakeOver && headers.upgrade?.toLowerCase() === "websocket";

/** The response to a failed handshake. */
interface HandshakeFault {
  readonly code: number;
  /** The text after the status line: headers and body. */
  readonly rest: string;
}

const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const version = "13";
const opcode = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
/** Closing codes for a complete stream, and for a client that violates the protocol. */
const closeCode = { normal: 1000, protocolError: 1002 };
const maxControlBytes = 125;

/** A response that is a stream of WebSocket messages. */
export class WebSocketWriter {
  private readonly exchange: Exchange;
  private readonly opcode: number;
  private readonly onClientGone: () => void;
  private socket: Socket | undefined;
  private resume: () => void = () => {};
  private lastCode: number = closeCode.normal;

  /** @param onGone - called when the client has gone, or has sent a closing frame */
  constructor(exchange: Exchange, isText: boolean, onGone: () => void) {
    this.exchange = exchange;
    this.opcode = isText ? opcode.text : opcode.binary;
    this.onClientGone = onGone;
  }

  get isStarted(): boolean {
    return this.exchange.answer.isStarted;
  }

  /** Returns the content as one message. */
  message(content: Uint8Array): Uint8Array {
    return frame(this.opcode, content);
  }

  /** Responds to the handshake. If it fails, the connection is closed. */
  start(): void {
    const { answer, headers } = this.exchange;
    const fault = handshakeFault(headers);
    const socket = answer.takeOver(fault?.code ?? switchingProtocols);
    socket.on("error", () => socket.destroy());
    if (fault) {
      socket.end(`HTTP/1.1 ${fault.code} ${reasons.get(fault.code)}\r\n${fault.rest}`);
      this.onClientGone();
      return;
    }
    this.socket = socket;
    socket.write(formatHandshakeResponse(headers));
    const reader = new FrameReader((code, content) => this.onControlFrame(code, content));
    socket.on("data", (bytes: Buffer) => reader.read(bytes));
    socket.on("drain", () => this.resume());
    socket.once("close", () => this.onClientGone());
    socket.once("end", () => this.onClientGone());
    socket.resume();
  }

  write(bytes: Uint8Array): boolean {
    return this.socket?.write(bytes) ?? false;
  }

  onDrain(resume: () => void): void {
    this.resume = resume;
  }

  end(): void {
    this.socket?.end(closingFrame(this.lastCode));
  }

  abort(): void {
    this.socket?.destroy();
  }

  /** Responds to a ping, but not if the client does not read: the responses would accumulate. */
  private answerPing(content: Uint8Array): void {
    const { socket } = this;
    if (socket && !socket.writableNeedDrain) socket.write(frame(opcode.pong, content));
  }

  private onControlFrame(code: number, content: Uint8Array | undefined): void {
    if (content === undefined) {
      this.lastCode = closeCode.protocolError;
      this.onClientGone();
    } else if (code === opcode.ping) this.answerPing(content);
    else if (code === opcode.close) this.onClientGone();
  }
}

const switchingProtocols = 101;
const reasons: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [403, "Forbidden"],
]);

/**
 * Returns the error of an invalid handshake, as Go's x/net server does: only clients with an `Origin` header, which web
 * pages send, may open a WebSocket.
 */
function handshakeFault(headers: IncomingHttpHeaders): HandshakeFault | undefined {
  if (!headers["sec-websocket-key"]) return { code: 400, rest: "\r\nmissing or bad WebSocket challenge" };
  if (headers["sec-websocket-version"] !== version) {
    return { code: 400, rest: `Sec-WebSocket-Version: ${version}\r\n\r\nmissing or bad WebSocket Version` };
  }
  if (!isOrigin(headers.origin)) return { code: 403, rest: "\r\n" };
  return protocolsOf(headers).length > 1 ? { code: 400, rest: "\r\n" } : undefined;
}

/** Whether the origin is an absolute URL or a path; `null` is not accepted. */
const isOrigin = (origin: string | undefined): boolean =>
  origin !== undefined && /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(origin);

const protocolsOf = (headers: IncomingHttpHeaders): readonly string[] =>
  (headers["sec-websocket-protocol"] ?? "").split(",").flatMap((name) => name.trim() || []);

function formatHandshakeResponse(headers: IncomingHttpHeaders): string {
  const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${acceptSuffix}`).digest("base64");
  const protocols = protocolsOf(headers).map((name) => `Sec-WebSocket-Protocol: ${name}\r\n`);
  const lines = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n${protocols.join("")}\r\n`;
}

function closingFrame(code: number): Uint8Array {
  const content = Buffer.alloc(2);
  content.writeUInt16BE(code);
  return frame(opcode.close, content);
}

const finalBit = 0x80;
const maskBit = 0x80;
/** Values of the length byte which mean that the length follows in 2 or in 8 bytes. */
const longLength = 126;
const longestLength = 127;

/** Returns a message as one frame. */
function frame(code: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  const isShort = length < longLength;
  const header = Buffer.alloc(isShort ? 2 : length < 0x1_0000 ? 4 : 10);
  header[0] = finalBit | code;
  if (isShort) header[1] = length;
  else if (length < 0x1_0000) {
    header[1] = longLength;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = longestLength;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, content]);
}

/** Finds the control frames in the data of a client, however it is divided into chunks. */
class FrameReader {
  /**
   * Called for each control frame. Undefined content means that the client violates the protocol; nothing more is read
   * then.
   */
  private readonly hear: (code: number, content: Uint8Array | undefined) => void;
  private buffered = Buffer.alloc(0);
  /** How many bytes to skip that belong to the last data frame. */
  private skippedBytes = 0;
  private isBroken = false;

  constructor(hear: FrameReader["hear"]) {
    this.hear = hear;
  }

  read(bytes: Buffer): void {
    const skipped = Math.min(this.skippedBytes, bytes.length);
    this.skippedBytes -= skipped;
    this.buffered = Buffer.concat([this.buffered, bytes.subarray(skipped)]);
    while (!this.isBroken && this.readFrame());
  }

  /** Reads the next frame. False if more bytes are needed first. */
  private readFrame(): boolean {
    const { buffered } = this;
    const [first = 0, second = 0] = buffered;
    const lengthCode = second & ~maskBit;
    const lengthBytes = lengthCode === longestLength ? 8 : lengthCode === longLength ? 2 : 0;
    const start = 2 + lengthBytes + maskBytes;
    if (buffered.length < 2) return false;
    const code = first & 0x0f;
    const isControl = code >= opcode.close;
    if ((second & maskBit) === 0 || (isControl && lengthCode > maxControlBytes)) {
      this.isBroken = true;
      this.hear(code, undefined);
      return false;
    }
    if (buffered.length < start) return false;
    const length = lengthBytes === 0 ? lengthCode : Number(`0x${buffered.toString("hex", 2, 2 + lengthBytes)}`);
    if (!isControl) {
      const availableBytes = Math.min(length, buffered.length - start);
      this.skippedBytes = length - availableBytes;
      this.buffered = buffered.subarray(start + availableBytes);
      return true;
    }
    if (buffered.length < start + length) return false;
    const mask = buffered.subarray(start - maskBytes, start);
    this.buffered = buffered.subarray(start + length);
    this.hear(
      code,
      buffered.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % maskBytes] ?? 0)),
    );
    return true;
  }
}

const maskBytes = 4;
