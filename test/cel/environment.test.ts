import { describe, expect, test } from "vitest";
import { createEnvironment } from "../../src/cel/environment.ts";
import { standardLibrary } from "../../src/cel/library/standard.ts";
import { declareFunction, type Library, overload } from "../../src/cel/types/declarations.ts";
import { intType, opaqueType, stringType, typeType } from "../../src/cel/types/types.ts";
import { TypeValue } from "../../src/cel/types/values.ts";
import { librariesOf } from "../../src/cel-kubernetes/base-environment.ts";
import { kubernetesEnvironment } from "../../src/cel-kubernetes/configuration-environment.ts";

describe("an environment", () => {
  const first: Library = {
    name: "first",
    functions: [declareFunction("f", overload("f_int", [intType], intType))],
    types: [{ name: "x.Thing", type: typeType(opaqueType("x.Thing")) }],
    macros: ["standard", "optional"],
  };
  const second: Library = {
    name: "second",
    functions: [
      declareFunction("f", overload("f_string", [stringType], intType), overload("f_int", [intType], stringType)),
    ],
    macros: ["optional", "lists"],
  };
  const env = createEnvironment({ libraries: [first, second] });

  test("has the overloads of all libraries in order, each id once", () => {
    expect(env.functions.get("f")?.overloads.map(({ id, result }) => [id, result.kind])).toEqual([
      ["f_int", "int"],
      ["f_string", "int"],
    ]);
  });

  test("declares types as constants and contains each macro set once", () => {
    expect(env.constants.get("x.Thing")?.value).toEqual(new TypeValue(opaqueType("x.Thing")));
    expect(env.macros).toEqual(["standard", "optional", "lists"]);
  });

  test.each([
    [true, ["less_int64", "less_int64_double", "less_uint64_int64"]],
    [false, ["less_int64"]],
  ])("can order numbers of different types: %s", (crossTypeNumericComparisons, expected) => {
    const { functions } = createEnvironment({ libraries: [standardLibrary], crossTypeNumericComparisons });
    const ids = functions.get("_<_")?.overloads.map(({ id }) => id);
    expect(["less_int64", "less_int64_double", "less_uint64_int64"].filter((id) => ids?.includes(id))).toEqual(
      expected,
    );
  });
});

describe("the Kubernetes environments", () => {
  test.each<[string, string, boolean]>([
    ["1.30", "kubernetes.net.ip", true],
    ["1.30", "kubernetes.format", false],
    ["1.31", "kubernetes.format", true],
    ["1.31", "cel.lib.ext.comprev2", false],
    ["1.32", "cel.lib.ext.comprev2", true],
    ["1.32", "kubernetes.Semver", false],
    ["1.33", "kubernetes.Semver", true],
    ["1.33", "cel.lib.ext.lists", false],
    ["1.34", "cel.lib.ext.lists", true],
  ])("release %s has %s: %s", (target, name, expected) => {
    expect(librariesOf(target).some((library) => library.name === name)).toBe(expected);
  });

  test.each(["1.30", "1.36", "1.37", "1.40"])("release %s has one version of each library", (target) => {
    const names = librariesOf(target).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test.each([
    ["1.36", false],
    ["1.37", true],
  ])("release %s has the function includes: %s", (target, expected) => {
    expect(kubernetesEnvironment("claims", target).functions.has("includes")).toBe(expected);
  });

  test.each([
    ["1.31", false],
    ["1.32", true],
  ])("release %s has field and label selectors in the request attributes: %s", (target, expected) => {
    const attributes = kubernetesEnvironment("request", target).objects.get("kubernetes.ResourceAttributes");
    expect("fieldSelector" in (attributes?.fields ?? {})).toBe(expected);
  });

  test.each([
    ["claims", ["claims"]],
    ["user", ["user"]],
    ["request", ["request"]],
  ] as const)("%s has the variables %s", (use, names) => {
    expect([...kubernetesEnvironment(use, "1.37").variables.keys()]).toEqual(names);
  });

  test("is built once per release", () => {
    expect(kubernetesEnvironment("user", "1.37")).toBe(kubernetesEnvironment("user", "1.37"));
  });
});
