/**
 * Parses JSON text with a limit on nesting, since V8 parses any depth but recursive code cannot walk it.
 *
 * @module
 */
import { type JsonScan, scanJson } from "./json-scan.ts";

/** Deepest nesting in the text of an object or of a small file; kube-apiserver accepts 10,000 levels. */
export const maxInnerDepth = 1000;

/**
 * @param maxDepth - deepest nesting to accept
 * @throws {SyntaxError} for text with deeper nesting
 */
export function scanBounded(text: string, maxDepth: number): JsonScan {
  const scan = scanJson(text);
  if (scan.depth > maxDepth) throw new SyntaxError(`must have at most ${maxDepth} levels of nesting`);
  return scan;
}

/** @throws {SyntaxError} for text that is not JSON, or has deeper nesting */
export function parseBounded(text: string, maxDepth: number = maxInnerDepth): unknown {
  scanBounded(text, maxDepth);
  return JSON.parse(text);
}

/** @returns undefined for text that is not JSON, or has deeper nesting */
export function tryParseBounded(text: string, maxDepth?: number): unknown {
  try {
    return parseBounded(text, maxDepth);
  } catch {
    return undefined;
  }
}
