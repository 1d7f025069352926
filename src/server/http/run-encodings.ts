/**
 * The bytes of the runs of objects that lists are made of, made once for each media type: what did not change since the
 * last list is sent as it was.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { Shape } from "../request/served-resource.ts";
import type { Codec } from "./codec.ts";

type Run = readonly ApiObject[];

export class RunEncodings {
  /** Kept as long as the runs themselves. */
  private readonly bytesByCodec = new Map<Codec, WeakMap<Run, Uint8Array>>();

  /** A list by itself, in parts. */
  list({ metadata, items, runs }: ApiList, codec: Codec, shape: Shape): readonly Uint8Array[] {
    const encoded =
      runs?.map((run) => this.run(run, codec, shape)) ?? (items.length > 0 ? [encodeRun(items, codec, shape)] : []);
    return codec.encodeList(metadata, encoded, shape);
  }

  private run(run: Run, codec: Codec, shape: Shape): Uint8Array {
    const known = this.of(codec).get(run);
    if (known) return known;
    const bytes = encodeRun(run, codec, shape);
    this.of(codec).set(run, bytes);
    return bytes;
  }

  private of(codec: Codec): WeakMap<Run, Uint8Array> {
    const known = this.bytesByCodec.get(codec);
    if (known) return known;
    const made = new WeakMap<Run, Uint8Array>();
    this.bytesByCodec.set(codec, made);
    return made;
  }
}

function encodeRun(run: Run, codec: Codec, shape: Shape): Uint8Array {
  return codec.encodeRun(run.map((object) => codec.encodeItem(object, shape)));
}
