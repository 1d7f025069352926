/**
 * The parameters of classes of storage for their drivers.
 *
 * @module
 */

import { showGoValue } from "../../json/go-value.ts";
import type { Demand } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";

/** The name of a driver, which may have capital letters; the API server shows it without them. */
export const provisionerName: Demand<string> = (name, place) => {
  const lower = name.toLowerCase();
  for (const fault of validateQualifiedName(lower)) {
    place.invalid(fault, name, { serverText: `${showGoValue(lower)}: ${fault}` });
  }
};

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** Parameters have names, and are not too many. */
export function checkParameters(
  map: Readonly<Record<string, string>>,
  place: Place<Readonly<Record<string, string>>>,
): void {
  const entries = Object.entries(map);
  if (entries.length > maxParameters)
    place.say(`must have at most ${maxParameters} entries; got ${entries.length}`, {
      cause: "too-long",
      hides: place.path,
    });
  if (Object.hasOwn(map, "")) {
    const serverText = '"": field can not be empty.';
    place.at("").say("must have a name", { atKey: true, field: place.path, serverText });
  }
  const bytes = entries.reduce((sum, [key, text]) => sum + utf8Length(key) + utf8Length(text), 0);
  if (bytes > maxParameterBytes)
    place.say(`must have at most ${maxParameterBytes} bytes in total; got ${bytes}`, {
      cause: "too-long",
    });
}
