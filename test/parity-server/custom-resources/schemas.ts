/**
 * Generates schemas of fields from a seed, with most of the keywords that a definition may have. Some of the schemas
 * are invalid.
 */
import type { Random } from "../random.ts";
import { number } from "./exact-json.ts";
import { ruleFor } from "./validation-rules.ts";

export type Schema = Readonly<Record<string, unknown>>;
type Fields = Record<string, unknown>;

const maxDepth = 4;
const names = ["a", "b", "c", "kind", "namespace", "x-y", "a_b", "in", "size", "$ref", "d.e", "true", "é"];

/** @param faultShare - the share of subschemas that are made invalid */
export function drawSchema(random: Random, depth: number, faultShare: number): Schema {
  const schema = structure(random, depth, faultShare);
  const type = schema["type"];
  if (random.next() < 0.12) schema["nullable"] = true;
  if (random.next() < 0.12) schema["description"] = "d";
  Object.assign(schema, valueKeywords(random, type));
  if (random.next() < 0.08 && depth < maxDepth) Object.assign(schema, quantified(random, schema, faultShare));
  if (random.next() < 0.16) schema["default"] = drawValue(random, schema, 0.1);
  const rules = random.next() < 0.3 ? 1 : random.next() < 0.1 ? 2 : 0;
  if (rules > 0)
    schema["x-kubernetes-validations"] = Array.from({ length: rules }, () => ruleFor(random, schema, faultShare));
  if (random.next() < faultShare) makeUnusual(random, schema);
  return schema;
}

const withChance = <T>(random: Random, share: number, make: () => T): T | undefined =>
  random.next() < share ? make() : undefined;
const pickOf = <T>(random: Random, items: readonly T[]): T => random.pick(items) as T;
const upTo = (random: Random, most: number): number => Math.floor(random.next() * (most + 1));

function definedFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function structure(random: Random, depth: number, faultShare: number): Fields {
  const leaves = ["string", "string", "integer", "number", "boolean", "int-or-string", "any"];
  const nests = ["object", "object", "object", "map", "array", "array", "embedded", "open"];
  const shape = pickOf(random, depth >= maxDepth || random.next() < 0.35 ? leaves : nests);
  const drawInner = () => drawSchema(random, depth + 1, faultShare);
  switch (shape) {
    case "int-or-string":
      return {
        "x-kubernetes-int-or-string": true,
        ...(random.next() < 0.3 ? { anyOf: [{ type: "integer" }, { type: "string" }] } : {}),
      };
    case "any":
      return { "x-kubernetes-preserve-unknown-fields": true };
    case "object":
      return object(random, drawInner);
    case "map":
      return definedFields({
        type: "object",
        additionalProperties: random.next() < 0.1 ? true : drawInner(),
        minProperties: withChance(random, 0.15, () => number(upTo(random, 2))),
        maxProperties: withChance(random, 0.5, () => number(upTo(random, 4))),
        "x-kubernetes-map-type": withChance(random, 0.2, () => pickOf(random, ["granular", "atomic"])),
      });
    case "array":
      return arraySchema(random, drawInner, depth);
    case "embedded":
      return {
        ...object(random, drawInner),
        "x-kubernetes-embedded-resource": true,
        ...(random.next() < 0.4 ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
      };
    case "open":
      return { ...object(random, drawInner), "x-kubernetes-preserve-unknown-fields": true };
    default:
      return { type: shape };
  }
}

function object(random: Random, inner: () => Schema): Fields {
  const chosen = random.shuffled(names).slice(0, 1 + upTo(random, 3));
  const properties = Object.fromEntries(chosen.map((name) => [name, identity(name) ?? inner()]));
  const required = chosen.filter(() => random.next() < 0.25);
  if (random.next() < 0.04) required.push("undeclared");
  return definedFields({
    type: "object",
    properties,
    required: required.length > 0 ? required : undefined,
    minProperties: withChance(random, 0.08, () => number(upTo(random, 2))),
    maxProperties: withChance(random, 0.08, () => number(1 + upTo(random, 3))),
    "x-kubernetes-map-type": withChance(random, 0.08, () => pickOf(random, ["granular", "atomic"])),
  });
}

/** An embedded resource requires the property `kind` to be a string. */
const identity = (name: string): Schema | undefined => (name === "kind" ? { type: "string" } : undefined);

function arraySchema(random: Random, drawInner: () => Schema, depth: number): Fields {
  const sizes = definedFields({
    minItems: withChance(random, 0.15, () => number(upTo(random, 2))),
    maxItems: withChance(random, 0.5, () => number(1 + upTo(random, 4))),
    uniqueItems: withChance(random, 0.04, () => false),
  });
  const roll = random.next();
  if (roll < 0.3) return { type: "array", items: drawInner(), ...sizes };
  if (roll < 0.4) return { type: "array", items: drawInner(), ...sizes, "x-kubernetes-list-type": "atomic" };
  if (roll < 0.65) {
    const items =
      random.next() < 0.8 || depth >= maxDepth
        ? { type: pickOf(random, ["string", "integer", "number", "boolean"]), ...itemFields(random) }
        : pickOf<Schema>(random, [
            { type: "array", items: { type: "integer" } },
            { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: { type: "string" } } },
            { type: "object", properties: { a: { type: "string" } } },
            { "x-kubernetes-int-or-string": true },
          ]);
    return { type: "array", items, ...sizes, "x-kubernetes-list-type": "set" };
  }
  return { ...mapListFields(random, drawInner), ...sizes };
}

