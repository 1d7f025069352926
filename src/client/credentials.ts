/**
 * How a client shows who it is, by what a kubeconfig holds itself.
 *
 * @module
 */
import type { AuthInfo } from "../api/types/clientcmd-v1.ts";
import { decodeBase64 } from "../text/base64.ts";
import { ClientFault } from "./client-fault.ts";
import { fileFault, type Machine } from "./machine.ts";
import { tokenIn } from "./token-file.ts";

/** The credentials that one request shows. */
export interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  /** PEM of the client's certificate and its key; both or none. */
  readonly certificate?: string;
  readonly key?: string;
}

export interface Credentials {
  /**
   * For the next request.
   *
   * @throws {ClientFault}
   */
  show(signal: AbortSignal): Promise<Shown>;
  /**
   * The server did not accept what a request has shown; gives others where there are any.
   *
   * @throws {ClientFault}
   */
  replace(refused: Shown, signal: AbortSignal): Promise<Shown | undefined>;
}

export const basicHeaders = (username: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
});

export const bearerHeaders = (token: string): Readonly<Record<string, string>> =>
  token === "" ? {} : { authorization: `Bearer ${token}` };

/**
 * Text that a kubeconfig has itself in base64, or names the file of; data wins.
 *
 * @param read - throws for a file that cannot be read
 */
export function dataOrFile(
  data: string | undefined,
  path: string | undefined,
  read: (path: string) => string,
): string | undefined {
  if (data) return new TextDecoder().decode(decodeBase64(data) ?? undefined);
  return path ? read(path) : undefined;
}

/** Reads a file that a setting names. @throws {ClientFault} */
export function readNamed({ readFile }: Pick<Machine, "readFile">, setting: string): (path: string) => string {
  return (path) => {
    try {
      return readFile(path);
    } catch (error) {
      throw new ClientFault("configuration", `\`${setting}\` ${path}: ${fileFault(error)}`);
    }
  };
}

/**
 * A user's own credentials; undefined for a user without any, who may have a plugin.
 *
 * @throws {ClientFault} for files that cannot be read
 */
export function ownCredentials(user: AuthInfo, machine: Pick<Machine, "readFile" | "nowMs">): Credentials | undefined {
  const read = readNamed(machine, "client-certificate");
  const certificate = dataOrFile(user["client-certificate-data"], user["client-certificate"], read);
  const key = dataOrFile(user["client-key-data"], user["client-key"], readNamed(machine, "client-key"));
  const headers = ownHeaders(user, machine);
  if (!headers && certificate === undefined) return undefined;
  const pair = certificate === undefined || key === undefined ? {} : { certificate, key };
  return {
    show: async () => ({ headers: headers?.() ?? {}, ...pair }),
    replace: async () => undefined,
  };
}

function ownHeaders(user: AuthInfo, machine: Pick<Machine, "readFile" | "nowMs">) {
  const { username = "", password = "", tokenFile = "", token = "" } = user;
  if (username !== "" || password !== "") return () => basicHeaders(username, password);
  if (tokenFile === "") return token === "" ? undefined : () => bearerHeaders(token);
  const tokenNow = tokenIn(() => readNamed(machine, "tokenFile")(tokenFile), machine.nowMs, token);
  return () => bearerHeaders(tokenNow());
}

/** The headers by which a request names the user that it is made for. */
export function impersonationHeaders(user: AuthInfo): Readonly<Record<string, string | readonly string[]>> {
  const { as = "", "as-uid": uid = "", "as-groups": groups = [], "as-user-extra": extra = {} } = user;
  if (as === "") return {};
  const extras = Object.entries(extra).map(([name, values]) => [`impersonate-extra-${headerName(name)}`, values]);
  return {
    "impersonate-user": as,
    ...(uid === "" ? {} : { "impersonate-uid": uid }),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
    ...Object.fromEntries(extras),
  };
}

/** Bytes that a name of a header cannot have are escaped with `%`. */
const headerName = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
