import { expect, test, vi } from "vitest";
import { ensureKubernetesService } from "../../../src/server/bootstrap/kubernetes-service.ts";
import type { WriteContext } from "../../../src/server/registry/parts.ts";
import type { Registry } from "../../../src/server/registry/registry.ts";
import { StatusError } from "../../../src/server/request/status.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: async () => {} }));

/** Creates the service in a store that rejects it; `create` counts the attempts. */
function refusing(why: string) {
  const causes = [
    { reason: "FieldValueInvalid", field: "spec.clusterIPs", message: `Invalid value: ["10.0.0.1"]: ${why}` },
  ];
  const create = vi.fn(async () => {
    throw new StatusError(422, "Invalid", why, { details: { causes } });
  });
  const registry = { store: () => ({ cachedObject: () => undefined, create }) } as unknown as Registry;
  const write = { user: {} } as unknown as WriteContext;
  const ended = ensureKubernetesService({ registry, write, groupDomain: "k8s.io", clusterIP: "10.0.0.1", port: 443 });
  return { create, ended };
}

test.each([
  ["failed to allocate IP 10.0.0.1: provided IP is already allocated", 10],
  ["failed to allocate IP 10.0.0.1: the provided IP (10.0.0.1) is not in the valid range", 1],
])("%s: %d attempts", async (why, attempts) => {
  const { create, ended } = refusing(why);
  await expect(ended).rejects.toThrow(why);
  expect(create).toHaveBeenCalledTimes(attempts);
});
