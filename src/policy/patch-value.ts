/**
 * Converts the result of a mutation's expression to JSON: an apply configuration, or the operations of a JSON patch.
 *
 * @module
 */
import { isList } from "../cel/eval/value-type.ts";
import { CelMap, CelObject, type Value } from "../cel/types/values.ts";
import { failure, type Result, success } from "../text/result.ts";
import { configurationJson, patchJson } from "./native-values.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** @param value - of type `Object`, which type checking guarantees */
export function configurationOf(value: Value): Result<JsonObject> {
  const faults = value instanceof CelObject ? typeNameFaults(value, value.objectType) : [];
  return faults.length > 0 ? typeNameFailure(faults) : success(configurationJson(value) as JsonObject);
}

/** @param value - of type `list(JSONPatch)` */
export function operationsOf(value: Value): Result<readonly JsonObject[]> {
  const items = isList(value) ? value : [];
  const operations = items.filter((item) => item instanceof CelObject);
  for (const operation of operations) {
    const operationValue = operation.getField("value");
    const faults = operationValue instanceof CelObject ? typeNameFaults(operationValue, operationValue.objectType) : [];
    if (faults.length > 0) return typeNameFailure(faults);
  }
  const operationsJson: JsonObject[] = [];
  for (const operation of operations) {
    const json = patchJson(operation);
    if (!json.ok) return json;
    operationsJson.push(json.value as JsonObject);
  }
  return success(operationsJson);
}

/** Returns kube-apiserver's error for wrong type names. */
const typeNameFailure = (faults: readonly string[]) => failure(`type mismatch: ${faults.join("\n")}`);

/**
 * Checks type names: an object inside another object must be named after its field path. Maps and lists in between add
 * nothing to the path.
 */
function typeNameFaults(value: unknown, path: string): string[] {
  if (value instanceof CelObject) {
    const own =
      value.objectType === path
        ? []
        : [
            `unexpected type name ${JSON.stringify(value.objectType)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
          ];
    return [
      ...own,
      ...[...value.fieldNames()].flatMap((name) => typeNameFaults(value.getField(name), `${path}.${name}`)),
    ];
  }
  if (value instanceof CelMap) return [...value.keys()].flatMap((key) => typeNameFaults(value.get(key), path));
  return Array.isArray(value) ? value.flatMap((item) => typeNameFaults(item, path)) : [];
}
