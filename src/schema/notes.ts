/**
 * The notes at a field apart from its type.
 *
 * @module
 */

/** Our keywords; they carry what OpenAPI extensions carry. */
export interface Notes {
  /** Names a kind's whole schema: the key of its generated validator. */
  readonly $id?: string;
  /** Names a type that several fields have, `core/v1.PodSpec`. */
  readonly "x-type"?: string;
  readonly description?: string;
  /** Documented as required; decoding itself never refuses an absent field, the kind's rules do. */
  readonly "x-required"?: true;
  /** Required by validation alone: the type lets it be absent. */
  readonly "x-type-optional"?: true;
  /** Protobuf field number. */
  readonly "x-proto"?: number;
  /**
   * Number of the message that holds the field in protobuf, where JSON has the field in the parent itself; of several
   * messages, one in the other, the outermost first.
   */
  readonly "x-proto-inline"?: number | readonly number[];
  /** First release that has the field, `1.34`. */
  readonly "x-since"?: string;
  /** First release that no longer has it. */
  readonly "x-until"?: string;
  /**
   * In a stored resource a field whose gate is off is dropped; in a configuration file the kind's rules decide. Of several,
   * separated by commas, all are needed.
   */
  readonly "x-gate"?: string;
  /** With `x-gate`: the field of the value that depends on the gate; without it, all of the value may stay. */
  readonly "x-gate-part"?: string;
  /** Never printed. */
  readonly "x-sensitive"?: true;
  /**
   * The name of the field in the API server's errors; without text they leave it out, and its index. `../` before it: they leave
   * out the index of what has the field. `/` before it: it is all of the path.
   */
  readonly "x-error-name"?: string;
  /** The API server's errors name the whole of the field, and nothing in it. */
  readonly "x-error-whole"?: true;
  readonly "x-list-type"?: "atomic" | "set" | "map";
  readonly "x-list-map-keys"?: readonly string[];
  /** One manager owns the whole of an `atomic` map or struct; the fields of any other have owners of their own. */
  readonly "x-map-type"?: "atomic" | "granular";
  /** The meaning of absence in the API; the kind fills it in, or does not. */
  readonly "x-default"?: string | number | boolean;
  readonly "x-patch-strategy"?: "merge" | "replace" | "retainKeys" | "merge,retainKeys";
  readonly "x-patch-merge-key"?: string;
  /** A pointer in Go: the zero value and absence differ. */
  readonly "x-pointer"?: true;
  /** Whether Go writes the field although it is empty: its tag has no `omitempty`. By default so if it is required. */
  readonly "x-always"?: boolean;
  /** Go leaves out the zero value of a struct, which it otherwise writes: the tag has `omitzero`. */
  readonly "x-omits-zero"?: true;
  /** Of a field of any value: null counts as one, and not as absent. */
  readonly "x-null-is-value"?: true;
  readonly enum?: readonly string[];
  /** Values of `enum` that came later than the oldest target, with their first release. */
  readonly "x-enum-since"?: Readonly<Record<string, string>>;
}
