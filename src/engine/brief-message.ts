/**
 * Messages for people who read a file. The API server's words for a name that is wrong are 300 characters before they come
 * to the name; a report says the name first, and the rule after it. The server keeps the API server's words.
 *
 * @module
 */
import { shortText } from "../diagnostic/path.ts";
import type { Finding } from "../rule/finding.ts";
import { briefNameFault } from "../text/names.ts";

/** Of a value in a message, so many characters are shown. */
const maxShownLength = 60;
/** JSON text at the end of a message. */
const foundText = /; got ("(?:[^"\\]|\\.)*")$/s;

/** The message of a finding, with the name at fault first where that is the fault. */
export function briefMessage({ message, value }: Pick<Finding, "message" | "value">): string {
  const fault = briefNameFault(message);
  if (!fault) return shortFound(message);
  const [, found] = foundText.exec(message) ?? [];
  const name = found ?? (value === undefined ? "the name" : JSON.stringify(value));
  return `${fault.lead}${cutQuoted(name)} ${fault.brief}`;
}

/** A long value at the end is cut. */
function shortFound(message: string): string {
  if (message.length <= maxShownLength) return message;
  const [end, found] = foundText.exec(message) ?? [];
  if (end === undefined || found === undefined || found.length <= maxShownLength) return message;
  return `${message.slice(0, -end.length)}; got ${cutQuoted(found)}`;
}

const cutQuoted = (text: string): string =>
  text.length <= maxShownLength ? text : `${shortText(text, maxShownLength - 1)}"`;
