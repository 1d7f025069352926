/**
 * Merges the apply configuration of a policy into an object as server-side apply does, but without field managers, and
 * without removing anything from the object.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import { type ApplyType, typeOfMember } from "../patch/apply/apply-type.ts";
import { TypingError } from "../patch/apply/list-items.ts";
import { mergeValues } from "../patch/apply/merge.ts";
import { elementText, fieldElement } from "../patch/apply/path-element.ts";
import { faultText, typingFaults } from "../patch/apply/typing.ts";
import { failure, type Result, success } from "../text/result.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export function mergeConfiguration(type: ApplyType, object: JsonObject, configuration: JsonObject): Result<unknown> {
  const configurationFaults = typingFaults(type, configuration, false);
  if (configurationFaults.length > 0) return configurationTypeFailure(configurationFaults);
  const atomics = atomicPathsIn(type, configuration, "");
  if (atomics.length > 0) {
    return applyFailure(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`,
    );
  }
  const objectFaults = typingFaults(type, object, true);
  if (objectFaults.length > 0)
    return applyFailure(`failed to convert original object to typed object: ${faultText(objectFaults)}`);
  try {
    return success(mergeValues(type, object, configuration));
  } catch (error) {
    if (!(error instanceof TypingError)) throw error;
    return applyFailure(`failed to merge patch: ${error.message}`);
  }
}

/** Returns the error for a configuration that does not match its type. @param faults - what does not match */
export const configurationTypeFailure = (faults: readonly string[]) =>
  applyFailure(`failed to convert patch object to typed object: ${faultText(faults)}`);

const applyFailure = (why: string) => failure(`error applying patch: ${why}`);

/** Returns the paths of atomic values in the configuration: setting a part of one would drop the rest. */
function atomicPathsIn(type: ApplyType, value: unknown, path: string): string[] {
  if (isPlainObject(value) && type.map) {
    const { map } = type;
    const inside = Object.entries(value).flatMap(([name, member]) => {
      const own = map.field(name) && typeOfMember(map, name);
      return own ? atomicPathsIn(own, member, path + elementText(fieldElement(name))) : [];
    });
    return map.isAtomic ? [path, ...inside] : inside;
  }
  if (Array.isArray(value) && type.list) {
    const { list } = type;
    const inside = value.flatMap((item, index) => atomicPathsIn(list.item, item, `${path}[${index}]`));
    return list.isAtomic ? [path, ...inside] : inside;
  }
  return [];
}
