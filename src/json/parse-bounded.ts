/**
 * JSON text within the text of an object, which V8 reads however deep it is nested. Code that walks over the value is recursive.
 *
 * @module
 */
import { scanJson } from "./json-scan.ts";

/** Lists and maps within each other; kube-apiserver reads 10,000. */
export const maxInnerDepth = 1000;

/** @throws {SyntaxError} for text that is no JSON, or is nested deeper than `maxInnerDepth` */
export function parseBounded(text: string): unknown {
  if (scanJson(text).depth > maxInnerDepth) {
    throw new SyntaxError(`must have at most ${maxInnerDepth} levels of nesting`);
  }
  return JSON.parse(text);
}
