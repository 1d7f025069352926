/**
 * Messages for people who read a file. The API server explains a wrong name in 300 characters before it comes to the name;
 * a report says the name first, and the rule after it. `serve` keeps the API server's words.
 *
 * @module
 */
import { shortText } from "../diagnostic/path.ts";
import type { Finding } from "../rule/finding.ts";
import { briefNameFault } from "../text/names.ts";

/** The most characters of a value that a message shows. */
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

/** Cuts a long value at the end. */
function shortFound(message: string): string {
  if (message.length <= maxShownLength) return message;
  const [end, found] = foundText.exec(message) ?? [];
  if (end === undefined || found === undefined || found.length <= maxShownLength) return message;
  return `${message.slice(0, -end.length)}; got ${cutQuoted(found)}`;
}

const cutQuoted = (text: string): string =>
  text.length <= maxShownLength ? text : `${shortText(text, maxShownLength - 1)}"`;