const itemFields = (random: Random): Fields => definedFields({ nullable: withChance(random, 0.03, () => true) });

function mapListFields(random: Random, drawInner: () => Schema): Fields {
  const keys = random.shuffled(["name", "port", "on"]).slice(0, 1 + upTo(random, 1));
  const types: ReadonlyMap<string, Fields> = new Map([
    ["name", { type: "string" }],
    ["port", random.next() < 0.2 ? { "x-kubernetes-int-or-string": true } : { type: "integer" }],
    ["on", { type: "boolean" }],
  ]);
  const properties: Fields = {};
  const required: string[] = [];
  for (const key of keys) {
    const type = types.get(key);
    if (random.next() < 0.75) required.push(key);
    else if (random.next() < 0.8) {
      const filled = key === "name" ? "n" : key === "port" ? number(80) : false;
      properties[key] = { ...type, default: filled };
      continue;
    }
    properties[key] = { ...type };
  }
  properties["value"] = drawInner();
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: { type: "object", properties, ...(required.length > 0 ? { required } : {}) },
  };
}

const patterns = [
  "^a",
  "^[a-z]+$",
  "\\d+",
  "^(foo|bar)$",
  "[[:alpha:]]+",
  "\\pL",
  "(?i)ABC",
  "^.{2,5}$",
  "",
  "\\bfoo\\b",
];
const formats = (
  "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor " +
  "rgbcolor byte password date duration date-time datetime k8s-short-name k8s-long-name int32 nonsense"
).split(" ");
const bounds = ["0", "1", "-3", "10", "2.5", "1e3", "9223372036854775807", "-0.5", "2147483648"];

