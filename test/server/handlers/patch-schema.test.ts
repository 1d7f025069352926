import { expect, test } from "vitest";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { applyStrategicPatch } from "../../../src/patch/strategic.ts";
import { patchSchemaOf } from "../../../src/server/handlers/patch-schema.ts";

const schemaOf = (kind: string) => {
  const [version] = builtInKinds.find((known) => known.kind === kind)?.versions ?? [];
  return patchSchemaOf(version?.schema ?? {});
};

test("strategic merge patches merge containers of a DaemonSet by name, and their environment, too", () => {
  const containers = (env: unknown) => ({ spec: { template: { spec: { containers: [{ name: "c", env }] } } } });
  const outcome = applyStrategicPatch(
    containers([{ name: "A", value: "1" }]),
    containers([{ name: "B", value: "2" }]),
    schemaOf("DaemonSet"),
  );
  const env = [
    { name: "B", value: "2" },
    { name: "A", value: "1" },
  ];
  expect(outcome).toEqual({ ok: true, value: containers(env) });
});

test("a strategic merge patch replaces the rules of a Role", () => {
  const rules = (verb: string) => ({ rules: [{ apiGroups: [""], resources: ["pods"], verbs: [verb] }] });
  expect(applyStrategicPatch(rules("get"), rules("list"), schemaOf("Role"))).toEqual({
    ok: true,
    value: rules("list"),
  });
});

test.each([
  ["ConfigMap", "data", []],
  ["ServiceAccount", "secrets", ["merge"]],
  ["Deployment", "nothing", undefined],
])("%s: the strategies of %s", (kind, field, strategies) => {
  expect(schemaOf(kind).field(field)?.strategies).toEqual(strategies);
});

test("a patch schema contains the name of its type", () => {
  expect(schemaOf("Deployment").field("spec")?.value.name).toBe("DeploymentSpec");
});
