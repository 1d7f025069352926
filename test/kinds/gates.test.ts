import { expect, test } from "vitest";
import { pod } from "../../src/kinds/core/pod.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { featureGateTable } from "../../src/release/feature-gate-table.ts";
import { type FieldSchema, schemaAt } from "../../src/schema/decode-schema.ts";

/** Returns the feature gates of the fields in a schema. */
function gatesIn(schema: FieldSchema, seen: Set<FieldSchema>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { properties = {}, items, additionalProperties: rest } = schema;
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...(typeof rest === "object" ? [rest] : [])];
  const own = schema["x-gate"];
  return [...(own?.split(",") ?? []), ...parts.flatMap((part) => gatesIn(part, seen))];
}

test("every feature gate of a field exists in some release", () => {
  const seen = new Set<FieldSchema>();
  const gates = new Set(
    builtInKinds.flatMap(({ versions }) => versions.flatMap(({ schema }) => gatesIn(schema, seen))),
  );
  const known = new Set([...featureGateTable.matchAll(/^\w+/gm)].map(([name]) => name));
  expect(gates.size).toBeGreaterThan(50);
  expect([...gates].filter((gate) => !known.has(gate))).toEqual([]);
});

test("kube-apiserver keeps the stop signal in a status, regardless of the feature gate", () => {
  const container = (place: readonly (string | number)[]) =>
    schemaAt(pod.versions[0]?.schema ?? {}, [...place, "stopSignal"]);
  expect(container(["status", "containerStatuses", 0])).toMatchObject({ type: "string" });
  expect(container(["status", "containerStatuses", 0])).not.toHaveProperty("x-gate");
  expect(container(["spec", "containers", 0, "lifecycle"])).toMatchObject({ "x-gate": "ContainerStopSignals" });
});
