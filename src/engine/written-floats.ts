/**
 * Reports whole numbers that a JSON file writes with a decimal point or an exponent, `10.0` or `1e3`. Components decode
 * JSON directly into Go's integers, which accept neither. YAML is converted to JSON first, which removes both from its
 * whole numbers.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { RuleFinding } from "../rule/run.ts";
import { type FieldSchema, isGoInteger, schemaAt } from "../schema/decode-schema.ts";
import type { SourceNode } from "../source/source-file.ts";

/** Reports these numbers in fields whose Go type is an integer. */
export function writtenFloats(root: SourceNode, schema: FieldSchema, text: string): readonly RuleFinding[] {
  const found: RuleFinding[] = [];
  collect(root, schema, []);
  return found;

  function collect(node: SourceNode, at: FieldSchema | undefined, path: FieldPath): void {
    if (at === undefined) return;
    if (node.kind === "sequence") {
      for (const [index, item] of node.items.entries()) collect(item, at.items, [...path, index]);
    } else if (node.kind === "map") {
      for (const { name, value } of node.items.values()) collect(value, schemaAt(at, [name]), [...path, name]);
    } else if (Number.isInteger(node.value) && isGoInteger(at)) {
      const written = text.slice(node.start, node.end);
      if (/[.eE]/.test(written)) found.push(asWritten(path, written, Number(node.value)));
    }
  }
}

const asWritten = (path: FieldPath, written: string, value: number): RuleFinding => ({
  rule: "schema/type",
  severity: "error",
  cause: "type",
  path,
  message: `must be a whole number without a point or an exponent; got ${written}`,
  help: `write ${value}`,
  fix: { set: value },
  value,
});
