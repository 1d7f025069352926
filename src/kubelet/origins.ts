/**
 * Records the origin of each value in the effective configuration.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPointer } from "../diagnostic/path.ts";
import { isPlainObject } from "../json/plain-object.ts";

/** The source that set a value. */
export type Origin =
  /** `path` is that in the file, whose field names may differ in case. */
  | { readonly source: "file"; readonly file: string; readonly path: FieldPath }
  | { readonly source: "flag"; readonly text: string }
  /** A default of the command line that differs from the default of a file. */
  | { readonly source: "flag-default" };

/** Origins by path. A path without an entry has the origin of its nearest parent with one, or is a default. */
export class Origins {
  readonly #byPointer = new Map<string, { readonly path: FieldPath; readonly origin: Origin }>();

  /** Sets the origin of the value at `path`, and removes the origins below it. */
  set(path: FieldPath, origin: Origin): void {
    this.remove(path);
    this.#byPointer.set(formatPointer(path), { path, origin });
  }

  /** Removes the origins at and below `path`: the values are defaults. */
  remove(path: FieldPath): void {
    const pointer = formatPointer(path);
    for (const key of this.#byPointer.keys()) {
      if (key === pointer || key.startsWith(`${pointer}/`)) this.#byPointer.delete(key);
    }
  }

  /** The origin of the value at `path`; undefined for a default. */
  find(path: FieldPath): Origin | undefined {
    return this.#entry(path)?.origin;
  }

  /** Returns the origin of the value at `path`, and its path in the file. */
  placeOf(path: FieldPath): { readonly origin: Origin; readonly path: FieldPath } | undefined {
    const entry = this.#entry(path);
    if (!entry) return undefined;
    const { origin } = entry;
    return { origin, path: origin.source === "file" ? [...origin.path, ...path.slice(entry.path.length)] : path };
  }

  #entry(path: FieldPath) {
    for (let length = path.length; length > 0; length--) {
      const entry = this.#byPointer.get(formatPointer(path.slice(0, length)));
      if (entry) return entry;
    }
    return undefined;
  }
}

/** Yields the leaves of a value: everything that is not an object, lists as a whole, and empty objects. */
export function* leavesOf(value: unknown, path: FieldPath = []): Generator<{ path: FieldPath; value: unknown }> {
  const members = isPlainObject(value) ? Object.entries(value) : [];
  if (members.length === 0) {
    if (path.length > 0) yield { path, value };
    return;
  }
  for (const [name, member] of members) yield* leavesOf(member, [...path, name]);
}
