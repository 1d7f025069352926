import { expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { baseEnvironment } from "../../src/cel-kubernetes/base-environment.ts";

const issuesOf = (target: string, reach: "known" | "portable", expression: string) =>
  compile(baseEnvironment(target, reach), expression).issues.map(({ message, help }) => ({ message, help }));

test.each([
  { target: "1.32", reach: "known", help: "Kubernetes 1.33 added it" },
  { target: "1.32", reach: "portable", help: "Kubernetes 1.33 added it; objects may use it from 1.34 on" },
  // Release 1.33 has the library, 1.32 does not.
  { target: "1.33", reach: "portable", help: "Kubernetes 1.33 added it; objects may use it from 1.34 on" },
] as const)(
  "the help for a function that is newer than $target ($reach) names the release that added it",
  ({ target, reach, help }) => {
    const [first] = issuesOf(target, reach, "isSemver('1.0.0')");
    expect(first).toEqual({ message: "undeclared function 'isSemver'", help });
  },
);

test.each([
  ["1.33", "known"],
  ["1.34", "portable"],
] as const)("expressions for %s (%s) may call the function", (target, reach) => {
  expect(issuesOf(target, reach, "isSemver('1.0.0')")).toEqual([]);
});

test("the help for a namespace, a method and a macro names the release that added them, too", () => {
  const helps = issuesOf(
    "1.30",
    "known",
    "format.uri().validate('a').hasValue() && {'a': 1}.transformList(k, v, v) == [1]",
  );
  const added = helps.flatMap(({ message, help = "" }) =>
    help.startsWith("Kubernetes") ? [`${message}: ${help}`] : [],
  );
  expect(added).toEqual([
    "undeclared name 'format': Kubernetes 1.31 added it",
    "undeclared function 'uri': Kubernetes 1.31 added it",
    "undeclared function 'validate': Kubernetes 1.31 added it",
    "undeclared function 'transformList': Kubernetes 1.32 added it",
  ]);
});

test("an unknown name that no release has gets a suggestion", () => {
  expect(issuesOf("1.30", "known", "isURI('a')")).toEqual([
    { message: "undeclared function 'isURI'", help: "did you mean 'isURL'?" },
  ]);
});

test("field names in back quotes depend on the API server's own release, not on the previous one", () => {
  const expression = "{'a-b': 1}.`a-b` == 1";
  expect(issuesOf("1.37", "portable", expression)).toEqual([]);
  expect(issuesOf("1.36", "known", expression)).toEqual([
    { message: "field names in back quotes are not enabled here", help: 'for a key of a map, write ["a-b"]' },
  ]);
});
