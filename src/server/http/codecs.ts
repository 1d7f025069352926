/**
 * The media types in which the server sends and accepts objects.
 *
 * @module
 */
import type { Codec } from "./codec.ts";
import { jsonCodec } from "./json-codec.ts";
import { protobufCodec } from "./protobuf-codec.ts";
import { yamlCodec } from "./yaml-codec.ts";

/** The first is the default. */
const codecs: readonly Codec[] = [jsonCodec, yamlCodec, protobufCodec];

/** Returns the served codecs. CBOR is loaded only if its feature gate is on. */
export async function servedCodecs(isEnabled: (gate: string) => boolean): Promise<readonly Codec[]> {
  if (!isEnabled("CBORServingAndStorage")) return codecs;
  const { cborCodec } = await import("./cbor-codec.ts");
  return [...codecs, cborCodec];
}
