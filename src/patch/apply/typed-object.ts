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
}

/**
 * An object in another version.
 *
 * @returns undefined for a version that there is no longer
 */
export type ConvertObject = (object: TypedObject, apiVersion: string) => TypedObject | undefined;
