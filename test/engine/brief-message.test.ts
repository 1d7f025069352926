import { expect, test } from "vitest";
import { briefMessage } from "../../src/engine/brief-message.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import {
  validateConfigMapKey,
  validateDns1035Label,
  validateDns1123Label,
  validateLabelValue,
  validateQualifiedName,
} from "../../src/text/names.ts";

const endsMessage = "with a letter or digit at both ends";

test.each([
  { fault: validateDns1123Label("My_Team"), expected: `"x" is not a DNS label: use a-z, 0-9 and "-", ${endsMessage}` },
  {
    fault: validateDns1035Label("1st"),
    expected: '"x" is not a DNS-1035 label: use a-z, 0-9 and "-", with a letter first and a letter or digit last',
  },
  {
    fault: validateQualifiedName("Team_/a"),
    expected: `"x" is not a DNS subdomain before the "/": use a-z, 0-9, "-" and ".", ${endsMessage} of each part`,
  },
  {
    fault: validateQualifiedName("a/b c"),
    expected: `"x" is not a key name: use letters, digits, "-", "_" and ".", ${endsMessage}`,
  },
  {
    fault: validateQualifiedName("a/b/c"),
    expected: '"x" is not a key: use at most one "/", after a DNS subdomain, such as "example.com/name"',
  },
  {
    fault: validateLabelValue("two words"),
    expected: `"x" is not a label value: use letters, digits, "-", "_" and ".", ${endsMessage}`,
  },
  { fault: validateConfigMapKey("a/b"), expected: '"x" is not a data key: use letters, digits, "-", "_" and "."' },
  { fault: ["must not contain dots"], expected: 'must not contain dots; got "x"' },
])("$expected", ({ fault, expected }) => {
  expect(fault.map((words) => briefMessage({ message: `${words}; got "x"` }))).toEqual([expected]);
});

test("the text before an error in a name stays, and a message without a value says `the name`", () => {
  const [fault = ""] = validateDns1123Label("A");
  expect(briefMessage({ message: `after the slash, ${fault}; got "A"` })).toMatch(
    /^after the slash, "A" is not a DNS /,
  );
  expect(briefMessage({ message: fault })).toMatch(/^the name is not a DNS label/);
});

test("a long value is cut at either end of the message", () => {
  const [fault = ""] = validateDns1123Label("A");
  const long = JSON.stringify("A".repeat(300));
  expect(briefMessage({ message: `${fault}; got ${long}` })).toHaveLength(138);
  expect(briefMessage({ message: `must have at most 63 characters; got ${long}` })).toHaveLength(97);
});

test("text around a syntax error is not validated", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels\n  annotations:\n    A: b\n";
  expect(rulesOf(text)).toEqual(["source/syntax"]);
  expect(rulesOf('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "a\ndata:\n  a: b\n')).toEqual(["source/syntax"]);
});

test("a request is not compared with a limit that is not a quantity", () => {
  const container = "{name: a, image: a, resources: {limits: {cpu: 100mm}, requests: {cpu: 2}}}";
  const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [${container}]}\n`;
  expect(rulesOf(text)).toEqual(["schema/format"]);
});

const rulesOf = (text: string) =>
  createVetter()
    .vetText(text, "a.yaml")
    .filter(({ severity }) => severity !== "info")
    .map(({ rule }) => rule);
