import { expect, test } from "vitest";
import { readYamlBody } from "../../../src/server/http/body-text.ts";

/** Texts, and the duplicate keys that sigs.k8s.io/yaml 1.6 reports for them, without the first line of its message. */
test.each([
  ["a: 1\na: 2\n", ['line 2: key "a"']],
  ["\nspec:\n  foo: 1\n  foo: 2\n", ['line 4: key "foo"']],
  ['{"a":1,"a":2}', ['line 1: key "a"']],
  ['{"a":1,\n"a":\n2}', ['line 3: key "a"']],
  ["a: 1\na:\n  b: 1\n", ['line 3: key "a"']],
  ["a: 1\na:\n\n# c\n- x\n", ['line 5: key "a"']],
  ["a: 1\na:\nb: 2\n", ['line 2: key "a"']],
  ["m:\n  a: 1\n  a:\nb: 1\n", ['line 3: key "a"']],
  ['a: 1\n"a": 2\n', ['line 2: key "a"']],
  ["1: x\n1: y\n", ["line 2: key 1"]],
  ["a: 1\na: |\n  text\n", ['line 2: key "a"']],
  ["a: 1\na: !!str\n  x\n", ['line 2: key "a"']],
  ["a: 1\na: # c\n  x: 1\n", ['line 3: key "a"']],
  ["a: 1\na: 2\na: 3\n", ['line 2: key "a"', 'line 3: key "a"']],
])("the duplicate keys in %j are reported as %j", (text, faults) => {
  const { strictFaults, yamlFaults } = readYamlBody(new TextEncoder().encode(text), "ConfigMap");
  expect(strictFaults).toEqual([]);
  expect(yamlFaults).toEqual(faults.map((fault) => `${fault} already set in map`));
});

test("a text without duplicate keys has no errors", () => {
  expect(readYamlBody(new TextEncoder().encode("a: 1\nb: 2\n"), "ConfigMap")).toEqual({
    value: { a: 1, b: 2 },
    strictFaults: [],
  });
});
