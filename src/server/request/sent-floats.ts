/**
 * Records the whole numbers of an object that the client wrote as floats, for example `2.0`. They matter during
 * validation; after the object is stored they are integers.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import type { ApiObject } from "./api-object.ts";

/** The path of a number and its text in the request. */
export interface SentFloat {
  readonly path: FieldPath;
  readonly text: string;
}

const floatsByObject = new WeakMap<ApiObject, readonly SentFloat[]>();

export function noteFloats(object: ApiObject, floats: readonly SentFloat[] = []): void {
  if (floats.length > 0) floatsByObject.set(object, floats);
}

/** Returns the floats that the client sent with an object; undefined if there were none. */
export const sentFloats = (object: ApiObject): readonly SentFloat[] | undefined => floatsByObject.get(object);

/** Returns the paths of the floats whose values are unchanged; undefined if the client sent none. */
export function floatPaths(object: ApiObject): readonly FieldPath[] | undefined {
  return sentFloats(object)?.flatMap(({ path, text }) =>
    Number(valueAt(object, path)) === Number(text) ? [path] : [],
  );
}
