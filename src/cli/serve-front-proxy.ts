/**
 * The flags of `clustervet serve` for front proxies, from which the server accepts the user of a request in headers.
 *
 * @module
 */
import type { X509Certificate } from "node:crypto";
import { certificatesIn } from "../client/issued-for.ts";
import type { FrontProxySettings } from "../server/authn/front-proxy.ts";
import { UsageError } from "./exit.ts";
import { readFlagFile } from "./serve-files.ts";

export interface FrontProxyFlags {
  readonly requestheaderClientCaFile?: string;
  readonly requestheaderAllowedNames?: readonly string[];
  readonly requestheaderUsernameHeaders?: readonly string[];
  readonly requestheaderUidHeaders?: readonly string[];
  readonly requestheaderGroupHeaders?: readonly string[];
  readonly requestheaderExtraHeadersPrefix?: readonly string[];
}

export interface FrontProxyOptions {
  readonly settings: FrontProxySettings;
  /** PEM text with the CA certificates of the front proxies. */
  readonly authority: string;
}

const authorityFlag = "--requestheader-client-ca-file";
const namesFlag = "--requestheader-allowed-names";

/**
 * Returns undefined if no front proxies are configured.
 *
 * @param clientAuthority - PEM text with the CA certificates of clients
 * @throws {UsageError} if kube-apiserver would not start with the flags
 */
export function readFrontProxy(flags: FrontProxyFlags, clientAuthority = ""): FrontProxyOptions | undefined {
  const { requestheaderClientCaFile: file } = flags;
  const settings = {
    allowedNames: textsOf(namesFlag, flags.requestheaderAllowedNames),
    headers: {
      username: textsOf("--requestheader-username-headers", flags.requestheaderUsernameHeaders),
      uid: textsOf("--requestheader-uid-headers", flags.requestheaderUidHeaders),
      groups: textsOf("--requestheader-group-headers", flags.requestheaderGroupHeaders),
      extraPrefixes: textsOf("--requestheader-extra-headers-prefix", flags.requestheaderExtraHeadersPrefix),
    },
  };
  const { uid } = settings.headers;
  if (uid.length > 0 && !uid.some((name) => name.toLowerCase() === "x-remote-uid")) {
    throw new UsageError("--requestheader-uid-headers must have X-Remote-Uid: aggregated API servers use it");
  }
  if (file === undefined) return undefined;
  const authority = readFlagFile(authorityFlag, file);
  const proxies = certificatesOf(authority);
  const isShared = certificatesIn(clientAuthority).some(({ raw }) => proxies.some((own) => own.raw.equals(raw)));
  if (isShared && settings.allowedNames.length === 0) {
    throw new UsageError(
      `${authorityFlag} and --client-ca-file have a certificate in common: ${namesFlag} must say which clients are proxies`,
      "otherwise every client could say that it is anyone",
    );
  }
  return { settings, authority };
}

function certificatesOf(pem: string): readonly X509Certificate[] {
  const found = certificatesIn(pem);
  if (found.length === 0) throw new UsageError(`${authorityFlag} has no certificate in PEM`);
  return found;
}

function textsOf(flag: string, texts: readonly string[] = []): readonly string[] {
  if (texts.some((text) => text.trim() === "")) throw new UsageError(`${flag} has an empty value`);
  return texts;
}
