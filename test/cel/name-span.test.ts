import { expect, test } from "vitest";
import { compile, kubernetesEnvironment, nameSpan } from "../../src/cel/index.ts";

test.each([
  { text: "claim.a == 'x'", shown: ["claim"] },
  { text: "claims.a.startWith('x')", shown: ["startWith"] },
  { text: "claims.a . startWith ('x')", shown: ["startWith"] },
  { text: "sizes(claims)", shown: ["sizes"] },
  { text: "'x'.startsWith(1)", shown: ["startsWith(1)"] },
  { text: "1 + 'x'", shown: ["+"] },
  { text: "'x'.y.z", shown: ["y"] },
  { text: "'é𝒳'.y", shown: ["y"] },
  { text: "claims.a ==", shown: [""] },
  { text: "(1 + 'x') == 2 || b", shown: ["+", "b"] },
])("$text", ({ text, shown }) => {
  const { issues } = compile(kubernetesEnvironment("claims", "1.37"), text);
  const spans = issues.map((issue) => nameSpan(issue, text));
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(shown);
});
