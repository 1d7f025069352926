/**
 * Writes that take something apart from their object.
 *
 * @module
 */
import type { AdmissionAttributes, RegistryParts } from "./parts.ts";

/**
 * Does a write with what it needs taken for it.
 *
 * @param write - undefined when nothing was written
 */
export async function claiming<T>(
  { claim }: Pick<RegistryParts, "claim">,
  attempt: AdmissionAttributes,
  write: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const claimed = await claim?.(attempt);
  if (!claimed) return write();
  let written: T | undefined;
  try {
    written = await write();
  } finally {
    if (written === undefined) await claimed.giveBack();
  }
  if (written !== undefined) await claimed.settle();
  return written;
}

/** An object is gone: what it had taken goes too. */
export async function freed({ claim }: Pick<RegistryParts, "claim">, attempt: AdmissionAttributes): Promise<void> {
  const { object: _last, ...deletion } = attempt;
  await (await claim?.({ ...deletion, operation: "DELETE" }))?.settle();
}
