/**
 * Encodes watch events. Many watches send the same events, at different times; the bytes of an event are made once and
 * shared.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Codec, EventType, StreamCodec } from "./codec.ts";
import type { Exchange } from "./exchange.ts";
import type { Output } from "./negotiate.ts";
import { PartBuffer } from "./parts.ts";

/** The properties of a watch that determine how its events are encoded. */
export interface WatchForm {
  readonly resource: ServedResource;
  readonly output: Output<StreamCodec>;
  readonly exchange: Exchange;
}

/** Limit for the bytes of the cached frames of a form. The last frame is kept even if it is larger. */
const maxRecentBytes = 512 * 1024;

interface RecentFrame {
  readonly type: EventType;
  readonly bytes: Uint8Array;
}

/** The last frames of a form, for watches that send the same events shortly after each other. */
class RecentFrames {
  private readonly frameByObject = new Map<ApiObject, RecentFrame>();
  private bytes = 0;

  get(type: EventType, object: ApiObject): Uint8Array | undefined {
    const frame = this.frameByObject.get(object);
    return frame?.type === type ? frame.bytes : undefined;
  }

  add(type: EventType, object: ApiObject, bytes: Uint8Array): void {
    this.drop(object);
    this.frameByObject.set(object, { type, bytes });
    this.bytes += bytes.length;
    for (const oldest of this.frameByObject.keys()) {
      if (this.bytes <= maxRecentBytes || oldest === object) return;
      this.drop(oldest);
    }
  }

  private drop(object: ApiObject): void {
    this.bytes -= this.frameByObject.get(object)?.bytes.length ?? 0;
    this.frameByObject.delete(object);
  }
}

/** Bytes in parts. */
type Frame = readonly Uint8Array[];

interface TransformedState {
  /** The form and the time in seconds. */
  readonly key: string;
  readonly parts: Promise<Frame>;
}

const msPerSecond = 1000;

type EncodeObject = (object: ApiObject, form: WatchForm, isFollowUp: boolean) => Uint8Array;

export class Frames {
  private readonly encode: EncodeObject;
  private readonly recentByForm = new Map<string, RecentFrames>();
  /** Initial states by codec; cached as long as the arrays of objects exist. */
  private readonly stateByCodec = new Map<Codec, WeakMap<readonly ApiObject[], Promise<Frame>>>();
  /** The initial state in the transformed form that a watch requested last: many may request it at the same time. */
  private readonly lastState = new WeakMap<readonly ApiObject[], TransformedState>();
  private readonly nowMs: () => number;

  /** @param encode - encodes an object in the form of a watch */
  constructor(encode: EncodeObject, nowMs: () => number) {
    this.encode = encode;
    this.nowMs = nowMs;
  }

  /** Returns an `ADDED` event for each object of the initial state, in parts that many watches share. */
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

  /** Caches a transformed state for one second only, because tables contain ages in seconds. */
  private stateInForm(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Promise<Frame> {
    const key = `${formKey(form, isFollowUp)} ${Math.floor(this.nowMs() / msPerSecond)}`;
    const last = this.lastState.get(objects);
    if (last?.key === key) return last.parts;
    const parts = this.frameAll(objects, form, isFollowUp);
    this.lastState.set(objects, { key, parts });
    parts.catch(() => this.lastState.delete(objects));
    return parts;
  }

  /** Encodes all objects; other work has its turn in between. */
  private async frameAll(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Promise<Frame> {
    const parts = new PartBuffer();
    for (const [index, object] of objects.entries()) {
      if (isTurnOver()) await nextTurn();
      parts.addBytes(form.output.codec.stream.frame("ADDED", this.encode(object, form, isFollowUp || index > 0)));
    }
    return parts.takeAll();
  }

  /** @param isFollowUp - whether the watch has already sent an event */
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

/** Returns a key that watches share if their events have the same bytes. There are few different keys. */
function formKey({ output: { codec, transform }, exchange }: WatchForm, isFollowUp: boolean): string {
  if (!transform) return codec.mediaType;
  // Tables reject unknown values of the parameter; other forms ignore it.
  const included = transform.form.as === "Table" ? (exchange.query.get("includeObject") ?? "") : "";
  return [codec.mediaType, transform.form.as, transform.version, included, isFollowUp].join(" ");
}
