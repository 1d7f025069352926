/**
 * Audit annotations of an answer. The API server records each below a prefix of its own, and loses those whose keys are then
 * no valid ones.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { validateQualifiedName } from "../../text/names.ts";

/** The faults of the keys of the annotations at `path`. */
export function auditAnnotationKeyFindings(annotations: Readonly<Record<string, string>>, path: FieldPath): Finding[] {
  return Object.keys(annotations).flatMap((key): Finding[] => {
    const shared = { path: [...path, key], atKey: true } as const;
    if (key.includes("/")) {
      const help = `write ${JSON.stringify(key.slice(key.lastIndexOf("/") + 1))}`;
      return [
        {
          ...shared,
          message: `must have no prefix, or the API server does not record it; got ${JSON.stringify(key)}`,
          help,
        },
      ];
    }
    const [fault] = validateQualifiedName(key);
    return fault === undefined ? [] : [{ ...shared, message: `must be a name to be recorded: ${fault}` }];
  });
}
