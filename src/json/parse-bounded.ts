/**
 * JSON text, read no deeper than code can walk that is recursive: V8 reads it however deep it is nested.
 *
 * @module
 */
import { type JsonScan, scanJson } from "./json-scan.ts";

/** Lists and maps within each other, in the text of an object or of a small file; kube-apiserver reads 10,000. */
export const maxInnerDepth = 1000;

/**
 * @param maxDepth - deepest nesting that is read
 * @throws {SyntaxError} for text that is nested deeper
 */
export function scanBounded(text: string, maxDepth: number): JsonScan {
  const scan = scanJson(text);
  if (scan.depth > maxDepth) throw new SyntaxError(`must have at most ${maxDepth} levels of nesting`);
  return scan;
}

/** @throws {SyntaxError} for text that is no JSON, or is nested deeper */
export function parseBounded(text: string, maxDepth: number = maxInnerDepth): unknown {
  scanBounded(text, maxDepth);
  return JSON.parse(text);
}

/** @returns undefined for text that is no JSON, or is nested deeper */
export function tryParseBounded(text: string, maxDepth?: number): unknown {
  try {
    return parseBounded(text, maxDepth);
  } catch {
    return undefined;
  }
}
