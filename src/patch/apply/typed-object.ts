/**
 * Objects with their type, and their conversion between versions.
 *
 * @module
 */
import type { ApplyType } from "./apply-type.ts";

export interface TypedObject {
  readonly value: unknown;
  readonly apiVersion: string;
  readonly type: ApplyType;
  /**
   * Whether the value may not match the type, for example a custom resource that its definition accepts or once
   * accepted. Default false.
   */
  readonly mayViolateType?: boolean;
}

/** A custom resource cannot be converted to a version. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/**
 * Converts an object to another version.
 *
 * @returns undefined for a version that a built-in kind no longer has; callers drop the owners of that version
 * @throws {ConversionError}
 */
export type ConvertObject = (object: TypedObject, apiVersion: string) => TypedObject | undefined;
