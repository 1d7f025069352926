/**
 * An answer that is no success, in one line.
 *
 * @module
 */
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { ClientFault } from "./client-fault.ts";
import type { Connection } from "./connection.ts";

const unauthorized = 401;
/** UTF-16 units of what a server says that a message has. */
const maxSaidLength = 500;

export function statusFault(
  { code, text }: { readonly code: number; readonly text: string },
  { server, asker }: Connection,
): ClientFault {
  const said = messageOf(text);
  if (code === unauthorized) {
    const help = "the token or certificate may have expired, or may be for another cluster: log in again";
    return new ClientFault("credentials", `${server} does not accept the credentials of ${asker} (401)`, {
      help,
      code,
    });
  }
  return new ClientFault("answer", `${server} answered ${code}${said === "" ? "" : `: ${said}`}`, { code });
}

/** Of a Status; another text may be a page. */
function messageOf(text: string): string {
  const value = tryParseBounded(text);
  return isPlainObject(value) && typeof value["message"] === "string" ? value["message"].slice(0, maxSaidLength) : "";
}
