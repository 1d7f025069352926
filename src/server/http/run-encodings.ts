/**
 * The bytes of the runs of objects that lists are made of, made once for each media type: what did not change since the
 * last list is sent as it was. Others have a turn while they are made.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Codec, EncodedRun } from "./codec.ts";

type Objects = readonly ApiObject[];
type RunBytes = WeakMap<Objects, EncodedRun | Promise<EncodedRun>>;

/** Objects of a run, where a list does not come in runs. */
const runSize = 128;

/** The metadata of a list by itself. That of custom resources says also that it does not go on: Go has no type for it that leaves this out. */
export const metadataIn = ({ metadata }: ApiList, { definedBy }: ObjectType): ApiList["metadata"] =>
  definedBy ? { continue: "", ...metadata } : metadata;

export class RunEncodings {
  /** Kept as long as the runs themselves; of a run that is being encoded, the promise of its bytes, so that lists at the same time share the work. */
  private readonly bytesByCodec = new Map<Codec, RunBytes>();

  /** A list by itself, in parts. */
  async list(list: ApiList, codec: Codec, shape: ObjectType): Promise<readonly Uint8Array[]> {
    const encoded: EncodedRun[] = [];
    for (const run of list.runs ?? inRuns(list.items)) encoded.push(await this.run(run, codec, shape));
    return codec.encodeList(metadataIn(list, shape), encoded, shape);
  }

  /**
   * A list of what is made of the objects; others have a turn between two of them. Nothing is kept: the runs of the list have
   * their bytes kept as they are.
   */
  async listOf(
    { metadata, items }: ApiList,
    codec: Codec,
    shape: ObjectType,
    entry: (object: ApiObject) => object,
  ): Promise<readonly Uint8Array[]> {
    const encoded: EncodedRun[] = [];
    for (const run of inRuns(items)) encoded.push(await encodeRun(run, codec, shape, entry));
    return codec.encodeList(metadata, encoded, shape);
  }

  private run(run: Objects, codec: Codec, shape: ObjectType): EncodedRun | Promise<EncodedRun> {
    const known = this.of(codec);
    const bytes = known.get(run);
    if (bytes) return bytes;
    const making = this.make(run, codec, shape);
    known.set(run, making);
    return making;
  }

  private async make(run: Objects, codec: Codec, shape: ObjectType): Promise<EncodedRun> {
    const known = this.of(codec);
    try {
      const encoded = await encodeRun(run, codec, shape, (object) => object);
      known.set(run, encoded);
      return encoded;
    } catch (error) {
      known.delete(run);
      throw error;
    }
  }

  private of(codec: Codec): RunBytes {
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
  const begun = codec.startRun(shape);
  for (const object of run) {
    if (isTurnOver()) await nextTurn();
    begun.add(entry(object));
  }
  return begun.finish();
}

function inRuns(items: readonly ApiObject[]): readonly Objects[] {
  const count = Math.ceil(items.length / runSize);
  return Array.from({ length: count }, (_, index) => items.slice(index * runSize, (index + 1) * runSize));
}
