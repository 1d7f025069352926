import { expect, test } from "vitest";
import { field, flag, int32, int64, list, stringMap, struct, text } from "../../src/schema/fields.ts";
import { schemaFindings } from "../../src/schema/translate.ts";
import {
  bytes,
  duration,
  durationOrNanos,
  float64,
  intOrString,
  microTime,
  quantity,
  time,
  uint32,
} from "./further-fields.ts";

const port = struct({ name: text(), number: int32() });
const schema = struct({
  level: text({ enum: ["low", "high"] }),
  only: text({ enum: ["one"] }),
  isOn: flag(),
  name: text(),
  labels: stringMap(),
  words: list(text()),
  ratio: float64(),
  count: uint32(),
  size: int32(),
  id: int64(),
  wait: duration(),
  span: durationOrNanos(),
  at: time(),
  micro: microTime(),
  data: bytes(),
  memory: quantity(),
  port: intOrString(),
  secret: text({ "x-sensitive": true }),
  spec: struct({ ports: list(port), owner: field(struct({ kind: text() }), {}) }),
});

const quoted = {
  help: "quote the value: unquoted, YAML 1.1 does not read it as a string",
  fix: { quote: true },
};
const unquoted = (set?: unknown) => ({
  help: "write the value without quotes",
  ...(set === undefined ? {} : { fix: { set } }),
});
const item = { help: "write it as a list item, with a leading `- `" };
const bits = "must be a 32-bit integer";

test.each<[object, message: string, more?: object]>([
  [{ name: 1 }, "must be a string; got the number 1", { value: 1, ...quoted }],
  [{ name: true }, "must be a string; got the boolean true", { value: true, ...quoted }],
  [{ name: 9n ** 20n }, "must be a string; got the number 12157665459056928801", { value: "12157665459056928801" }],
  [{ name: {} }, "must be a string; got a map"],
  [{ labels: 1 }, "must be a map; got the number 1", { value: 1 }],
  [{ labels: null, words: "a" }, 'must be a list; got the string "a"', { value: "a", ...item }],
  [{ words: {} }, "must be a list; got a map", item],
  [{ labels: [] }, "must be a map; got a list"],
  [{ ratio: "1" }, 'must be a number; got the string "1"', { value: "1" }],
  [{ isOn: "true" }, 'must be true or false; got the string "true"', { value: "true", ...unquoted(true) }],
  [{ isOn: "false" }, 'must be true or false; got the string "false"', { value: "false", ...unquoted(false) }],
  [{ isOn: "yes" }, 'must be true or false; got the string "yes"', { value: "yes", ...unquoted() }],
  [{ isOn: 1 }, "must be true or false; got the number 1", { value: 1 }],
  [{ count: -1 }, "must be an unsigned 32-bit integer; got the number -1", { value: -1 }],
  [{ count: "7" }, 'must be an unsigned 32-bit integer; got the string "7"', { value: "7", ...unquoted(7) }],
  [{ size: "0" }, `${bits}; got the string "0"`, { value: "0", ...unquoted(0) }],
  [{ size: "07" }, `${bits}; got the string "07"`, { value: "07", ...unquoted() }],
  [{ size: "1234567890" }, `${bits}; got the string "1234567890"`, { value: "1234567890", ...unquoted() }],
  [{ size: 1.5 }, `${bits}; got the number 1.5`, { value: 1.5 }],
  [{ id: 1.5 }, "must be a 64-bit integer; got the number 1.5", { value: 1.5 }],
  [{ wait: 5 }, 'must be a duration such as "30s"; got the number 5', { value: 5, help: "write it with a unit: 5s" }],
  [{ wait: true }, 'must be a duration such as "30s"; got the boolean true', { value: true, ...quoted }],
  [{ span: true }, 'a duration such as "30s" or a whole number of nanoseconds; got the boolean true', { value: true }],
  [{ at: 1 }, "must be a time such as 2026-01-31T12:00:00Z; got the number 1", { value: 1, ...quoted }],
  [{ data: {} }, "must be base64 text; got a map"],
  [{ memory: [] }, 'must be a quantity such as "500m"; got a list'],
  [{ port: true }, "must be a 32-bit integer or a string; got the boolean true", { value: true }],
  [{ secret: 12 }, "must be a string; got a number", quoted],
  [{ secret: 12n }, "must be a string; got a number"],
])("a value of another type: %o", (value, message, more = {}) => {
  const path = [Object.keys(value).at(-1)];
  const whole = message.startsWith("must") ? message : `must be ${message}`;
  expect(schemaFindings(value, schema)).toEqual([
    { rule: "schema/type", cause: "type", path, message: whole, ...more },
  ]);
});

const units = { help: "units are ns, us, ms, s, m and h" };
const prefixes = { help: "units are m, k, M, G, T, P and E, or Ki, Mi, Gi, Ti, Pi and Ei" };
const durationMessage = (text: string) => `must be a duration such as "30s" or "1m30s"; got ${JSON.stringify(text)}`;
const quantityMessage = (text: string) =>
  `must be a quantity such as "500m", "2" or "1.5Gi"; got ${JSON.stringify(text)}`;

