/**
 * A media type: how objects become bytes and bytes become objects.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { WholeFloat } from "./whole-floats.ts";

/** The content of a body. */
export interface Decoded {
  /** With `apiVersion` and `kind`, as far as the body has them. */
  readonly value: unknown;
  /** Faults that strict readers refuse although the value is clear: `duplicate field "metadata"`. */
  readonly strictFaults: readonly string[];
  /** Those of a YAML text, in the words of Go's reader: `line 9: key "foo" already set in map`. */
  readonly yamlFaults?: readonly string[];
  /** Of a JSON text, which Go reads into its types as it is written. */
  readonly floats?: readonly WholeFloat[];
}

/** The types of watch events. */
export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Some items of a list, one after the other: the unit whose bytes are kept and shared. */
export interface Run {
  /** An object as it is in a list, without its kind unless it is a custom resource. */
  add(object: object): void;
  /** In parts, each of some items or of one that is large. */
  finish(): readonly Uint8Array[];
}

export type EncodedRun = ReturnType<Run["finish"]>;

/** One media type. */
export interface Codec {
  readonly mediaType: string;
  /** Of watches; absent for an encoding that has none. */
  readonly stream?: EventStream;
  /** `Content-Type` of a configuration that is applied; absent for an encoding that cannot apply one. */
  readonly applyMediaType?: string;
  /** Whether it is text, which has tables and can be written entry by entry. */
  readonly isText: boolean;
  /** Whether values that are no stored objects can be encoded without a shape. */
  readonly isSelfDescribing: boolean;
  /** Whether objects of the type can be encoded as they are; absent: all can. */
  canEncode?(shape: ObjectType): boolean;
  /** @throws {StatusError} BadRequest for bytes that say nothing */
  decode(body: Uint8Array, expected: ObjectType): Decoded;
  /** An object by itself. */
  encodeObject(object: ApiObject, shape: ObjectType): Uint8Array;
  /** @param shape - of the items */
  startRun(shape: ObjectType): Run;
  /**
   * A list, in parts.
   *
   * @param runs - of its items, none of them empty
   * @param shape - of the items
   */
  encodeList(metadata: ApiList["metadata"], runs: readonly EncodedRun[], shape: ObjectType): readonly Uint8Array[];
  /** A value that says itself what it is: a `Status`, a `Table`, a non-persisted resource. `shape` is there when it has one. */
  encodeValue(value: object, shape?: ObjectType): Uint8Array;
}

/** The events of a watch, one after the other. */
export interface EventStream {
  /** Its `Content-Type`. */
  readonly mediaType: string;
  /** An event with its framing; `object` is encoded by itself. */
  frame(type: EventType, object: Uint8Array): Uint8Array;
  /** Bytes at the start of a frame that only say how long it is; default 0. */
  readonly headerBytes?: number;
}

/** A media type that watches have. */
export interface StreamCodec extends Codec {
  readonly stream: EventStream;
}

export const hasStream = (codec: Codec): codec is StreamCodec => codec.stream !== undefined;

/** An object as it is in a list: only a custom resource says what it is. */
export const listedIn = ({ definedBy, apiVersion, kind }: ObjectType, object: object): object =>
  definedBy ? { apiVersion, kind, ...object } : object;
