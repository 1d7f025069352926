/** Tests that a PodSpec gets the same verdict in every kind that contains one. */
import { describe, expect, test } from "vitest";
import type { FieldPath } from "../../../src/diagnostic/diagnostic.ts";
import { createVetter } from "../../../src/engine/vetter.ts";
import type { Kind, KindVersion } from "../../../src/kind/kind.ts";
import { builtInKinds } from "../../../src/kinds/index.ts";
import type { FieldSchema } from "../../../src/schema/decode-schema.ts";
import { typeSchema } from "../../../src/schema/type-schema.ts";

interface Holder {
  readonly kind: Kind;
  readonly version: KindVersion;
  /** The path of the pod spec, for example `["spec", "template", "spec"]`. */
  readonly at: readonly string[];
}

const kindsWithPodSpec: readonly Holder[] = builtInKinds
  .filter(({ resource }) => resource !== undefined)
  .flatMap((kind) =>
    kind.versions.flatMap((version) => podsIn(version.schema).map((at): Holder => ({ kind, version, at }))),
  );

function isTyped(schema: FieldSchema, type: string): boolean {
  return schema["x-type"] === `core/v1.${type}`;
}

/** Returns the paths of pod specs in a schema. */
function podsIn(schema: FieldSchema, above: readonly FieldSchema[] = []): string[][] {
  if (above.includes(schema)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (isTyped(field, "PodTemplateSpec")) return [[name, "spec"]];
    if (isTyped(field, "PodSpec")) return [[name]];
    return podsIn(field.items ?? field, [...above, schema]).map((path) => [name, ...path]);
  });
}

const schemaAt = (schema: FieldSchema, path: readonly string[]): FieldSchema | undefined =>
  path.reduce<FieldSchema | undefined>((field, name) => field?.properties?.[name], schema);

test("the list of kinds with a pod spec is complete", () => {
  expect(kindsWithPodSpec.map(({ kind, at }) => `${kind.kind} ${at.join(".")}`).sort()).toEqual([
    "CronJob spec.jobTemplate.spec.template.spec",
    "DaemonSet spec.template.spec",
    "Deployment spec.template.spec",
    "Job spec.template.spec",
    "Pod spec",
    "PodTemplate template.spec",
    "ReplicaSet spec.template.spec",
    "ReplicationController spec.template.spec",
    "StatefulSet spec.template.spec",
  ]);
});

test.each(kindsWithPodSpec)("$kind.kind: the schema of the pod spec is that of a Pod", ({ version, at }) => {
  expect(schemaAt(version.schema, at)?.properties).toBe(typeSchema("core/v1.PodSpec").properties);
});

const labels = { app: "a" };
const always = { restartPolicy: "Always" };
const onFailure = { restartPolicy: "OnFailure" };
const podParts = new Map<string, { readonly spec?: object; readonly pod: object }>([
  ["CronJob", { spec: { schedule: "* * * * *" }, pod: onFailure }],
  ["Job", { pod: onFailure }],
  ["ReplicationController", { spec: { selector: labels }, pod: always }],
  ["StatefulSet", { spec: { serviceName: "a", selector: { matchLabels: labels } }, pod: always }],
  ...["DaemonSet", "Deployment", "ReplicaSet"].map(
    (kind) => [kind, { spec: { selector: { matchLabels: labels } }, pod: always }] as const,
  ),
]);

const containers = [{ name: "a", image: "b" }];

/** Returns the findings about the pod spec as text, with paths relative to the pod spec. */
function verdict({ kind, version, at }: Holder, spec: object, target: string): readonly string[] {
  const { spec: own = {}, pod = always } = podParts.get(kind.kind) ?? {};
  const metadata = { name: "a", namespace: "default" };
  const held = { containers, ...pod, ...spec };
  const [root = "", ...rest] = at.slice(0, -1);
  const template = { metadata: { labels }, spec: held };
  const below = rest.reduceRight<object>((inner, name) => ({ [name]: inner }), template);
  const holder = root === "" ? { spec: held } : { [root]: root === "spec" ? { ...own, ...below } : below };
  const apiVersion = kind.group === "" ? version.name : `${kind.group.replace("<domain>", "k8s.io")}/${version.name}`;
  return vetterOf(target)
    .vetObject({ apiVersion, kind: kind.kind, metadata, ...holder })
    .filter(({ rule, path }) => !podsOwn.has(rule) && at.every((name, index) => path[index] === name))
    .map(({ path, rule, severity, message }) => `${severity} ${rule} ${path.slice(at.length).join(".")}: ${message}`)
    .sort();
}