test.each<[field: string, text: string, message: string, more?: object]>([
  ["wait", "5", durationMessage("5"), { help: 'add a unit: "5s"' }],
  ["wait", " 5 ", durationMessage(" 5 "), { help: 'add a unit: "5s"' }],
  ["wait", "1 H 30 M", durationMessage("1 H 30 M"), { help: 'write "1h30m"' }],
  ["wait", "5d", durationMessage("5d"), units],
  ["wait", "", durationMessage(""), units],
  ["span", "5x", durationMessage("5x"), units],
  ["memory", "1KB", quantityMessage("1KB"), { help: 'write "1k"' }],
  ["memory", "1.5 gib", quantityMessage("1.5 gib"), { help: 'write "1.5Gi"' }],
  ["memory", " 1 Mi b", quantityMessage(" 1 Mi b"), prefixes],
  ["memory", "1kI", quantityMessage("1kI"), { help: 'write "1Ki"' }],
  ["memory", "1.2.3Gi", quantityMessage("1.2.3Gi"), prefixes],
  ["memory", "x1KB", quantityMessage("x1KB"), prefixes],
  ["memory", "1KBx", quantityMessage("1KBx"), prefixes],
  ["data", "hi!", "must be base64 with its padding", { help: "for plain text use `stringData`, if the kind has it" }],
  ["at", "now", 'must be a time such as 2026-01-31T12:00:00Z; got "now"'],
  ["micro", "now", 'must be a time with six fractional digits, 2026-01-31T12:00:00.000000Z; got "now"'],
])("a value that does not have the format of %s: %j", (name, value, message, more = {}) => {
  const path = [name];
  expect(schemaFindings({ [name]: value }, schema)).toEqual([
    { rule: "schema/format", cause: "decode", path, message, value, ...more },
  ]);
});

const enumMessage = 'must be one of "low", "high"; got';
test.each<[object, message: string, more?: object]>([
  [{ level: "up" }, `${enumMessage} "up"`],
  [{ level: "hgh" }, `${enumMessage} "hgh"`, { help: 'did you mean "high"?' }],
  [{ level: "High" }, `${enumMessage} "High"`, { help: 'did you mean "high"?', fix: { set: "high" } }],
  [{ only: "two" }, 'must be "one"; got "two"'],
])("a value that the enumeration does not list: %j", (value, message, more = {}) => {
  const [[name = "", given] = []] = Object.entries(value);
  expect(schemaFindings(value, schema)).toEqual([
    { rule: "schema/enum", cause: "unsupported", path: [name], message, value: given, ...more },
  ]);
});

test.each<[object, path: readonly (string | number)[], message: string, help: string, fix?: object]>([
  [{ nam: 1 }, ["nam"], 'unknown field "nam" in the document', "did you mean `name`?"],
  [{ Name: 1 }, ["Name"], 'unknown field "Name" in the document', "did you mean `name`?", { rename: "name" }],
  [{ kind: 1 }, ["kind"], 'unknown field "kind" in the document', "`kind` is a field of `spec.owner`"],
  [{ number: 1 }, ["number"], 'unknown field "number" in the document', "`number` is a field of `spec.ports[]`"],
  [
    { spec: { ports: [{ level: 1 }] } },
    ["spec", "ports", 0, "level"],
    'unknown field "level" in `spec.ports[0]`',
    "known fields: `name`, `number`",
  ],
  [{ spec: { zzz: 1 } }, ["spec", "zzz"], 'unknown field "zzz" in `spec`', "known fields: `ports`, `owner`"],
])("an unknown field: %j", (value, path, message, help, fix) => {
  expect(schemaFindings(value, schema)).toEqual([
    { rule: "schema/unknown-field", cause: "decode", path, atKey: true, message, help, ...(fix ? { fix } : {}) },
  ]);
});

test.each([
  [20, /^known fields: (?:`field\d+`, ){19}`field\d+`$/],
  [21, /^known fields: (?:`field\d+`, ){4}`field\d+` and 16 more$/],
])("the message for an unknown field among %i known fields lists a few of them", (count, help) => {
  const wide = struct(Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, text()])));
  expect(schemaFindings({ zzzzzzzz: 1 }, wide)[0]?.help).toMatch(help);
});

test("the help for an unknown field names its path in a recursive type once", () => {
  const node = { ...struct({ leaf: struct({ colour: text() }) }), "x-type": "Node" };
  const tree = { ...node, properties: { ...node.properties, child: node } };
  Object.assign(node.properties, { child: tree });
  expect(schemaFindings({ root: {}, colour: "" }, struct({ root: tree }))[0]?.help).toBe(
    "`colour` is a field of `root.leaf`",
  );
});
