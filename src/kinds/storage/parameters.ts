/**
 * The parameters that storage classes and volume attributes classes pass to their drivers.
 *
 * @module
 */

import { showGoValue } from "../../json/go-value.ts";
import type { Demand } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";

/** Validates the name of a driver. It may contain capital letters; kube-apiserver's error shows it in lower case. */
export const provisionerName: Demand<string> = (name, place) => {
  const lower = name.toLowerCase();
  for (const fault of validateQualifiedName(lower)) {
    place.invalid(fault, name, { serverText: `${showGoValue(lower)}: ${fault}` });
  }
};

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** Validates the names, the number and the size of parameters. */
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
