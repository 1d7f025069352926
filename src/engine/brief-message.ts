/**
 * Shortens messages for users who lint files. kube-apiserver explains the syntax of names in up to 300 characters
 * before it shows the wrong name; reports show the name first, then the rule. `serve` keeps the messages of
 * kube-apiserver.
 *
 * @module
 */
import { shortText } from "../diagnostic/path.ts";
import type { Finding } from "../rule/finding.ts";
import { briefNameFault } from "../text/names.ts";

/** The most characters of a value that a message shows. */
const maxShownLength = 60;
/** Matches the JSON string at the end of a message. */
const foundText = /; got ("(?:[^"\\]|\\.)*")$/s;

/** Returns the message of a finding. If the finding is about an invalid name, the message shows that name first. */
export function briefMessage({ message, value }: Pick<Finding, "message" | "value">): string {
  const fault = briefNameFault(message);
  if (!fault) return shortFound(message);
  const [, found] = foundText.exec(message) ?? [];
  const name = found ?? (value === undefined ? "the name" : JSON.stringify(value));
  return `${fault.lead}${cutQuoted(name)} ${fault.brief}`;
}

/** Shortens a long value at the end of the message. */
function shortFound(message: string): string {
  if (message.length <= maxShownLength) return message;
  const [end, found] = foundText.exec(message) ?? [];
  if (end === undefined || found === undefined || found.length <= maxShownLength) return message;
  return `${message.slice(0, -end.length)}; got ${cutQuoted(found)}`;
}

const cutQuoted = (text: string): string =>
  text.length <= maxShownLength ? text : `${shortText(text, maxShownLength - 1)}"`;
