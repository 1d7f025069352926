/**
 * The contract of an admission plugin, and plugins one after the other around the engine.
 *
 * @module
 */
import type { Admission, Attempt } from "../registry/parts.ts";

export interface AdmissionPlugin {
  /** `NamespaceLifecycle`. */
  readonly name: string;
  /** May change the object; throws the StatusError that refuses. */
  mutate?(attempt: Attempt): Promise<void>;
  /** Sees the object as it will be stored. */
  approve?(attempt: Attempt): Promise<void>;
}

/** @param validate - between the two passes: the engine */
export function admit(
  plugins: readonly AdmissionPlugin[],
  validate: (attempt: Attempt) => void | Promise<void>,
): Admission {
  return {
    validate,
    async mutate(attempt) {
      for (const plugin of plugins) await plugin.mutate?.(attempt);
    },
    async approve(attempt) {
      for (const plugin of plugins) await plugin.approve?.(attempt);
    },
  };
}
