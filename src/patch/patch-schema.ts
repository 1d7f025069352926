/**
 * The facts about a type that a strategic merge patch needs: how its fields are patched.
 *
 * @module
 */
export interface PatchSchema {
  /** The name of the type in messages. */
  readonly name: string;
  /** Returns the field with the name; undefined if the type has no such field, or no fields. */
  field(name: string): PatchField | undefined;
}

export interface PatchField {
  /** `merge`, `replace` or `retainKeys`; if empty, objects are merged and lists are replaced. */
  readonly strategies: readonly string[];
  /** The field that identifies the objects in a list. */
  readonly mergeKey?: string;
  /** The type of the value. */
  readonly value: PatchSchema;
  /** The type of the items; present for lists only. */
  readonly item?: PatchSchema;
}
