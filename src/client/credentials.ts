/**
 * Credentials of a client that a kubeconfig contains or refers to: tokens, passwords, certificates. Also impersonation
 * headers.
 *
 * @module
 */
import type { AuthInfo } from "../api/types/clientcmd-v1.ts";
import { decodeBase64 } from "../text/base64.ts";
import { ClientFault } from "./client-fault.ts";
import { fileFault, type Machine } from "./machine.ts";
import { createTokenReader } from "./token-file.ts";

/** The credentials of one request. */
export interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /** The client certificate in PEM; present together with `key`, or not. */
  readonly certificate?: string;
  readonly key?: string;
}

export interface Credentials {
  /**
   * Returns the credentials for the next request.
   *
   * @throws {ClientFault}
   */
  show(signal: AbortSignal): Promise<RequestCredentials>;
  /**
   * Returns other credentials after the server rejected those of a request; undefined if there are no others.
   *
   * @throws {ClientFault}
   */
  replace(refused: RequestCredentials, signal: AbortSignal): Promise<RequestCredentials | undefined>;
}

export const basicHeaders = (username: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
});

export const bearerHeaders = (token: string): Readonly<Record<string, string>> =>
  token === "" ? {} : { authorization: `Bearer ${token}` };

/**
 * Returns a text that a kubeconfig contains in base64, or whose file it names; the base64 data has precedence.
 *
 * @param read - throws for an unreadable file
 */
export function dataOrFile(
  data: string | undefined,
  path: string | undefined,
  read: (path: string) => string,
): string | undefined {
  if (data) return new TextDecoder().decode(decodeBase64(data) ?? undefined);
  return path ? read(path) : undefined;
}

/** Returns a reader for a file that a setting names. @throws {ClientFault} */
export function createFileReader({ readFile }: Pick<Machine, "readFile">, setting: string): (path: string) => string {
  return (path) => {
    try {
      return readFile(path);
    } catch (error) {
      throw new ClientFault("configuration", `\`${setting}\` ${path}: ${fileFault(error)}`);
    }
  };
}

/**
 * Returns the credentials in the entry of a user; undefined for a user without any, who may have an exec plugin.
 *
 * @throws {ClientFault} for unreadable files
 */
export function staticCredentialsOf(
  user: AuthInfo,
  machine: Pick<Machine, "readFile" | "nowMs">,
): Credentials | undefined {
  const read = createFileReader(machine, "client-certificate");
  const certificate = dataOrFile(user["client-certificate-data"], user["client-certificate"], read);
  const key = dataOrFile(user["client-key-data"], user["client-key"], createFileReader(machine, "client-key"));
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
  const readToken = createTokenReader(() => createFileReader(machine, "tokenFile")(tokenFile), machine.nowMs, token);
  return () => bearerHeaders(readToken());
}

/** Returns the headers for impersonating the user in `as`. */
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

/** Escapes with `%` the bytes that a header name cannot contain. */
const headerName = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