const vetters = new Map<string, ReturnType<typeof createVetter>>();
function vetterOf(target: string): ReturnType<typeof createVetter> {
  const vetter = vetters.get(target) ?? createVetter({ target });
  vetters.set(target, vetter);
  return vetter;
}

/**
 * Rules that apply to pods but not to templates upstream, and a rule about a value that a stored pod never has, as it
 * is set to 1.
 */
const podsOwn: ReadonlySet<string> = new Set(["pod/token-account", "pod/grace-period"]);

/**
 * Fields that workloads restrict in their pods, fields that templates must not have, and fields that a StatefulSet sets
 * in its pods.
 */
const ownFields: ReadonlySet<string> = new Set([
  ...["restartPolicy", "activeDeadlineSeconds", "ephemeralContainers"],
  ...["hostname", "subdomain"],
]);

/** Returns a pod spec for every field and value, in which the field has that wrong or odd value. */
function faults(
  values: readonly unknown[],
  schema: FieldSchema = typeSchema("core/v1.PodSpec"),
  path: FieldPath = [],
): readonly { path: FieldPath; spec: object }[] {
  if (path.length === 1 && ownFields.has(String(path[0]))) return [];
  if (schema.items) return faults(values, schema.items, [...path, 0]);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length > 0) return fields.flatMap(([name, field]) => faults(values, field, [...path, name]));
  return values.map((value) => ({ path, spec: specWith(path, value) }));
}

function specWith(path: FieldPath, value: unknown): object {
  const spec = structuredClone({ containers }) as object;
  let at = spec as Record<string | number, unknown>;
  path.forEach((step, index) => {
    if (index === path.length - 1) at[step] = value;
    else at = at[step] = (at[step] ?? (typeof path[index + 1] === "number" ? [] : {})) as typeof at;
  });
  return spec;
}

const chosenCases: readonly { name: string; target: string; spec: object }[] = [
  {
    name: "procMount before its gate was on",
    target: "1.30",
    spec: { containers: [{ ...containers[0], securityContext: { procMount: "Unmasked" } }] },
  },
  {
    name: "an operator of a toleration",
    target: "1.37",
    spec: { tolerations: [{ key: "a", operator: "No", effect: "NoSchedule" }] },
  },
];

describe("the same verdict for a pod spec in every kind", () => {
  const [pod, others] = [
    kindsWithPodSpec.find(({ kind }) => kind.kind === "Pod"),
    kindsWithPodSpec.filter(({ at }) => at.length > 1),
  ];

  test.each(chosenCases)("$name has one finding", ({ spec, target }) => {
    for (const holder of kindsWithPodSpec) expect(verdict(holder, spec, target), holder.kind.kind).toHaveLength(1);
  });

  /**
   * The releases have the same rules except for feature gates. The oldest release gets only the value that most rules
   * reject.
   */
  const oddValues = { "1.30": ["No Such!"], "1.37": ["No Such!", "", -1] };

  test.each(Object.entries(oddValues))("odd values of every field, in %s", { timeout: 120_000 }, (target, values) => {
    const generated = faults(values);
    expect(generated.length).toBeGreaterThan(500 * values.length);
    const differences: unknown[] = [];
    // Before 1.34 the template of a StatefulSet is not validated until pods are created from it.
    const held = others.filter(({ kind }) => target === "1.37" || kind.kind !== "StatefulSet");
    for (const { path, spec } of generated) {
      const [first, ...rest] = held.map((holder) => verdict(holder, spec, target));
      const ofPod = pod ? verdict(pod, spec, target) : [];
      for (const [index, found] of [...rest, ofPod].entries()) {
        if (found.join("\n") === first?.join("\n")) continue;
        differences.push({ path: path.join("."), kind: [...held.slice(1), pod][index]?.kind.kind, first, found });
      }
    }
    expect(differences).toEqual([]);
  });
});
