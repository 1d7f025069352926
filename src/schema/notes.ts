/**
 * The notes of a field, in addition to its type.
 *
 * @module
 */

/** clustervet's keywords. They correspond to OpenAPI extensions. */
export interface Notes {
  /** The name of a kind's whole schema; the key of its generated validator. */
  readonly $id?: string;
  /** The name of a type that several fields have, `core/v1.PodSpec`. */
  readonly "x-type"?: string;
  readonly description?: string;
  /** Documented as required. Decoding accepts an absent field; the kind's rules report it. */
  readonly "x-required"?: true;
  /** Only validation requires the field; its type allows it to be absent. */
  readonly "x-type-optional"?: true;
  /** The field number in protobuf. */
  readonly "x-proto"?: number;
  /**
   * The number of the protobuf message that contains the field, if the JSON field is in the parent itself; for several
   * nested messages, the outermost first.
   */
  readonly "x-proto-inline"?: number | readonly number[];
  /** First release that has the field, `1.34`. */
  readonly "x-since"?: string;
  /** First release that no longer has it. */
  readonly "x-until"?: string;
  /**
   * The feature gate of the field; if it lists several, separated by commas, all are needed. In a stored resource, the
   * field is dropped if the gate is off; in a configuration file, the kind's rules decide.
   */
  readonly "x-gate"?: string;
  /** With `x-gate`: the part of the value that depends on the gate. A value without it may stay. */
  readonly "x-gate-part"?: string;
  /** Secret; never printed. */
  readonly "x-sensitive"?: true;
  /**
   * The name of the field in the API server's errors. Empty: their paths omit the field and its index. Prefix `../`:
   * they omit the index of the parent. Prefix `/`: the name is the whole path.
   */
  readonly "x-error-name"?: string;
  /** The API server's errors name the field as a whole, never a part of it. */
  readonly "x-error-whole"?: true;
  readonly "x-list-type"?: "atomic" | "set" | "map";
  readonly "x-list-map-keys"?: readonly string[];
  /** One manager owns the whole of an `atomic` map or struct; otherwise each field has its own owners. */
  readonly "x-map-type"?: "atomic" | "granular";
  /** The value that absence means in the API. Defaulting may or may not fill it in. */
  readonly "x-default"?: string | number | boolean;
  readonly "x-patch-strategy"?: "merge" | "replace" | "retainKeys" | "merge,retainKeys";
  readonly "x-patch-merge-key"?: string;
  /** The field is a pointer in Go, so that its zero value differs from absence. */
  readonly "x-pointer"?: true;
  /**
   * Whether Go writes the field even if it is empty, since its tag lacks `omitempty`. Default: whether it is required.
   */
  readonly "x-always"?: boolean;
  /** Go omits the zero value of this struct, which it would otherwise write: the tag has `omitzero`. */
  readonly "x-omits-zero"?: true;
  /** For a field of any type: null is a value, not absence. */
  readonly "x-null-is-value"?: true;
  readonly enum?: readonly string[];
  /** Values of `enum` that are newer than the oldest target, with their first release. */
  readonly "x-enum-since"?: Readonly<Record<string, string>>;
}
