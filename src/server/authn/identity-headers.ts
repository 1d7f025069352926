/**
 * Who headers say that someone is: the user that a client wants to act as, or whose request a proxy passes on.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import { fromByteString } from "../../text/utf8.ts";
import { type Exchange, headerValues } from "../http/exchange.ts";

/** Names of headers, in lower case. Of those for a name and a uid the first that has a value counts. */
export interface IdentityHeaders {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly groups: readonly string[];
  /** The rest of the name is a key. */
  readonly extraPrefixes: readonly string[];
}

/** Nothing of it is to be trusted. The name is empty when no header gives one. */
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

/** Keys may hold characters that header names cannot; one that is not well escaped is taken as it is. */
function unescapeKey(key: string): string {
  if (/%(?![0-9a-f]{2})/i.test(key)) return key;
  return fromByteString(key.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))));
}
