import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { describeField, describeType } from "../../src/api/descriptions.ts";
import { overlay } from "../../src/api/overlay.ts";
import { typeBlock, typeNames } from "../../src/api/type-table.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

const fields = new Set(
  typeNames().flatMap((name) => (typeBlock(name) ?? "").split("\n").map((line) => `${name}.${line.split(" ")[0]}`)),
);
const fieldsOfAllVersions = new Set([...fields].map((name) => name.replace(/\/[^.]*/, "/*")));

test("the overlay has only keys of existing fields and enumerations", () => {
  const isKnown = (key: string) =>
    fields.has(key) || fieldsOfAllVersions.has(key) || typeBlock(key.replace("*", "v1"))?.startsWith("= ") === true;
  expect([...overlay.keys()].filter((key) => !isKnown(key))).toEqual([]);
});

test("a key for all versions applies to each version", () => {
  for (const version of ["v1", "v1beta1"]) {
    const { properties } = typeSchema(`clientauthentication/${version}.Cluster`);
    expect(properties?.["server"]).toMatchObject({ "x-required": true });
  }
});

test("the overlay may define the order of an enumeration's values", () => {
  expect(typeSchema("audit/v1.Level").enum).toEqual(["None", "Metadata", "Request", "RequestResponse"]);
});

const modules = readdirSync(new URL("../../src/api/descriptions", import.meta.url));

test.each(modules)("%s describes only existing types and fields", async (name) => {
  const [words] = Object.values<Record<string, string>>(await import(`../../src/api/descriptions/${name}`));
  const known = (key: string): boolean => fields.has(key) || typeBlock(key) !== undefined;
  expect(Object.keys(words ?? {}).filter((key) => !known(key))).toEqual([]);
});

test("the description for one version of a type applies to its other versions", () => {
  const words = "Name of the policy.";
  expect(describeField("admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec", "policyName")).toBe(words);
  expect(describeField("admissionregistration/v1beta1.ValidatingAdmissionPolicyBindingSpec", "policyName")).toBe(words);
});

test("a field without a description has the description of its type", () => {
  expect(describeField("apps/v1.Deployment", "metadata", "meta/v1.ObjectMeta")).toBe(
    describeType("meta/v1.ObjectMeta"),
  );
});

test("the fields of an ephemeral container have the descriptions of a container's fields", () => {
  expect(describeField("core/v1.EphemeralContainer", "image")).toBe(describeField("core/v1.Container", "image"));
});
