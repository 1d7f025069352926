/**
 * An answer over Node's own HTTP/1.1 or HTTP/2 response.
 *
 * @module
 */
import type { ServerResponse } from "node:http";
import { constants, type Http2ServerResponse } from "node:http2";
import type { Answer } from "./exchange.ts";

export type NodeResponse = ServerResponse | Http2ServerResponse;

export class NodeAnswer implements Answer {
  private readonly response: NodeResponse;

  constructor(response: NodeResponse) {
    this.response = response;
  }

  get isStarted(): boolean {
    return this.response.headersSent;
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
    // HTTP/2 has it too, though its types do not say so.
    (response as ServerResponse).flushHeaders();
  }

  write(bytes: Uint8Array): boolean {
    if (isGone(this.response)) return false;
    return (this.response as ServerResponse).write(bytes);
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
  }

  abort(): void {
    const { response } = this;
    if (isGone(response)) return;
    if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else response.destroy();
  }
}

/** Nothing can be written any more; HTTP/2 throws at the attempt. */
function isGone(response: NodeResponse): boolean {
  if ("stream" in response) return !response.stream || response.stream.destroyed || response.stream.closed;
  return response.destroyed;
}
