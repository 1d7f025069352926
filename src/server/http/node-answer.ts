/**
 * A response on top of Node's HTTP/1.1 or HTTP/2 response.
 *
 * @module
 */
import assert from "node:assert";
import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";
import type { Socket } from "node:net";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type Backlog, noUnwrittenParts, type UnreadResponse, type UnwrittenParts } from "./backlog.ts";
import type { ResponseWriter } from "./exchange.ts";

export type NodeResponse = ServerResponse | Http2ServerResponse;

/** How many bytes of a large response are written before the client has read. */
const maxUnreadBytes = 256 * 1024;

/** The owner calls `forget` when the response is closed. */
export class NodeResponseWriter implements ResponseWriter, UnreadResponse {
  readonly connection: object;
  private readonly response: NodeResponse;
  private readonly backlog: Backlog;
  private hasDrainListener = false;
  private unreadBytes = 0;
  private rest = noUnwrittenParts;
  private readonly upgradeSocket: Socket | undefined;
  private isTakenOver = false;

  /** @param upgradeSocket - the connection, if the client requests an upgrade to another protocol */
  constructor(response: NodeResponse, backlog: Backlog, upgradeSocket?: Socket) {
    this.response = response;
    this.upgradeSocket = upgradeSocket;
    this.backlog = backlog;
    this.connection = connectionOf(response);
  }

  get isStarted(): boolean {
    return this.isTakenOver || this.response.headersSent;
  }

  get code(): number {
    return this.response.statusCode;
  }

  setHeader(name: string, value: string | readonly string[]): void {
    if (this.isStarted || isGone(this.response)) return;
    this.response.setHeader(name, typeof value === "string" ? value : [...value]);
  }

  start(code: number): void {
    if (isGone(this.response)) return;
    const { response } = this;
    response.statusCode = code;
    // HTTP/2 responses also have the method, although their types do not.
    (response as ServerResponse).flushHeaders();
  }

  write(bytes: Uint8Array): boolean {
    if (isGone(this.response)) return false;
    const canContinue = (this.response as ServerResponse).write(bytes);
    if (!canContinue) {
      this.listenForDrain();
      this.setUnread(this.unreadBytes + bytes.length);
    }
    return canContinue;
  }

  onDrain(resume: () => void): void {
    this.response.on("drain", resume);
  }

  end(bytes?: Uint8Array): void {
    if (isGone(this.response)) return;
    if (bytes) this.response.end(bytes);
    else this.response.end();
  }

  send(code: number, body: Uint8Array): void {
    if (isGone(this.response)) return;
    this.response.statusCode = code;
    this.response.setHeader("Content-Length", String(body.length));
    this.response.end(body);
    if (body.length > 0) this.setUnread(body.length);
  }

  async sendParts(code: number, parts: readonly Uint8Array[]): Promise<void> {
    const [only = new Uint8Array()] = parts;
    if (parts.length <= 1) return this.send(code, only);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.setHeader("Content-Length", String(length));
    this.response.statusCode = code;
    await this.writeAll(parts, parts);
  }

  async sendStream(code: number, parts: AsyncIterable<Uint8Array>): Promise<void> {
    if (isGone(this.response)) return;
    this.response.statusCode = code;
    await this.writeAll(parts, []);
  }

  /** @param partsInMemory - all parts if they are already in memory; otherwise empty */
  private async writeAll(
    parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    partsInMemory: readonly Uint8Array[],
  ): Promise<void> {
    let written = 0;
    let unreadBytes = 0;
    for await (const part of parts) {
      if (written > 0 && isTurnOver()) await nextTurn();
      if (isGone(this.response)) return;
      written++;
      unreadBytes = this.write(part) ? 0 : unreadBytes + part.length;
      if (unreadBytes < maxUnreadBytes) continue;
      this.setUnread(unreadBytes, { parts: partsInMemory, from: written });
      await waitForDrain(this.response);
      unreadBytes = 0;
    }
    this.end();
  }

  /** Removes the response from the backlog. Called when it is closed: the client has read all of it, or has gone. */
  removeFromBacklog(): void {
    if (this.unreadBytes === 0 && this.rest === noUnwrittenParts) return;
    this.unreadBytes = 0;
    this.rest = noUnwrittenParts;
    this.backlog.set(this, 0);
  }

  private listenForDrain(): void {
    if (this.hasDrainListener) return;
    this.hasDrainListener = true;
    this.response.on("drain", () => this.setUnread(0));
  }

  private setUnread(bytes: number, rest: UnwrittenParts = this.rest): void {
    if (isGone(this.response)) return;
    this.unreadBytes = bytes;
    this.rest = rest;
    this.backlog.set(this, bytes, rest);
  }

  get canTakeOver(): boolean {
    return this.upgradeSocket !== undefined && !this.isStarted;
  }

  takeOver(code: number): Socket {
    const { upgradeSocket, response } = this;
    assert(upgradeSocket && this.canTakeOver, "the client has not offered its connection");
    this.isTakenOver = true;
    response.statusCode = code;
    (response as ServerResponse).detachSocket(upgradeSocket);
    return upgradeSocket;
  }

  abort(): void {
    const { response } = this;
    if (isGone(response)) return;
    if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else response.destroy();
  }
}

/** Returns an object that all responses of a connection share. */
export function connectionOf(response: NodeResponse): object {
  if ("stream" in response) return response.stream?.session ?? response;
  return response.socket ?? response;
}

/** Resolves when the client has read, or has gone. */
function waitForDrain(response: NodeResponse): Promise<void> {
  if (isGone(response)) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.on("drain", settle);
    response.on("close", settle);
  });
}

/** Whether nothing can be written any more; HTTP/2 responses throw at the attempt. */
export function isGone(response: NodeResponse): boolean {
  if ("stream" in response) return !response.stream || response.stream.destroyed || response.stream.closed;
  return response.destroyed;
}

/** Announces that the connection ends with this response. For HTTP/2 the session has already announced it. */
export function announceClose(response: NodeResponse): void {
  if ("stream" in response) return;
  const { req, headersSent } = response;
  if (headersSent) response.once("finish", () => req.socket.end());
  else response.setHeader("Connection", "close");
}
