/**
 * Validates the keys and values of labels like kube-apiserver.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";

/**
 * Returns the faults of labels, each at its own key or value.
 *
 * @param path - the path of the labels; by default, paths are relative to the labels
 */
export function labelFindings(labels: Readonly<Record<string, string>> | undefined, path: FieldPath = []): Finding[] {
  const findings: Finding[] = [];
  for (const key in labels) {
    const value = labels[key] ?? "";
    for (const message of validateQualifiedName(key)) {
      const got = JSON.stringify(key);
      findings.push({ path: [...path, key], atKey: true, message: `${message}; got ${got}`, value: key });
    }
    for (const message of validateLabelValue(value)) {
      findings.push({ path: [...path, key], message: `${message}; got ${JSON.stringify(value)}`, value });
    }
  }
  return findings;
}
