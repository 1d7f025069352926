import { expect, test } from "vitest";
import { describeField } from "../../src/api/descriptions.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";

/** Returns the fields without a description in a schema and its children, as `type.field`. */
function wordlessIn(schema: FieldSchema, seen: Set<FieldSchema>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { properties = {}, items, additionalProperties: rest, "x-type": type } = schema;
  const wordless = Object.entries(properties).filter(
    ([name, field]) =>
      type !== undefined && !field.description && !describeField(type, name, (field.items ?? field)["x-type"]),
  );
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...(typeof rest === "object" ? [rest] : [])];
  return [...wordless.map(([name]) => `${type}.${name}`), ...parts.flatMap((part) => wordlessIn(part, seen))];
}

test("each field of each kind has a description, its own or that of its type", () => {
  const seen = new Set<FieldSchema>();
  const newest = builtInKinds.flatMap(({ versions: [version] }) => (version ? [version] : []));
  expect(newest.length).toBeGreaterThan(150);
  expect(newest.flatMap(({ schema }) => wordlessIn(schema, seen))).toEqual([]);
});

test("fields of conditions and statuses have the conventional description unless they have a specific one", () => {
  const lastChange = describeField("meta/v1.Condition", "lastTransitionTime");
  expect(lastChange).toBeDefined();
  expect(describeField("batch/v1.JobCondition", "lastTransitionTime")).toBe(lastChange);
  expect(describeField("core/v1.PodCondition", "lastTransitionTime")).not.toBe(lastChange);
  expect(describeField("apps/v1.DeploymentStatus", "observedGeneration")).toContain("generation");
  expect(describeField("apps/v1.DeploymentSpec", "observedGeneration")).toBeUndefined();
});
