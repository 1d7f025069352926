/**
 * The names of what drivers say of devices, and the sizes of lists of them.
 *
 * @module
 */
import { utf8Length } from "../../lexical/utf8.ts";
import { type Check, unique } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { driverName } from "../core/volume-source-checks.ts";

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** In bytes. */
const maxIdentifierBytes = 32;

const checkIdentifier: Check<string> = (name, place) => {
  if (utf8Length(name) > maxIdentifierBytes) place.say(`must have at most ${maxIdentifierBytes} bytes`, "too-long");
  if (!identifier.test(name)) place.invalid("must be an identifier: letters, digits and _, no digit first", name);
};

/** `model`, or `gpu.example.com/model`. */
const deviceName: Check<string> = (name, place, scope) => {
  const parts = name.split("/");
  const [domain = "", own = ""] = parts;
  if (parts.length === 1) checkIdentifier(name, place, scope);
  if (parts.length !== 2) return;
  if (domain === "") place.invalid("must have a domain before /", name);
  else driverName(domain, place, scope);
  if (own === "") place.invalid("must have a name after /", name);
  else checkIdentifier(own, place, scope);
};

/** `gpu.example.com/model`. */
export const fullyQualifiedName: Check<string> = (name, place, scope) => {
  deviceName(name, place, scope);
  if (!name.includes("/")) place.invalid("must have the domain of a driver before the name: domain/name", name);
};

/** Says when a list is too long; false then, as the server looks no further. */
export function atMost(most: number, items: readonly unknown[] | undefined, place: Place): boolean {
  if (!items || items.length <= most) return true;
  place.say(`must have at most ${most} items; got ${items.length}`, "too-many");
  return false;
}

/** Says which items have the name of an earlier one. */
export function distinct<T>(items: readonly T[], place: Place, textOf: (item: T) => string): void {
  unique(items, place, { textOf, placeOf: (item) => item, message: (name) => `must be unique; got ${name} again` });
}
