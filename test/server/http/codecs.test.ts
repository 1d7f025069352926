import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";
import { protobufCodec } from "../../../src/server/http/protobuf-codec.ts";
import { yamlCodec, yamlItem } from "../../../src/server/http/yaml-codec.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { asRead, jsonValue } from "../../wire/json-values.ts";

const { versions: [{ schema } = { schema: {} }] = [] } = builtInKinds.find(
  ({ kind }) => kind === "ControllerRevision",
) ?? {
  versions: [],
};
const shape = { apiVersion: "apps/v1", kind: "ControllerRevision", schema };
const name = fc.constantFrom("a", "\u0000exact:1", "null");

test.each([jsonCodec, yamlCodec, protobufCodec])(
  "$mediaType: decoding returns the object that was encoded",
  (codec) => {
    fc.assert(
      fc.property(
        name,
        jsonValue.map(asRead),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        (name, value, number) => {
          const revision = Number.isSafeInteger(Number(number)) ? Number(number) : number;
          // `data` is raw JSON: a null in its place would count as absent, so it is an object here.
          const object: ApiObject = { metadata: { name }, data: { value }, revision };
          const decoded = codec.decode(codec.encodeObject(object, shape), shape);
          const { apiVersion, kind } = shape;
          const { revision: found = 0, ...rest } = decoded.value as ApiObject;
          deepStrictEqual({ ...rest, revision: found }, { apiVersion, kind, ...object });
          expect(decoded.strictFaults).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  },
);

test("unpaired surrogates become U+FFFD in YAML", () => {
  expect(new TextDecoder().decode(yamlCodec.encodeValue({ "\ud800": "a\udfff" }))).toBe('"\ufffd": "a\ufffd"\n');
});

test.each([
  ["documents after the first, valid or not", "a: 1\n---\nb: {\n", { a: 1 }],
  ["many documents", "a: 1\n".concat("---\n".repeat(1000)), { a: 1 }],
])("decoding a YAML body ignores %s", (_name, text, value) => {
  expect(yamlCodec.decode(Buffer.from(text), shape).value).toEqual(value);
});

const repeatPart = (count: number, part: string) =>
  Array.from({ length: count }, (_, at) => part.replaceAll("#", String(at)));

test.each([
  ["keys line by line", repeatPart(110_000, "k#: 1\n").join("")],
  ["items in a flow", `a: [${repeatPart(110_000, "1").join()}]`],
  ["items line by line", `a:\n${repeatPart(110_000, "- #\n").join("")}`],
  ["anchors", repeatPart(110_000, "k#: &a# 1\n").join("")],
])("a YAML body with more than 100,000 members and items is refused: %s", (_name, text) => {
  expect(() => yamlCodec.decode(Buffer.from(text), shape)).toThrow("limit is 100000 members and items");
});

test("a large object is written with escapes for the characters that YAML treats as line breaks or refuses", () => {
  const object = { metadata: {}, data: { text: `${"x".repeat(40_000)}\u0085\u2028\u007f\ufeffy` } };
  const whole = Buffer.from(yamlCodec.encodeObject(object, shape)).toString();
  for (const text of [whole, yamlItem(object)]) {
    expect(text).toMatch(/x\\u0085\\u2028\\u007f\\ufeffy/);
    expect(text.trimEnd()).not.toContain("\n");
  }
  expect(parse(whole)).toMatchObject(object);
});

test("a list that an object contains twice is written twice in YAML, without an alias", () => {
  const list = [1];
  const text = new TextDecoder().decode(yamlCodec.encodeValue({ a: list, b: list }));
  expect(text).toBe("a:\n- 1\nb:\n- 1\n");
});

test.each(["x\n\n", "x\n \n", "\n", "x  "])("a string that ends in %j is unchanged in a list in YAML", (text) => {
  const object = { data: { text } };
  const run = yamlCodec.startRun(shape);
  run.add(object);
  run.add(object);
  const list = Buffer.concat(yamlCodec.encodeList({}, [run.finish()], shape)).toString();
  expect(parse(list)).toMatchObject({ items: [object, object] });
});

test("YAML has the keys of each map sorted, as Go writes them", () => {
  const object = { data: { b: "1", a: "2" }, metadata: { name: "x", labels: { d: "1", c: "2" } } };
  expect(new TextDecoder().decode(yamlCodec.encodeObject(object, shape))).toBe(
    'apiVersion: apps/v1\ndata:\n  a: "2"\n  b: "1"\nkind: ControllerRevision\nmetadata:\n  labels:\n    c: "2"\n    d: "1"\n  name: x\n',
  );
});
