/**
 * Encodes the runs of objects that lists consist of, once for each media type: runs without changes since the last list
 * are sent from memory. Other work has its turn while they are encoded.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Codec, EncodedRun } from "./codec.ts";

type Objects = readonly ApiObject[];
type RunBytes = WeakMap<Objects, EncodedRun | Promise<EncodedRun>>;

/** Number of objects in a run, for lists that are not divided into runs. */
const runSize = 128;

/**
 * Returns the metadata of a list. For custom resources it always contains `continue`, since Go has no type for their
 * lists that omits an empty value.
 */
export const metadataIn = ({ metadata }: ApiList, { definedBy }: ObjectType): ApiList["metadata"] =>
  definedBy ? { continue: "", ...metadata } : metadata;

export class RunEncodings {
  /**
   * Kept as long as the runs themselves. While a run is being encoded, its promise is kept, so that concurrent lists
   * share the work.
   */
  private readonly bytesByCodec = new Map<Codec, RunBytes>();

  /** Encodes a list, in parts. */
  async encodeList(list: ApiList, codec: Codec, shape: ObjectType): Promise<readonly Uint8Array[]> {
    const encoded: EncodedRun[] = [];
    for (const run of list.runs ?? splitIntoRuns(list.items)) encoded.push(await this.encodeCached(run, codec, shape));
    return codec.encodeList(metadataIn(list, shape), encoded, shape);
  }

  /**
   * Encodes a list of transformed objects; other work may have its turn between two of them. The bytes are not kept:
   * only those of untransformed runs are.
   */
  async encodeTransformedList(
    { metadata, items }: ApiList,
    codec: Codec,
    shape: ObjectType,
    entry: (object: ApiObject) => object,
  ): Promise<readonly Uint8Array[]> {
    const encoded: EncodedRun[] = [];
    for (const run of splitIntoRuns(items)) encoded.push(await encodeRun(run, codec, shape, entry));
    return codec.encodeList(metadata, encoded, shape);
  }

  private encodeCached(run: Objects, codec: Codec, shape: ObjectType): EncodedRun | Promise<EncodedRun> {
    const known = this.cacheOf(codec);
    const bytes = known.get(run);
    if (bytes) return bytes;
    const making = this.encodeAndCache(run, codec, shape);
    known.set(run, making);
    return making;
  }

  private async encodeAndCache(run: Objects, codec: Codec, shape: ObjectType): Promise<EncodedRun> {
    const known = this.cacheOf(codec);
    try {
      const encoded = await encodeRun(run, codec, shape, (object) => object);
      known.set(run, encoded);
      return encoded;
    } catch (error) {
      known.delete(run);
      throw error;
    }
  }

  private cacheOf(codec: Codec): RunBytes {
    const known = this.bytesByCodec.get(codec);
    if (known) return known;
    const made: RunBytes = new WeakMap();
    this.bytesByCodec.set(codec, made);
    return made;
  }
}

async function encodeRun(
  run: Objects,
  codec: Codec,
  shape: ObjectType,
  entry: (object: ApiObject) => object,
): Promise<EncodedRun> {
  const encoder = codec.startRun(shape);
  for (const object of run) {
    if (isTurnOver()) await nextTurn();
    encoder.add(entry(object));
  }
  return encoder.finish();
}

function splitIntoRuns(items: readonly ApiObject[]): readonly Objects[] {
  const count = Math.ceil(items.length / runSize);
  return Array.from({ length: count }, (_, index) => items.slice(index * runSize, (index + 1) * runSize));
}
