/**
 * The parameters of classes of storage for their drivers.
 *
 * @module
 */

import type { Place } from "../../rule/place.ts";
import { utf8Length } from "../../text/utf8.ts";

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** Parameters have names, and are not too many. */
export function checkParameters(
  map: Readonly<Record<string, string>>,
  place: Place<Readonly<Record<string, string>>>,
): void {
  const entries = Object.entries(map);
  if (entries.length > maxParameters)
    place.say(`must have at most ${maxParameters} entries; got ${entries.length}`, { cause: "too-long" });
  if (Object.hasOwn(map, "")) place.at("").say("must have a name", { atKey: true });
  const bytes = entries.reduce((sum, [key, text]) => sum + utf8Length(key) + utf8Length(text), 0);
  if (bytes > maxParameterBytes)
    place.say(`must have at most ${maxParameterBytes} bytes in total; got ${bytes}`, { cause: "too-long" });
}
