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
export const codecs: readonly Codec[] = [jsonCodec, yamlCodec, protobufCodec];
