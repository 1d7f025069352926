/**
 * Members of plain objects under names that come from outside: never what an object inherits.
 *
 * @module
 */

/** The object's own member, never `constructor` or another of the names that every object inherits. */
export function memberOf<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member of any name: an assignment to `__proto__` would set the prototype. */
export function setMember<T>(object: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}
