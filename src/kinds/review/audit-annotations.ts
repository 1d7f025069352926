/**
 * Audit annotations of a response. kube-apiserver records each with its own prefix, and drops those whose keys are
 * invalid with it.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { validateQualifiedName } from "../../text/names.ts";

/** Returns the faults of the keys of the annotations at `path`. */
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
