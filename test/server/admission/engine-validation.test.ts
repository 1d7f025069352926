import { expect, test } from "vitest";
import type { Kind } from "../../../src/kind/kind.ts";
import { rule } from "../../../src/rule/rule.ts";
import { apiType, list, struct, text } from "../../../src/schema/fields.ts";
import { objectValidation } from "../../../src/server/admission/engine-validation.ts";
import { kindInVersion } from "../../../src/server/request/served-resource.ts";

interface Box {
  readonly parts?: readonly string[];
}

const version = {
  name: "v1",
  schema: struct({
    apiVersion: text(),
    kind: text(),
    metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
    parts: list(text()),
  }),
};
const box: Kind<Box> = {
  kind: "Box",
  group: "toys.example.com",
  versions: [version],
  description: "A box.",
  rules: [
    rule<Box>(
      { id: "box/part", severity: "warning", summary: "a part is better left out" },
      ({ parts = [] }, place) => {
        for (const index of parts.keys()) place.at("parts", index).say("is old");
      },
    ),
  ],
};

test.each([
  [10, 10],
  [12, 10],
])("of %i warnings about an object the client gets %i", (given, told) => {
  const warnings: string[] = [];
  const context = { target: "1.37", version: "v1", groupDomain: "k8s.io" };
  objectValidation(() => context as never)({
    resource: kindInVersion(box as Kind, version, "k8s.io"),
    object: { metadata: { name: "a" }, parts: Array.from({ length: given }, () => "x") } as never,
    subresource: "",
    target: { name: "a" },
    warn: (warning) => warnings.push(warning),
  });
  expect(warnings).toHaveLength(told);
  expect(warnings[0]).toBe("parts[0]: is old");
});
