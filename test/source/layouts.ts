/** Generates options for the output of the `yaml` package. */
import fc from "fast-check";

export const layouts = fc.record({
  indent: fc.integer({ min: 2, max: 5 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 25, 80),
  collectionStyle: fc.constantFrom("any", "block", "flow"),
  defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_FOLDED", "BLOCK_LITERAL"),
  version: fc.constant("1.1"),
} as const);
