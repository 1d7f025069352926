/**
 * The facts that a strategic merge patch needs of a type: how its fields are patched.
 *
 * @module
 */
export interface PatchSchema {
  /** How the type is called in messages. */
  readonly name: string;
  /** The field of that name; undefined where the type has none, or is no type with fields. */
  field(name: string): PatchField | undefined;
}

export interface PatchField {
  /** `merge`, `replace`, `retainKeys`; none means that objects are merged and lists replaced. */
  readonly strategies: readonly string[];
  /** The field that tells the objects of a list apart. */
  readonly mergeKey?: string;
  /** The type of the value. */
  readonly value: PatchSchema;
  /** The type of the items; present for lists only. */
  readonly item?: PatchSchema;
}