function valueKeywords(random: Random, type: unknown): Fields {
  const drawBound = (share: number) => withChance(random, share, () => number(pickOf(random, bounds)));
  switch (type) {
    case "string":
      return definedFields({
        minLength: withChance(random, 0.15, () => number(upTo(random, 3))),
        maxLength: withChance(random, 0.4, () => number(1 + upTo(random, 9))),
        pattern: withChance(random, 0.15, () => pickOf(random, patterns)),
        format: withChance(random, 0.3, () => pickOf(random, formats)),
        enum: withChance(random, 0.1, () => random.shuffled(["a", "bc", "", "foo", "é"]).slice(0, 1 + upTo(random, 2))),
      });
    case "integer":
    case "number":
      return definedFields({
        format: withChance(random, 0.35, () => pickOf(random, ["int32", "int64", "float", "double", "byte"])),
        minimum: drawBound(0.2),
        maximum: drawBound(0.2),
        exclusiveMinimum: withChance(random, 0.1, () => random.next() < 0.7),
        exclusiveMaximum: withChance(random, 0.1, () => random.next() < 0.7),
        multipleOf: withChance(random, 0.08, () => number(pickOf(random, ["2", "0.5", "3", "0.1", "1"]))),
        enum: withChance(random, 0.06, () => ["1", "2.0", "-3"].slice(0, 1 + upTo(random, 2)).map(number)),
      });
    case "boolean":
      return definedFields({ enum: withChance(random, 0.05, () => [true]) });
    default:
      return {};
  }
}

/** Combines further constraints on the same value with a logical keyword. */
function quantified(random: Random, schema: Fields, faultShare: number): Fields {
  if (schema["anyOf"]) return {};
  const parts = Array.from({ length: 1 + upTo(random, 2) }, () => narrowing(random, schema, faultShare));
  const keyword = pickOf(random, ["allOf", "anyOf", "oneOf", "not"]);
  return { [keyword]: keyword === "not" ? parts[0] : parts };
}

function narrowing(random: Random, schema: Fields, faultShare: number): Fields {
  if (random.next() < faultShare) return { type: "string" };
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Fields>);
  if (properties.length > 0) {
    const [name, part] = pickOf(random, properties);
    if (random.next() < 0.5) return { required: [name] };
    return {
      properties: { [name]: narrowing(random, part, faultShare) },
      ...(random.next() < 0.3 ? { required: [name] } : {}),
    };
  }
  if (schema["items"] && random.next() < 0.6) {
    return { items: narrowing(random, schema["items"] as Fields, faultShare) };
  }
  if (schema["type"] === "array") return { minItems: number(upTo(random, 3)) };
  if (schema["type"] === "object") return { minProperties: number(upTo(random, 2)) };
  const keywords = valueKeywords(random, schema["type"]);
  return Object.keys(keywords).length > 0 ? keywords : { enum: [drawValue(random, schema, 0), "foo"] };
}

/** Makes a schema invalid, or unusual but valid. */
function makeUnusual(random: Random, schema: Fields): void {
  const setFields = (fields: Fields) => () => Object.assign(schema, fields);
  const oddities = [
    setFields({ type: pickOf(random, ["null", "any", "int", "", "String"]) }),
    () => delete schema["type"],
    () => delete schema["items"],
    setFields({ items: [{ type: "string" }] }),
    setFields({ items: { type: "string" } }),
    setFields({ properties: { a: { type: "string" } }, additionalProperties: { type: "string" } }),
    setFields({ properties: {}, additionalProperties: false }),
    setFields({ additionalProperties: false }),
    setFields({ additionalProperties: true }),
    setFields({ uniqueItems: true }),
    setFields({ pattern: pickOf(random, ["(", "(?=a)", "a{2000}", "[", "\\1", "(?<n>a)"]) }),
    setFields({ "x-kubernetes-list-type": pickOf(random, ["set", "map", "atomic", "list", ""]) }),
    setFields({ "x-kubernetes-map-type": pickOf(random, ["granular", "atomic", "set", ""]) }),
    setFields({ "x-kubernetes-list-map-keys": pickOf(random, [["name"], ["a"], [], ["name", "name"]]) }),
    setFields({ "x-kubernetes-int-or-string": true }),
    setFields({ "x-kubernetes-embedded-resource": true }),
    setFields({ "x-kubernetes-preserve-unknown-fields": random.next() < 0.5 }),
    setFields({ $ref: "#/definitions/a" }),
    setFields({ id: "x" }),
    setFields({ definitions: { a: { type: "string" } } }),
    setFields({ dependencies: { a: ["b"] } }),
    setFields({ patternProperties: { a: { type: "string" } } }),
    setFields({ additionalItems: false }),
    setFields({
      default: pickOf<unknown>(random, [null, "x", number(1), [], {}, { unknown: number(1) }, [null], true]),
    }),
    setFields({ enum: pickOf<unknown>(random, [[], [null], ["a", "a"], [{}]]) }),
    setFields({ required: pickOf<unknown>(random, [[], ["a", "a"], [""]]) }),
    setFields({ minLength: number(-1) }),
    setFields({ maxItems: number("1.5") }),
    setFields({ maximum: "3" }),
    setFields({ nullable: "yes" }),
    setFields({ example: { a: number(1) }, externalDocs: { url: "x" }, title: "t" }),
    setFields({ unknownKeyword: true }),
    setFields({
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
      "x-kubernetes-embedded-resource": true,
    }),
    setFields({ properties: { kind: { type: "integer" } } }),
    setFields({ allOf: [{ type: "string" }] }),
    setFields({ not: { nullable: true } }),
    setFields({ oneOf: [{ properties: { undeclared: { minLength: number(1) } } }] }),
    setFields({ anyOf: [{ default: "x" }] }),
    setFields({ anyOf: [{ type: "integer" }, { type: "string" }] }),
    setFields({ allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }] }),
    setFields({ allOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] }),
    setFields({ format: "" }),
    setFields({ multipleOf: number(pickOf(random, ["0", "-2"])) }),
  ];
  pickOf(random, oddities)();
}

