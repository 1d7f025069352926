import { expect, test } from "vitest";
import { decode } from "../../src/schema/decode.ts";
import { field, struct, text } from "../../src/schema/fields.ts";
import { schemaFindings } from "../../src/schema/translate.ts";
import { bytes, durationOrNanos, intOrString, microTime, quantity, quantityMap, uint32 } from "./further-fields.ts";

const named = struct({ name: text({ "x-proto": 1 }) });
const schema = struct({
  port: intOrString(),
  memory: quantity(),
  limits: quantityMap(),
  count: uint32(),
  wait: durationOrNanos(),
  data: bytes(),
  at: microTime(),
  level: text({ enum: ["low", "high"] }),
  mode: text({ enum: ["fast", "slow"], "x-pointer": true }),
  owner: field(named, { "x-proto": 7, description: "Who owns it." }),
});

test.each([
  { value: { port: 8080 }, decoded: { port: 8080 } },
  { value: { port: "http" }, decoded: { port: "http" } },
  { value: { port: null }, decoded: {} },
  { value: { memory: "1024Mi" }, decoded: { memory: "1Gi" } },
  { value: { memory: 0.5 }, decoded: { memory: "500m" } },
  { value: { memory: 9007199254740993n }, decoded: { memory: "9007199254740993" } },
  { value: { memory: " 1 " }, decoded: { memory: "1" } },
  { value: { limits: { cpu: "1000m", memory: null } }, decoded: { limits: { cpu: "1", memory: "0" } } },
  { value: { count: 4294967295 }, decoded: { count: 4294967295 } },
  { value: { count: null, wait: null }, decoded: {} },
  { value: { wait: "1m30s" }, decoded: { wait: "1m30s" } },
  { value: { wait: -5000000000 }, decoded: { wait: -5000000000 } },
  { value: { wait: 9223372036854775807n }, decoded: { wait: 9223372036854775807n } },
  { value: { data: "aGk=\n" }, decoded: { data: "aGk=\n" } },
  { value: { at: "2026-01-31T12:00:00.000001Z" }, decoded: { at: "2026-01-31T12:00:00.000001Z" } },
  { value: { at: null, level: "", mode: null }, decoded: { level: "" } },
  { value: { owner: { name: "a" } }, decoded: { owner: { name: "a" } } },
])("$value is valid and decoded", ({ value, decoded }) => {
  expect(schemaFindings(value, schema)).toEqual([]);
  expect(decode(value, schema)).toEqual(decoded);
});

test.each([
  { value: { port: 1.5 }, rule: "schema/type", path: ["port"] },
  { value: { port: 2 ** 31 }, rule: "schema/type", path: ["port"] },
  { value: { port: true }, rule: "schema/type", path: ["port"] },
  { value: { memory: "1GB" }, rule: "schema/format", path: ["memory"], help: 'write "1G"' },
  { value: { memory: "5 kib" }, rule: "schema/format", path: ["memory"], help: 'write "5Ki"' },
  { value: { memory: "" }, rule: "schema/format", path: ["memory"] },
  { value: { memory: true }, rule: "schema/type", path: ["memory"] },
  { value: { limits: { cpu: "two" } }, rule: "schema/format", path: ["limits", "cpu"] },
  { value: { limits: { cpu: {} } }, rule: "schema/type", path: ["limits", "cpu"] },
  { value: { count: -1 }, rule: "schema/type", path: ["count"] },
  { value: { count: 2 ** 32 }, rule: "schema/type", path: ["count"] },
  { value: { count: "7" }, rule: "schema/type", path: ["count"], help: "write the value without quotes" },
  { value: { wait: "5" }, rule: "schema/format", path: ["wait"], help: 'add a unit: "5s"' },
  { value: { wait: 1.5 }, rule: "schema/type", path: ["wait"] },
  { value: { wait: true }, rule: "schema/type", path: ["wait"] },
  { value: { data: "hi!" }, rule: "schema/format", path: ["data"] },
  { value: { data: "aGk" }, rule: "schema/format", path: ["data"] },
  { value: { at: "2026-01-31T12:00:00Z" }, rule: "schema/format", path: ["at"] },
  { value: { at: "2026-13-31T12:00:00.000001Z" }, rule: "schema/format", path: ["at"] },
  { value: { level: "medium" }, rule: "schema/enum", path: ["level"] },
  { value: { mode: "" }, rule: "schema/enum", path: ["mode"] },
])("$value is invalid", ({ value, rule, path, help }) => {
  const [finding, ...rest] = schemaFindings(value, schema);
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ rule, path, ...(help ? { help } : {}) });
});

test("invalid values are dropped", () => {
  expect(decode({ port: [], memory: "x", limits: { cpu: "y" } }, schema)).toEqual({ limits: { cpu: "0" } });
});

test("a struct that is used as a field keeps its fields and gets the notes of the field", () => {
  expect(schema.properties.owner).toMatchObject({
    "x-proto": 7,
    description: "Who owns it.",
    properties: { name: { "x-proto": 1 } },
  });
});

test("the message for an unknown field lists only the nearest of many known fields", () => {
  const names = Array.from({ length: 30 }, (_, index) => `field${index}`);
  const wide = struct(Object.fromEntries([...names, "zebra"].map((name) => [name, text()])));
  expect(schemaFindings({ zzzzzz: 1 }, wide)).toMatchObject([
    {
      rule: "schema/unknown-field",
      help: expect.stringMatching(/^known fields: `zebra`, (?:`field\d+`, ){3}`field\d+` and 26 more$/),
    },
  ]);
  const narrow = struct(Object.fromEntries(names.slice(0, 20).map((name) => [name, text()])));
  expect(schemaFindings({ zzzzzz: 1 }, narrow)[0]?.help).toBe(
    `known fields: ${names
      .slice(0, 20)
      .map((name) => `\`${name}\``)
      .join(", ")}`,
  );
});
