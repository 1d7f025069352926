/**
 * Writes that allocate something in addition to their object, such as addresses.
 *
 * @module
 */
import type { AdmissionAttributes, RegistryParts } from "./parts.ts";

/**
 * Allocates for a write, and then runs it. Releases the allocation if the write fails or writes nothing.
 *
 * @param write - returns undefined if nothing was written
 */
export async function withAllocations<T>(
  { claim }: Pick<RegistryParts, "claim">,
  attempt: AdmissionAttributes,
  write: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const allocation = await claim?.(attempt);
  if (!allocation) return write();
  let written: T | undefined;
  try {
    written = await write();
  } finally {
    if (written === undefined) await allocation.rollBack();
  }
  if (written !== undefined) await allocation.commit();
  return written;
}

/** Releases the allocations of a deleted object. */
export async function releaseAllocations(
  { claim }: Pick<RegistryParts, "claim">,
  attempt: AdmissionAttributes,
): Promise<void> {
  const { object: _last, ...deletion } = attempt;
  await (await claim?.({ ...deletion, operation: "DELETE" }))?.commit();
}
