/** Creates the objects that the seeds depend on. */
import type { RealServer } from "./real-server.ts";
import type { ApiObject, Seed } from "./seeds.ts";

export const namespace = "parity-server";

/** Creates a namespace with the service accounts, priority classes and runtime classes that pods refer to. */
export async function makeSurroundings(server: RealServer, seeds: readonly Seed[], home = namespace): Promise<void> {
  await server.call("POST", "/api/v1/namespaces", objectOf("v1", "Namespace", home));
  for (const name of new Set(["default", ...valuesOf(seeds, "serviceAccountName")])) {
    await server.call("POST", `/api/v1/namespaces/${home}/serviceaccounts`, objectOf("v1", "ServiceAccount", name));
  }
}

const objectOf = (apiVersion: string, kind: string, name: string): ApiObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

/** Returns the texts that a field has in any seed. */
function valuesOf(seeds: readonly Seed[], field: string): readonly string[] {
  const found: string[] = [];
  JSON.stringify(
    seeds.map(({ object }) => object),
    (name, value: unknown) => {
      if (name === field && typeof value === "string") found.push(value);
      return typeof value === "bigint" ? Number(value) : value;
    },
  );
  return found;
}
