/**
 * Reads a user from headers: the user that a client impersonates, or whose request a proxy forwards.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import { fromByteString } from "../../text/utf8.ts";
import { type Exchange, headerValues } from "../http/exchange.ts";

/** Names of the headers, in lower case. For the user name and the UID, the first header with a value is used. */
export interface IdentityHeaders {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly groups: readonly string[];
  /** Prefixes of header names; the rest of such a name is a key of `extra`. */
  readonly extraPrefixes: readonly string[];
}

/**
 * Reads the user in the headers, which the caller must not trust yet. The user name is empty if no header contains one.
 */
export function readIdentity(exchange: Pick<Exchange, "headers" | "rawHeaders">, names: IdentityHeaders): UserInfo {
  const values = (name: string) => headerValues(exchange, name).map(fromByteString);
  const first = (headers: readonly string[]) =>
    headers.map((name) => values(name)[0] ?? "").find((text) => text !== "");
  const extra = new Map<string, readonly string[]>();
  for (const prefix of names.extraPrefixes) {
    for (const name of Object.keys(exchange.headers)) {
      if (!name.startsWith(prefix)) continue;
      const key = unescapeKey(name.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...values(name)]);
    }
  }
  return {
    username: first(names.username) ?? "",
    uid: first(names.uid) ?? "",
    groups: names.groups.flatMap(values),
    extra: Object.fromEntries(extra),
  };
}

/**
 * Decodes a percent-encoded key, since keys may contain characters that header names cannot. A key with an invalid
 * escape stays as it is.
 */
function unescapeKey(key: string): string {
  if (/%(?![0-9a-f]{2})/i.test(key)) return key;
  return fromByteString(key.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))));
}
