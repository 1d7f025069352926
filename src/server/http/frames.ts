/**
 * Events of watches as bytes. One event goes to many watches, one after the other: its bytes are made once.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { Codec, EventType } from "./codec.ts";
import type { Exchange } from "./exchange.ts";
import type { Output } from "./negotiate.ts";

export interface WatchedEvent {
  readonly type: EventType;
  readonly object: ApiObject;
  readonly resource: ServedResource;
  readonly output: Output;
}

interface LastFrame {
  readonly type: EventType;
  readonly object: ApiObject;
  readonly bytes: Uint8Array;
}

type EncodeObject = (event: WatchedEvent, exchange: Exchange, isFollowUp: boolean) => Uint8Array;

export class Frames {
  private readonly encode: EncodeObject;
  private readonly lastByCodec = new Map<Codec, LastFrame>();

  /** @param encode - an object in the form of an output */
  constructor(encode: EncodeObject) {
    this.encode = encode;
  }

  /** @param isFollowUp - whether the watch has had an event before */
  frame(event: WatchedEvent, exchange: Exchange, isFollowUp: boolean): Uint8Array {
    const { type, object, output } = event;
    const { codec } = output;
    const isShared = output.transform === undefined;
    const last = isShared ? this.lastByCodec.get(codec) : undefined;
    if (last && last.object === object && last.type === type) return last.bytes;
    const bytes = codec.frame(type, this.encode(event, exchange, isFollowUp));
    if (isShared) this.lastByCodec.set(codec, { type, object, bytes });
    return bytes;
  }
}
