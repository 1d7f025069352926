import { expect, test } from "vitest";
import type { Kind } from "../../../src/kind/kind.ts";
import { controllerRevision } from "../../../src/kinds/apps/controller-revision.ts";
import { daemonSet } from "../../../src/kinds/apps/daemon-set.ts";
import { typeSchema } from "../../../src/kinds/builtin/type-schema.ts";
import { pod } from "../../../src/kinds/core/pod.ts";
import { podTemplate } from "../../../src/kinds/core/pod-template.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { clusterRoleBinding } from "../../../src/kinds/rbac/cluster-role-binding.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { roleBinding } from "../../../src/kinds/rbac/role-binding.ts";
import type { FieldSchema } from "../../../src/schema/decode-schema.ts";

/** What clients depend on: numbers on the wire, and how lists merge. */
const facts = [
  "x-proto",
  "x-list-type",
  "x-list-map-keys",
  "x-patch-strategy",
  "x-patch-merge-key",
  "x-since",
  "x-until",
] as const;

/** Each fact by field path; where a kind holds itself the walk ends. */
function factsOf(schema: FieldSchema, path: string, found: Map<string, unknown>, above: readonly unknown[] = []): void {
  const rest = schema.additionalProperties;
  if (schema.items) factsOf(schema.items, `${path}[]`, found, above);
  if (typeof rest === "object") factsOf(rest, `${path}{}`, found, above);
  if (!schema.properties || above.includes(schema.properties)) return;
  for (const [name, field] of Object.entries(schema.properties)) {
    const at = `${path}.${name}`;
    if (path === "" && (name === "apiVersion" || name === "kind")) continue;
    for (const fact of facts) if (field[fact] !== undefined) found.set(`${at} ${fact}`, field[fact]);
    found.set(at, Object.keys(field.properties ?? {}).sort());
    factsOf(field, at, found, [...above, schema.properties]);
  }
}

const read = (schema: FieldSchema): Record<string, unknown> => {
  const found = new Map<string, unknown>();
  factsOf(schema, "", found);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
};

test.each<{ kind: Kind<never>; type: string }>([
  { kind: role, type: "rbac/v1.Role" },
  { kind: clusterRole, type: "rbac/v1.ClusterRole" },
  { kind: roleBinding, type: "rbac/v1.RoleBinding" },
  { kind: clusterRoleBinding, type: "rbac/v1.ClusterRoleBinding" },
  { kind: pod, type: "core/v1.Pod" },
  { kind: podTemplate, type: "core/v1.PodTemplate" },
  { kind: daemonSet, type: "apps/v1.DaemonSet" },
  { kind: controllerRevision, type: "apps/v1.ControllerRevision" },
])("$kind.kind is as the tables have it, which come from the Go types", ({ kind, type }) => {
  expect(read(kind.versions[0]?.schema ?? {})).toEqual(read(typeSchema(type)));
});
