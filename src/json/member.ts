/**
 * Reads and sets members of plain objects by untrusted names, without access to inherited members.
 *
 * @module
 */

/** Returns an own member of the object, never an inherited one such as `constructor`. */
export function memberOf<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member with any name, including `__proto__`, to which an assignment would set the prototype. */
export function setMember<T>(object: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Returns the names of the members that an object has in JSON: those that are not undefined. */
export function memberNames(object: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(object);
  return names.some((name) => object[name] === undefined) ? names.filter((name) => object[name] !== undefined) : names;
}
