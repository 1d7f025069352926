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

/** What is the same for all events of a watch. */
export interface WatchForm {
  readonly resource: ServedResource;
  readonly output: Output;
  readonly exchange: Exchange;
}

interface LastFrame {
  readonly type: EventType;
  readonly object: ApiObject;
  readonly bytes: Uint8Array;
}

type EncodeObject = (object: ApiObject, form: WatchForm, isFollowUp: boolean) => Uint8Array;

export class Frames {
  private readonly encode: EncodeObject;
  private readonly lastByForm = new Map<string, LastFrame>();
  /** Of the state that watches begin with; kept as long as the arrays of objects. */
  private readonly stateByCodec = new Map<Codec, WeakMap<readonly ApiObject[], Uint8Array>>();

  /** @param encode - an object in the form of a watch */
  constructor(encode: EncodeObject) {
    this.encode = encode;
  }

  /** `ADDED` for each of some objects that are there when a watch begins: many watches may begin with them. */
  state(objects: readonly ApiObject[], form: WatchForm, isFollowUp: boolean): Uint8Array {
    const { codec, transform } = form.output;
    const join = () =>
      Buffer.concat(
        objects.map((object, index) => codec.frame("ADDED", this.encode(object, form, isFollowUp || index > 0))),
      );
    if (transform) return join();
    const known = this.stateByCodec.get(codec) ?? new WeakMap<readonly ApiObject[], Uint8Array>();
    this.stateByCodec.set(codec, known);
    const bytes = known.get(objects) ?? join();
    known.set(objects, bytes);
    return bytes;
  }

  /** @param isFollowUp - whether the watch has had an event before */
  frame(type: EventType, object: ApiObject, form: WatchForm, isFollowUp: boolean): Uint8Array {
    const { codec } = form.output;
    const key = formKey(form, isFollowUp);
    const last = this.lastByForm.get(key);
    if (last && last.object === object && last.type === type) return last.bytes;
    const bytes = codec.frame(type, this.encode(object, form, isFollowUp));
    this.lastByForm.set(key, { type, object, bytes });
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
