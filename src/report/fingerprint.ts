/**
 * Identities of findings that survive edits elsewhere in the file: made of what is said about which field of which
 * object, never of line numbers.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPointer } from "../diagnostic/path.ts";

const fnvPrime = 0x01000193;
/** Two lanes of 32 bits with different starts: enough to tell the findings of one rule in one file apart. */
const laneStarts = [0x811c9dc5, 0x1b873593];

/** Fingerprints of one finding after the other, each once: `<16 hexadecimal digits>:<which of the like, from 1>`. */
export function createFingerprinter(): (diagnostic: FileDiagnostic) => string {
  const occurrences = new Map<string, number>();
  return (diagnostic) => {
    const fingerprint = fingerprintOf(diagnostic);
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1;
    occurrences.set(fingerprint, occurrence);
    return `${fingerprint}:${occurrence}`;
  };
}

/** 16 hexadecimal digits. */
function fingerprintOf(diagnostic: FileDiagnostic): string {
  const { rule, file, apiVersion, kind, namespace, name, path, message } = diagnostic;
  const parts = [rule, file, apiVersion, kind, namespace, name, formatPointer(path), message];
  const text = parts.map((part) => part ?? "").join("\0");
  return laneStarts.map((start) => hash(text, start).toString(16).padStart(8, "0")).join("");
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
