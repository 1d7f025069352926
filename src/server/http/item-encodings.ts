/**
 * The bytes of objects, made once for each media type and shared by every list, answer and watch that has the object.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { Shape } from "../request/served-resource.ts";
import type { Codec } from "./codec.ts";

/** Kept as long as the object itself. */
export class ItemEncodings {
  private readonly bytesByCodec = new Map<Codec, WeakMap<ApiObject, Uint8Array>>();

  item(object: ApiObject, codec: Codec, shape: Shape): Uint8Array {
    const known = this.of(codec).get(object);
    if (known) return known;
    const bytes = codec.encodeItem(object, shape);
    this.of(codec).set(object, bytes);
    return bytes;
  }

  private of(codec: Codec): WeakMap<ApiObject, Uint8Array> {
    const known = this.bytesByCodec.get(codec);
    if (known) return known;
    const made = new WeakMap<ApiObject, Uint8Array>();
    this.bytesByCodec.set(codec, made);
    return made;
  }
}
