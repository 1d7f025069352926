/**
 * Converts an unsuccessful response to an error with a one-line message.
 *
 * @module
 */
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { ClientFault } from "./client-fault.ts";
import type { Connection } from "./connection.ts";

const unauthorized = 401;
/** Most UTF-16 units of the server's message in an error. */
const maxMessageLength = 500;

export function statusFault(
  { code, text }: { readonly code: number; readonly text: string },
  { server, userDescription }: Connection,
): ClientFault {
  const serverMessage = messageOf(text);
  if (code === unauthorized) {
    const help = "the token or certificate may have expired, or may be for another cluster: log in again";
    return new ClientFault("credentials", `${server} does not accept the credentials of ${userDescription} (401)`, {
      help,
      code,
    });
  }
  return new ClientFault("answer", `${server} answered ${code}${serverMessage === "" ? "" : `: ${serverMessage}`}`, {
    code,
  });
}

/** Returns the message of a Status; empty for any other text, which may be a whole web page. */
function messageOf(text: string): string {
  const value = tryParseBounded(text);
  return isPlainObject(value) && typeof value["message"] === "string"
    ? value["message"].slice(0, maxMessageLength)
    : "";
}
