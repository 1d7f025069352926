/**
 * The media types of objects.
 *
 * @module
 */
import type { Codec } from "./codec.ts";
import { jsonCodec } from "./json-codec.ts";
import { protobufCodec } from "./protobuf-codec.ts";
import { yamlCodec } from "./yaml-codec.ts";

/** The first is for clients that do not care. */
const codecs: readonly Codec[] = [jsonCodec, yamlCodec, protobufCodec];

/** CBOR is behind its gate, and loads with it. */
export async function servedCodecs(isEnabled: (gate: string) => boolean): Promise<readonly Codec[]> {
  if (!isEnabled("CBORServingAndStorage")) return codecs;
  const { cborCodec } = await import("./cbor-codec.ts");
  return [...codecs, cborCodec];
}
