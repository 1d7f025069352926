/**
 * The ConfigMap by which other servers of a cluster, kube-controller-manager and kube-scheduler among them, learn which
 * client certificates count.
 *
 * @module
 */
import type { FrontProxySettings } from "../authn/front-proxy.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import { StatusError } from "../request/status.ts";

export interface ClientAuthorityOptions {
  readonly registry: Registry;
  /** As the server itself. */
  readonly write: WriteContext;
}

const target = { namespace: "kube-system", name: "extension-apiserver-authentication" };

/** Whom this server trusts to say who asks. */
export interface ClientTrust {
  /** PEM, of clients. */
  readonly clientAuthority?: string;
  /** PEM, of front proxies. */
  readonly proxyAuthority?: string;
  readonly frontProxy?: FrontProxySettings;
}

/** As kube-apiserver names the keys; lists are JSON. */
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
 * @throws {StatusError} when the store cannot be written
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
    // Another server was faster to create it.
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
    return publishClientAuthority({ registry, write }, trust);
  });
}
