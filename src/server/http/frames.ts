/**
 * Events of watches as bytes. Events go to many watches, some at a time to each: the bytes of an event are made once.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Codec, EventType, StreamCodec } from "./codec.ts";
import type { Exchange } from "./exchange.ts";
import type { Output } from "./negotiate.ts";
import { Parts } from "./parts.ts";

/** The common part of all events of a watch. */
export interface WatchForm {
  readonly resource: ServedResource;
  readonly output: Output<StreamCodec>;
  readonly exchange: Exchange;
}

/** The frames of a form that are kept, in bytes; the last one is kept whatever it takes. */
const maxRecentBytes = 512 * 1024;

interface RecentFrame {
  readonly type: EventType;
  readonly bytes: Uint8Array;
}

/** The last frames of a form: watches that take the same events one after the other find them here. */
class RecentFrames {
  private readonly byObject = new Map<ApiObject, RecentFrame>();
  private bytes = 0;

  get(type: EventType, object: ApiObject): Uint8Array | undefined {
    const frame = this.byObject.get(object);
    return frame?.type === type ? frame.bytes : undefined;
  }

  add(type: EventType, object: ApiObject, bytes: Uint8Array): void {
    this.drop(object);
    this.byObject.set(object, { type, bytes });
    this.bytes += bytes.length;
    for (const oldest of this.byObject.keys()) {
      if (this.bytes <= maxRecentBytes || oldest === object) return;
      this.drop(oldest);
    }
  }

  private drop(object: ApiObject): void {
    this.bytes -= this.byObject.get(object)?.bytes.length ?? 0;
    this.byObject.delete(object);
  }
}

/** Bytes in parts. */
type Frame = readonly Uint8Array[];

interface FormedState {
  /** The form and the second. */
  readonly key: string;
  readonly parts: Promise<Frame>;
}

const msPerSecond = 1000;

type EncodeObject = (object: ApiObject, form: WatchForm, isFollowUp: boolean) => Uint8Array;

export class Frames {
  private readonly encode: EncodeObject;
  private readonly recentByForm = new Map<string, RecentFrames>();
  /** Of the state that watches begin with; kept as long as the arrays of objects. */
  private readonly stateByCodec = new Map<Codec, WeakMap<readonly ApiObject[], Promise<Frame>>>();
  /** The same in the form that a watch asked for last: many may ask for it at the same time. */
  private readonly lastState = new WeakMap<readonly ApiObject[], FormedState>();
  private readonly nowMs: () => number;

  /** @param encode - an object in the form of a watch */
  constructor(encode: EncodeObject, nowMs: () => number) {
    this.encode = encode;
    this.nowMs = nowMs;
  }

  /** `ADDED` for each of some objects that are there when a watch begins, in parts: many watches may begin with them. */
  state(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Promise<Frame> {
    const { codec, transform } = form.output;
    if (transform) return this.stateInForm(objects, form, isFollowUp);
    const known = this.stateByCodec.get(codec) ?? new WeakMap<readonly ApiObject[], Promise<Frame>>();
    this.stateByCodec.set(codec, known);
    const parts = known.get(objects) ?? this.frameAll(objects, form, isFollowUp);
    known.set(objects, parts);
    parts.catch(() => known.delete(objects));
    return parts;
  }

  /** Ages in it count seconds. */
  private stateInForm(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Promise<Frame> {
    const key = `${formKey(form, isFollowUp)} ${Math.floor(this.nowMs() / msPerSecond)}`;
    const last = this.lastState.get(objects);
    if (last?.key === key) return last.parts;
    const parts = this.frameAll(objects, form, isFollowUp);
    this.lastState.set(objects, { key, parts });
    parts.catch(() => this.lastState.delete(objects));
    return parts;
  }

  /** Others have a turn meanwhile. */
  private async frameAll(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Promise<Frame> {
    const parts = new Parts();
    for (const [index, object] of objects.entries()) {
      if (isTurnOver()) await nextTurn();
      parts.addBytes(form.output.codec.stream.frame("ADDED", this.encode(object, form, isFollowUp || index > 0)));
    }
    return parts.takeAll();
  }

  /** @param isFollowUp - whether the watch has had an event before */
  frame(type: EventType, object: ApiObject, form: WatchForm, isFollowUp: boolean): Uint8Array {
    const { codec } = form.output;
    const key = formKey(form, isFollowUp);
    const recent = this.recentByForm.get(key) ?? new RecentFrames();
    this.recentByForm.set(key, recent);
    const known = recent.get(type, object);
    if (known) return known;
    const bytes = codec.stream.frame(type, this.encode(object, form, isFollowUp));
    recent.add(type, object, bytes);
    return bytes;
  }
}

/** The same for watches whose events look the same; there are few of them. */
function formKey({ output: { codec, transform }, exchange }: WatchForm, isFollowUp: boolean): string {
  if (!transform) return codec.mediaType;
  // Tables refuse what they do not know; others do not look at it.
  const included = transform.form.as === "Table" ? (exchange.query.get("includeObject") ?? "") : "";
  return [codec.mediaType, transform.form.as, transform.version, included, isFollowUp].join(" ");
}
