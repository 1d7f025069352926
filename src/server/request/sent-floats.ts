/**
 * The whole numbers of an object that its client wrote as floats, such as `2.0`. They count while the object is validated: once
 * it is stored they are integers.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import type { ApiObject } from "./api-object.ts";

/** A number by its place, and as it is written. */
export interface SentFloat {
  readonly path: FieldPath;
  readonly text: string;
}

const floatsByObject = new WeakMap<ApiObject, readonly SentFloat[]>();

export function noteFloats(object: ApiObject, floats: readonly SentFloat[] = []): void {
  if (floats.length > 0) floatsByObject.set(object, floats);
}

/** Those that came with an object; undefined for none. */
export const sentFloats = (object: ApiObject): readonly SentFloat[] | undefined => floatsByObject.get(object);

/** The places of those that still have their values; undefined for none. */
export function floatPaths(object: ApiObject): readonly FieldPath[] | undefined {
  return sentFloats(object)?.flatMap(({ path, text }) =>
    Number(valueAt(object, path)) === Number(text) ? [path] : [],
  );
}
