import { expect, test } from "vitest";
import { kubernetesEnvironment } from "../../../src/cel-kubernetes/configuration-environment.ts";
import { compileOnce } from "../../../src/kinds/expression/compilation.ts";

const claims = kubernetesEnvironment("claims", "1.37");
const user = kubernetesEnvironment("user", "1.37");

test("an expression is compiled once for each environment", () => {
  const compilation = compileOnce(claims, "claims.sub == ''");
  expect(compilation.issues).toEqual([]);
  expect(compileOnce(claims, "claims.sub == ''")).toBe(compilation);
  expect(compileOnce(user, "claims.sub == ''").issues).not.toEqual([]);
});

test("the cache holds at most 1000 expressions", () => {
  const compilation = compileOnce(claims, "true");
  for (let index = 0; index < 1000; index++) compileOnce(claims, `${index} == 0`);
  expect(compileOnce(claims, "true")).not.toBe(compilation);
});
