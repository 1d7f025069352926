/**
 * Where each value of the effective configuration comes from.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPointer } from "../diagnostic/path.ts";
import { isPlainObject } from "../json/plain-object.ts";

/** Who set a value. */
export type Origin =
  /** The path is the one in the file, which may write names in another case. */
  | { readonly source: "file"; readonly file: string; readonly path: FieldPath }
  | { readonly source: "flag"; readonly text: string }
  /** The defaults of the command line, where that differs from the default of a file. */
  | { readonly source: "flag-default" };

/** Origins by place; a place that is not listed has the origin of what holds it, or is a default. */
export class Origins {
  readonly #byPointer = new Map<string, { readonly path: FieldPath; readonly origin: Origin }>();

  /** Origins at or below `path` are gone; the origin is that of the whole new value. */
  set(path: FieldPath, origin: Origin): void {
    this.remove(path);
    this.#byPointer.set(formatPointer(path), { path, origin });
  }

  /** Values at and below `path` are defaults again. */
  remove(path: FieldPath): void {
    const pointer = formatPointer(path);
    for (const key of this.#byPointer.keys()) {
      if (key === pointer || key.startsWith(`${pointer}/`)) this.#byPointer.delete(key);
    }
  }

  /** The origin of the value at `path`; undefined for a default. */
  of(path: FieldPath): Origin | undefined {
    return this.#entry(path)?.origin;
  }

  /** The path in the file of what is at `path` here. */
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

/** The places of the values themselves: everything that is no object, lists as a whole, and empty objects. */
export function* leavesOf(value: unknown, path: FieldPath = []): Generator<{ path: FieldPath; value: unknown }> {
  const members = isPlainObject(value) ? Object.entries(value) : [];
  if (members.length === 0) {
    if (path.length > 0) yield { path, value };
    return;
  }
  for (const [name, member] of members) yield* leavesOf(member, [...path, name]);
}
