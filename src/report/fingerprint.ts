/**
 * Computes fingerprints of findings that survive edits elsewhere in the file: from the rule, message, object and field,
 * never from line numbers.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPointer } from "../diagnostic/path.ts";

const fnvPrime = 0x01000193;
/**
 * Start values of two hashes of 32 bits each; together they are enough to distinguish the findings of one rule in one
 * file.
 */
const hashSeeds = [0x811c9dc5, 0x1b873593];

/**
 * Returns a function that computes a unique fingerprint for each finding in turn: `<16 hexadecimal digits>:<number
 * among equal findings, from 1>`.
 */
export function createFingerprinter(): (diagnostic: FileDiagnostic) => string {
  const occurrences = new Map<string, number>();
  return (diagnostic) => {
    const fingerprint = fingerprintOf(diagnostic);
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
    occurrences.set(fingerprint, occurrence);
    return `${fingerprint}:${occurrence}`;
  };
}

/** Returns 16 hexadecimal digits. */
function fingerprintOf(diagnostic: FileDiagnostic): string {
  const { rule, file, apiVersion, kind, namespace, name, path, message } = diagnostic;
  const parts = [rule, file, apiVersion, kind, namespace, name, formatPointer(path), message];
  const text = parts.map((part) => part ?? "").join("\0");
  return hashSeeds.map((start) => hash(text, start).toString(16).padStart(8, "0")).join("");
}

/** FNV-1a over UTF-16 code units, low byte first. */
function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    value = Math.imul(value ^ (unit & 0xff), fnvPrime);
    value = Math.imul(value ^ (unit >>> 8), fnvPrime);
  }
  return value >>> 0;
}
