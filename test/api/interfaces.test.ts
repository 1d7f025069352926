import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { typeBlock } from "../../src/api/type-table.ts";
import type { Container, Volume } from "../../src/api/types/core-v1.ts";

const text = readFileSync(new URL("../../src/api/types/core-v1.ts", import.meta.url), "utf8");

test("the interfaces have each enumeration as a union of the values in the tables", () => {
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

test("a value that no release has does not compile", () => {
  const container: Container = { imagePullPolicy: "IfNotPresent" };
  // @ts-expect-error: it is "Always"
  container.imagePullPolicy = "always";
  const volume: Volume = { hostPath: { type: "" } };
  expect(volume.hostPath?.type).toBe("");
});
