import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typeBlock } from "../../src/api/type-table.ts";
import type { Container, Volume } from "../../src/api/types/core-v1.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { storedValue } from "../../src/schema/go-values.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

const text = readFileSync(new URL("../../src/api/types/core-v1.ts", import.meta.url), "utf8");

test("the interfaces have each enumeration as a union of the values in the type tables", () => {
  const unions = [...text.matchAll(/^export type (\w+) = (".*);$/gm)];
  expect(unions.length).toBeGreaterThan(30);
  for (const [, name = "", union = ""] of unions) {
    const [, ...values] = (typeBlock(`core/v1.${name}`) ?? "").split(/ ?[=|] /);
    const names = values.map((value) => value.replace(/[<>].*/, ""));
    expect(union.split(" | ").map((literal) => JSON.parse(literal))).toEqual(
      names.map((each) => (each === '""' ? "" : each)),
    );
  }
});

test("a value that no release accepts does not compile", () => {
  const container: Container = { imagePullPolicy: "IfNotPresent" };
  // @ts-expect-error: it is "Always"
  container.imagePullPolicy = "always";
  const volume: Volume = { hostPath: { type: "" } };
  expect(volume.hostPath?.type).toBe("");
});

/** Returns the fields of an interface whose type includes null. */
function nullFields(module: string, name: string): string[] {
  const code = readFileSync(new URL(`../../src/api/types/${module}.ts`, import.meta.url), "utf8");
  const [, body = ""] = code.split(`export interface ${name} {\n`);
  const [fields = ""] = body.split("\n}");
  return [...fields.matchAll(/^ {2}(\w+)\?: .* \| null;$/gm)].map(([, field = ""]) => field);
}

const timeFormats = ["rfc3339-time", "rfc3339-micro-time"];

/**
 * Returns the fields that a server writes as null: those that are null in an empty object, and times whose zero value
 * is null.
 */
function nullsOf(type: string): string[] {
  const schema = typeSchema(type);
  const written = storedValue({}, schema) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(schema.properties ?? {});
  const mayBeNull = ([name, field]: [string, FieldSchema]) =>
    (written[name] === null && !field["x-raw"]) || (timeFormats.includes(field.format ?? "") && !field["x-omits-zero"]);
  return fields.filter(mayBeNull).map(([name]) => name);
}

test.each([
  "core/v1.PodSpec",
  "core/v1.LimitRangeSpec",
  "core/v1.Event",
  "core/v1.TypedLocalObjectReference",
  "core/v1.ProjectedVolumeSource",
  "certificates/v1.CertificateSigningRequestSpec",
  "discovery/v1.EndpointSlice",
  "flowcontrol/v1.ResourcePolicyRule",
  "meta/v1.ObjectMeta",
  "meta/v1.Condition",
  "rbac/v1.ClusterRole",
  "apps/v1.DeploymentSpec",
])("%s has null in the fields that a server may write as null", (type) => {
  const [module = "", name = ""] = type.replace("/", "-").split(".");
  expect(nullFields(module, name)).toEqual(nullsOf(type));
});

test("configuration kinds have no null, because no server writes them and decoding drops it", () => {
  expect(nullFields("apiserver-v1", "EncryptionConfiguration")).toEqual([]);
  expect(nullsOf("apiserver/v1.EncryptionConfiguration")).toEqual(["resources"]);
});
