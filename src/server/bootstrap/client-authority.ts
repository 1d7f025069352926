/**
 * Publishes the ConfigMap from which other components, such as kube-controller-manager and kube-scheduler, read the
 * authorities of client certificates.
 *
 * @module
 */
import type { FrontProxySettings } from "../authn/front-proxy.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import { StatusError } from "../request/status.ts";

export interface ClientAuthorityOptions {
  readonly registry: Registry;
  /** The context, with the server's own user, in which it writes. */
  readonly write: WriteContext;
}

const target = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/** The authorities and front proxies that this server trusts for authentication. */
export interface ClientTrust {
  /** Authority of client certificates, in PEM format. */
  readonly clientAuthority?: string;
  /** Authority of front proxies' certificates, in PEM format. */
  readonly proxyAuthority?: string;
  readonly frontProxy?: FrontProxySettings;
}

/** Returns the data of the ConfigMap with kube-apiserver's keys; lists are JSON. */
function dataOf({ clientAuthority, proxyAuthority, frontProxy }: ClientTrust): Readonly<Record<string, string>> {
  const client = clientAuthority === undefined ? {} : { "client-ca-file": clientAuthority };
  if (proxyAuthority === undefined || !frontProxy) return client;
  const { allowedNames, headers } = frontProxy;
  return {
    ...client,
    "requestheader-client-ca-file": proxyAuthority,
    "requestheader-allowed-names": JSON.stringify(allowedNames),
    "requestheader-username-headers": JSON.stringify(headers.username),
    ...(headers.uid.length === 0 ? {} : { "requestheader-uid-headers": JSON.stringify(headers.uid) }),
    "requestheader-group-headers": JSON.stringify(headers.groups),
    "requestheader-extra-headers-prefix": JSON.stringify(headers.extraPrefixes),
  };
}

/**
 * Creates or updates the ConfigMap.
 *
 * @throws {StatusError} if the store cannot be written
 */
export async function publishClientAuthority(
  { registry, write }: ClientAuthorityOptions,
  trust: ClientTrust,
): Promise<void> {
  const store = registry.store("", "configmaps");
  const published = store?.update(
    {
      target,
      subresource: "",
      isRepeatable: true,
      change: (current) => ({
        ...current,
        metadata: current?.metadata ?? { ...target },
        data: { ...(current?.["data"] as object | undefined), ...dataOf(trust) },
      }),
      permitCreation: async () => {},
    },
    write,
  );
  await published?.catch((error: unknown) => {
    // Another server has created it in the meantime.
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
    return publishClientAuthority({ registry, write }, trust);
  });
}