const texts = (
  "|a|b|foo|bar|abc|ABC|é|12|a b|2024-01-02|2024-01-02T03:04:05Z|1h|3 days|1.2.3.4|::1|10.0.0.0/8|a@b.c|http://x.y/z|#fff|" +
  "rgb(1,2,3)|YWJj|123e4567-e89b-12d3-a456-426614174000|00:11:22:33:44:55|example.com|50%|507f1f77bcf86cd799439011|" +
  "0321751043|978-0321751041|4111111111111111|111-22-3333|true|null|a\nb|01.2.3.4|-a|A.b|1.2.3.4/33"
).split("|");
const integers = [
  "0",
  "1",
  "-3",
  "2",
  "10",
  "80",
  "3",
  "2147483648",
  "9223372036854775807",
  "9223372036854775808",
  "-0",
  "6",
];
const fractions = ["0.5", "2.5", "-0.25", "1.5e-3", "100000000000000000000", "0.30000000000000004", "1e21"];
/**
 * Whole numbers in float notation. This server treats them as integers at once, kube-apiserver only after storing them.
 */
const wholeFloats = ["1.0", "2.0", "3.0", "1e3", "1E+2"];
const wholeFloatShare = 0.04;

const numbersFor = (random: Random): readonly string[] =>
  random.next() < wholeFloatShare ? wholeFloats : random.next() < 0.4 ? integers : fractions;

/** Generates a value of a schema. Each part is replaced by another value with the given probability. */
export function drawValue(random: Random, schema: Schema, faultShare: number, depth = 0): unknown {
  if (random.next() < faultShare) return oddValue(random);
  const options = schema["enum"];
  if (Array.isArray(options) && options.length > 0 && random.next() < 0.85) return pickOf<unknown>(random, options);
  if (schema["nullable"] === true && random.next() < 0.15) return null;
  if (schema["x-kubernetes-int-or-string"]) {
    return random.next() < 0.5 ? number(pickOf(random, integers)) : pickOf(random, texts);
  }
  switch (schema["type"]) {
    case "string":
      return pickOf(random, texts);
    case "integer":
      return number(random.next() < 0.95 ? pickOf(random, integers) : pickOf(random, fractions));
    case "number":
      return number(pickOf(random, numbersFor(random)));
    case "boolean":
      return random.next() < 0.5;
    case "array":
      return listOf(random, schema, faultShare, depth);
    case "object":
      return mapOf(random, schema, faultShare, depth);
    default:
      return oddValue(random);
  }
}

