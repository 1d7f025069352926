/**
 * Objects with their type, in any version that there is of them.
 *
 * @module
 */
import type { ApplyType } from "./apply-type.ts";

export interface TypedObject {
  readonly value: unknown;
  readonly apiVersion: string;
  readonly type: ApplyType;
  /** Whether its value may be none of the type, as one that a definition takes, or took once. Default false. */
  readonly mayMisfit?: boolean;
}

/** A version in which a kind that clients defined cannot be had. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/**
 * An object in another version.
 *
 * @returns undefined for a version that a built-in kind has no longer: what is known of it is forgotten
 * @throws {ConversionError}
 */
export type ConvertObject = (object: TypedObject, apiVersion: string) => TypedObject | undefined;
