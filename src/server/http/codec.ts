/**
 * The interface of a media type, which encodes objects to bytes and decodes bytes to objects.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { WholeFloat } from "./whole-floats.ts";

/** The decoded content of a body. */
export interface DecodedBody {
  /** Includes `apiVersion` and `kind` if the body does. */
  readonly value: unknown;
  /** Errors that strict requests reject although the value is unambiguous: `duplicate field "metadata"`. */
  readonly strictFaults: readonly string[];
  /** The same for a YAML text, in the wording of Go's decoder: `line 9: key "foo" already set in map`. */
  readonly yamlFaults?: readonly string[];
  /** Whole numbers that a JSON text writes as floats; Go's typed decoder depends on the notation. */
  readonly floats?: readonly WholeFloat[];
}

/** The types of watch events. */
export type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** Consecutive items of a list: the unit whose bytes are kept and shared. */
export interface RunEncoder {
  /** Adds an object as a list item: without its kind, unless it is a custom resource. */
  add(object: object): void;
  /** Returns the bytes in parts, each of several items or of one large item. */
  finish(): readonly Uint8Array[];
}

export type EncodedRun = ReturnType<RunEncoder["finish"]>;

/** Encodes and decodes one media type. */
export interface Codec {
  readonly mediaType: string;
  /** The format of watches; absent if the encoding does not support watches. */
  readonly stream?: EventStream;
  /** `Content-Type` of server-side apply; absent if the encoding does not support it. */
  readonly applyMediaType?: string;
  /** Whether the encoding is text, which supports tables and can be written entry by entry. */
  readonly isText: boolean;
  /** Whether values other than stored objects can be encoded without a shape. */
  readonly isSelfDescribing: boolean;
  /** Whether objects of the type can be encoded; absent: all can. */
  canEncode?(shape: ObjectType): boolean;
  /** @throws {StatusError} BadRequest if the bytes cannot be decoded */
  decode(body: Uint8Array, expected: ObjectType): DecodedBody;
  /** Encodes a single object. */
  encodeObject(object: ApiObject, shape: ObjectType): Uint8Array;
  /** @param shape - the type of the items */
  startRun(shape: ObjectType): RunEncoder;
  /**
   * Encodes a list, in parts.
   *
   * @param runs - the encoded items; no run is empty
   * @param shape - the type of the items
   */
  encodeList(metadata: ApiList["metadata"], runs: readonly EncodedRun[], shape: ObjectType): readonly Uint8Array[];
  /**
   * Encodes a value that contains its kind: a `Status`, a `Table`, a non-persisted resource. `shape` is given if the
   * value has one.
   */
  encodeValue(value: object, shape?: ObjectType): Uint8Array;
}

/** The format of a watch: events one after the other. */
export interface EventStream {
  /** The `Content-Type` of the watch. */
  readonly mediaType: string;
  /** Frames an event; `object` is encoded already. */
  frame(type: EventType, object: Uint8Array): Uint8Array;
  /** Number of bytes at the start of a frame that only contain its length; default 0. */
  readonly headerBytes?: number;
}

/** A media type that supports watches. */
export interface StreamCodec extends Codec {
  readonly stream: EventStream;
}

export const hasStream = (codec: Codec): codec is StreamCodec => codec.stream !== undefined;

/** Returns an object as a list item: only custom resources contain their kind. */
export const asListItem = ({ definedBy, apiVersion, kind }: ObjectType, object: object): object =>
  definedBy ? { apiVersion, kind, ...object } : object;