function listOf(random: Random, schema: Schema, faultShare: number, depth: number): unknown[] {
  const items = schema["items"] as Schema | undefined;
  return Array.from({ length: upTo(random, 3) }, () =>
    drawValue(random, Array.isArray(items) ? {} : (items ?? {}), faultShare, depth + 1),
  );
}

function mapOf(random: Random, schema: Schema, faultShare: number, depth: number): Fields {
  const result: Fields = {};
  const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
  for (const [name, part] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
    const share = required.has(name) ? 0.96 : 0.65;
    if (random.next() < share) result[name] = drawValue(random, part, faultShare, depth + 1);
  }
  const values = schema["additionalProperties"];
  if (values) {
    for (const name of random.shuffled(["k", "l", "a", "é"]).slice(0, upTo(random, 3))) {
      result[name] = drawValue(random, values === true ? {} : (values as Schema), faultShare, depth + 1);
    }
  }
  if (schema["x-kubernetes-embedded-resource"]) Object.assign(result, identityOf(random));
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (random.next() < (keepsUnknown ? 0.4 : 0.06)) result["unknown"] = oddValue(random);
  return result;
}

function identityOf(random: Random): Fields {
  const odd = random.next() < 0.25;
  return {
    apiVersion: odd ? pickOf<unknown>(random, ["v1", "a/b/c", "", number(1), "g/v1", "/v1"]) : "v1",
    kind: odd ? pickOf<unknown>(random, ["Pod", "", number(1), "a b", "pod"]) : "Pod",
    ...(random.next() < 0.6 ? { metadata: odd ? pickOf<unknown>(random, oddMetadata) : { name: "n" } } : {}),
  };
}

const oddMetadata: readonly unknown[] = [
  { name: "A/b" },
  { labels: { a: number(1) } },
  { labels: { "a b": "c" } },
  { unknown: true, name: "n" },
  { namespace: "x y" },
  null,
  "text",
  { creationTimestamp: null, finalizers: ["a"] },
  { annotations: { a: "b" }, generateName: "a-" },
  { ownerReferences: [{ name: "x" }] },
];

const oddValue = (random: Random): unknown =>
  pickOf<unknown>(random, [
    null,
    "text",
    "",
    number(1),
    number("-2.5"),
    true,
    [],
    {},
    [number(1), null, "a"],
    { a: "b" },
    { a: null, unknown: [{ c: number(1) }] },
    ["a", "a"],
    [{ name: "n" }, { name: "n" }],
  ]);

/** Changes a value in one place. */
export function changeValue(random: Random, value: unknown, schema: Schema): unknown {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || random.next() < 0.2) return drawValue(random, schema, 0.15);
  if (Array.isArray(value)) return changeList(random, value as unknown[], schema);
  const fields = value as Fields;
  const name = random.pick(Object.keys(fields));
  if (name === undefined || random.next() < 0.15) return mapOf(random, schema, 0.1, 0);
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const values = schema["additionalProperties"];
  const part = Object.hasOwn(properties, name)
    ? properties[name]
    : typeof values === "object"
      ? (values as Schema)
      : {};
  if (random.next() < 0.15) {
    const { [name]: _gone, ...rest } = fields;
    return rest;
  }
  return { ...fields, [name]: changeValue(random, fields[name], part ?? {}) };
}

function changeList(random: Random, list: readonly unknown[], schema: Schema): unknown[] {
  const items = schema["items"];
  const part = typeof items === "object" && !Array.isArray(items) ? (items as Schema) : {};
  const roll = random.next();
  if (roll < 0.25 || list.length === 0) return [...list, drawValue(random, part, 0.1)];
  if (roll < 0.4) return random.shuffled(list);
  if (roll < 0.5) return list.slice(1);
  if (roll < 0.6) return [...list, list[0]];
  const at = upTo(random, list.length - 1);
  return list.map((item, index) => (index === at ? changeValue(random, item, part) : item));
}
