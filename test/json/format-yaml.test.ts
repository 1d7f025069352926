import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { formatYaml, formatYamlItem } from "../../src/json/format-yaml.ts";
import { asRead, jsonValue } from "../wire/json-values.ts";

const versions = ["1.1", "1.2"] as const;
const readAs = (text: string, version: (typeof versions)[number]): unknown =>
  parse(text, { version, intAsBigInt: true, maxAliasCount: 0 });

/** Converts whole numbers to bigints, as `readAs` returns them. */
function withBigints(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withBigints(item)]));
}

function expectReadAgain(value: unknown): void {
  const expected = withBigints(asRead(value));
  for (const version of versions) {
    deepStrictEqual(readAs(formatYaml(value), version), expected);
    deepStrictEqual(readAs(`${formatYamlItem(value)}- end\n`, version), [expected, "end"]);
  }
}

test("every JSON value can be read back as YAML 1.1 and as YAML 1.2", () => {
  fc.assert(fc.property(jsonValue, expectReadAgain), { numRuns: 1000 });
});

/** Texts of characters that are special in YAML, in any order. */
const markedText = fc.string({
  unit: fc.constantFrom(..." \n\t:#-?|>&*!%@`'\"[]{},.~<=/_$ae01", "\r", "null", "on", "é"),
  maxLength: 12,
});

test("texts of characters that are special in YAML can be read back as values, keys and items", () => {
  fc.assert(
    fc.property(fc.array(markedText, { minLength: 1 }), (texts) => {
      expectReadAgain({ texts, map: Object.fromEntries(texts.map((text) => [text, text])), deep: [[{ a: texts }]] });
    }),
    { numRuns: 3000 },
  );
});

test("an object is formatted as people usually write it", () => {
  const object = {
    apiVersion: "v1",
    metadata: { name: "web", labels: { "app.kubernetes.io/name": "web" }, creationTimestamp: "2026-11-27T10:00:00Z" },
    data: { "run.sh": "#!/bin/sh\n\necho  hi\n", part: "a\nb", tail: "a\n\n", ".env": "", answer: "yes" },
    spec: {
      containers: [
        {
          image: "registry.example.com/web:1.2",
          args: ["--port=80", "-v", "$(NAME) -x"],
          ports: [{ containerPort: 80 }],
        },
      ],
      limits: { cpu: "100m", memory: "128Mi", pods: "10" },
      nothing: [],
      empty: {},
      clusterIP: "10.0.0.1",
      matrix: [[1, 2], [], [[true, null]]],
    },
  };
  expect(formatYaml(object)).toBe(`apiVersion: v1
metadata:
  name: web
  labels:
    app.kubernetes.io/name: web
  creationTimestamp: "2026-11-27T10:00:00Z"
data:
  run.sh: |
    #!/bin/sh

    echo  hi
  part: |-
    a
    b
  tail: "a\\n\\n"
  .env: ""
  answer: "yes"
spec:
  containers:
  - image: registry.example.com/web:1.2
    args:
    - --port=80
    - -v
    - $(NAME) -x
    ports:
    - containerPort: 80
  limits:
    cpu: 100m
    memory: 128Mi
    pods: "10"
  nothing: []
  empty: {}
  clusterIP: "10.0.0.1"
  matrix:
  - - 1
    - 2
  - []
  - - - true
      - null
`);
});

test("members that are undefined are left out, as in JSON", () => {
  expect(formatYaml({ a: undefined, b: { c: undefined }, d: [undefined] })).toBe("b: {}\nd:\n- null\n");
});

test("numbers with an exponent have a point, without which YAML 1.1 reads them as strings", () => {
  expect(formatYaml([1e21, -1e-7, 1.5e30, 2n ** 64n])).toBe(
    "- 1.0e+21\n- -1.0e-7\n- 1.5e+30\n- 18446744073709551616\n",
  );
});

test("a key of more than 1,024 characters can be read back", () => {
  const key = `${"k".repeat(2000)}:`;
  expectReadAgain({ [key]: { [key]: "a" }, list: [{ [key]: ["a\nb"] }] });
});

function nestedValue(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

test("the length of the text of a nested value grows linearly with its depth", () => {
  expect(formatYaml(nestedValue(2000)).length).toBeLessThan(20_000);
  for (const levels of [30, 31, 32, 33, 34, 100]) expectReadAgain(nestedValue(levels));
});
