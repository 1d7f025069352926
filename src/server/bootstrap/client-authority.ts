/**
 * The ConfigMap by which other servers of a cluster, kube-controller-manager and kube-scheduler among them, learn which
 * client certificates count.
 *
 * @module
 */
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import { StatusError } from "../request/status.ts";

export interface ClientAuthorityOptions {
  readonly registry: Registry;
  /** As the server itself. */
  readonly write: WriteContext;
}

const target = { namespace: "kube-system", name: "extension-apiserver-authentication" };
const dataKey = "client-ca-file";

/**
 * @param authority - PEM
 * @throws {StatusError} when the store cannot be written
 */
export async function publishClientAuthority(
  { registry, write }: ClientAuthorityOptions,
  authority: string,
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
        data: { ...(current?.["data"] as object | undefined), [dataKey]: authority },
      }),
      permitCreation: async () => {},
    },
    write,
  );
  await published?.catch((error: unknown) => {
    // Another server was faster to create it.
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
    return publishClientAuthority({ registry, write }, authority);
  });
}
