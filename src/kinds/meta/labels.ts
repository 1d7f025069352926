/**
 * Labels: what the API server accepts as keys and values.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { validateLabelValue, validateQualifiedName } from "../../lexical/names.ts";
import type { Finding } from "../../rule/rule.ts";

/** Faults of the labels at `path`, each at its own key or value. */
export function labelFindings(labels: Readonly<Record<string, string>> | undefined, path: FieldPath): Finding[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...validateQualifiedName(key).map((message) => ({
      path: [...path, key],
      atKey: true,
      message: `${message}; got ${JSON.stringify(key)}`,
      value: key,
    })),
    ...validateLabelValue(value).map((message) => ({
      path: [...path, key],
      message: `${message}; got ${JSON.stringify(value)}`,
      value,
    })),
  ]);
}
