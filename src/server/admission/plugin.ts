/**
 * The contract of an admission plugin, and plugins one after the other around the engine.
 *
 * @module
 */
import type { Admission, Attempt, WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { forbidden } from "../request/failures.ts";
import { orUndefined, type StatusError } from "../request/status.ts";

export interface AdmissionPlugin {
  /** May change the object; throws the StatusError that refuses. */
  mutate?(attempt: Attempt): Promise<void>;
  /** Sees the object as it will be stored. */
  approve?(attempt: Attempt): Promise<void>;
}

/** What plugins may ask of the server. */
export interface PluginParts {
  /** The store of a resource by its group, with the domain placeholder; undefined for one that the target does not have. */
  store(group: string, resource: string): ResourceStore | undefined;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  nowMs(): number;
  /** Whether somebody lets volumes and claims go that are no longer in use. */
  readonly protectsStorage: boolean;
  /** As whom plugins write. */
  readonly write: WriteContext;
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

/** @param group - with the domain placeholder */
export const isOf = ({ resource }: Attempt, group: string, plural: string): boolean =>
  resource.resource === plural && resource.definition.group === group;

/** The object of a write to a resource itself, not to one of its subresources; undefined for a deletion and for others. */
export function written<T>(attempt: Attempt, group: string, plural: string): T | undefined {
  return attempt.subresource === "" && isOf(attempt, group, plural) ? (attempt.object as T | undefined) : undefined;
}

/** As {@link written}, for a new object. */
export const created = <T>(attempt: Attempt, group: string, plural: string): T | undefined =>
  attempt.operation === "CREATE" ? written<T>(attempt, group, plural) : undefined;

/** What the API server answers when a plugin refuses. */
export function refused({ resource, target, object }: Attempt, why: string): StatusError {
  const name = target.name || object?.metadata.generateName || "Unknown";
  return forbidden({ ...resource, name }, why);
}

/** An object as the server's memory has it, which may be a moment behind, or else as it is in the store. */
export async function lookUp<T extends object>(
  store: ResourceStore | undefined,
  name: string,
  namespace = "",
): Promise<T | undefined> {
  const target = { namespace, name };
  return (store?.cachedObject(target) ?? (store && (await orUndefined(store.get(target))))) as T | undefined;
}
