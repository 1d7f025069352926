/**
 * Converts resources as the vectors contain them to values for expressions.
 *
 * @module
 */

import { escapePropertyName } from "../../../src/cel/syntax/property-name.ts";
import type { SizedSchema } from "../../../src/cel-kubernetes/cost/schema-bounds.ts";

/**
 * Returns the input with property names escaped as in expressions, and with dates as timestamps, which is how rules
 * read them.
 */
export function inputOf(schema: SizedSchema, input: unknown): unknown {
  if (schema.format === "date") return `${input}T00:00:00Z`;
  if (Array.isArray(input)) return schema.items ? input.map((item) => inputOf(schema.items ?? {}, item)) : input;
  if (typeof input !== "object" || input === null || schema.properties === undefined) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      escapePropertyName(name) ?? name,
      inputOf(schema.properties?.[name] ?? {}, value),
    ]),
  );
}
