/**
 * Generates validation rules for values of a schema. Most of them compile, many fail for some values, and a few cannot
 * be evaluated.
 */
import type { Random } from "../random.ts";
import type { Schema } from "./schemas.ts";

type Fields = Readonly<Record<string, unknown>>;

const pickOf = <T>(random: Random, items: readonly T[]): T => random.pick(items) as T;

/** Generates a rule. Its message begins with `m` and a number, so that it can be found in responses. */
export function ruleFor(random: Random, schema: Schema, faultShare: number): Fields {
  const isOfChange = random.next() < 0.25;
  const isOptional = isOfChange && random.next() < 0.4;
  const rule =
    random.next() < faultShare
      ? pickOf(random, faultyRules)
      : isOfChange
        ? transitionRule(random, schema, isOptional)
        : predicate(random, schema, "self", 0);
  const mark = `m${Math.floor(random.next() * 1e6)}`;
  const message = random.next() < 0.6 ? { message: pickOf(random, [`${mark} said`, ` ${mark} trimmed `]) } : {};
  return {
    rule,
    ...message,
    ...(random.next() < 0.3 ? { messageExpression: messageExpression(random, schema, { mark, faultShare }) } : {}),
    ...(random.next() < 0.25 ? { reason: pickOf(random, reasons) } : {}),
    ...(random.next() < 0.25 ? pathOf(random, schema, faultShare) : {}),
    ...(isOptional ? { optionalOldSelf: true } : {}),
    ...(random.next() < faultShare ? pickOf<Fields>(random, oddParts) : {}),
  };
}

const reasons = ["FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate", "FieldValueInvalid"];
const faultyRules = [
  "self.",
  "1 + 1",
  "unknown == 1",
  "self.nothing == 1",
  "self + true",
  "",
  "  ",
  "oldSelf == self",
  "self.all(x, self.all(y, self.all(z, self.all(w, x == y && z == w))))",
  "'a'.matches('(')",
  "dyn(self) == 1",
  "self == self\n",
  "true ||\nfalse",
  "has(self)",
  "self.size() / 0 > 1",
  "[1,2,3].map(x, x * 2).exists(y, y == self)",
];
const oddParts: readonly Fields[] = [
  { message: " " },
  { message: "two\nlines" },
  { reason: "Other" },
  { fieldPath: ".nothing" },
  { fieldPath: "a" },
  { fieldPath: "" },
  { optionalOldSelf: true },
  { optionalOldSelf: false },
  { messageExpression: "1" },
  { messageExpression: " " },
  { unknownPart: true },
];

function messageExpression(
  random: Random,
  schema: Schema,
  { mark, faultShare }: { readonly mark: string; readonly faultShare: number },
): string {
  if (random.next() < faultShare) return pickOf(random, ["1 + 1", "self.", "unknown"]);
  const plain = [`'${mark} by expression'`, `' ${mark} '`, "''", "'a\\nb'", "'x' + [''][1]"];
  const own = isSized(schema) ? [`'${mark} ' + string(self.size())`, `"${mark} has %d".format([self.size()])`] : [];
  const text = schema["type"] === "string" ? [`'${mark} ' + self`, `"${mark} %s".format([self])`] : [];
  const number = ["integer", "number"].includes(String(schema["type"])) ? [`'${mark} ' + string(self)`] : [];
  return pickOf(random, [...plain, ...own, ...own, ...text, ...text, ...number]);
}

const isSized = ({ type }: Schema): boolean => type === "string" || type === "array" || isMap({ type });
const isMap = (schema: Schema): boolean => schema["type"] === "object" && schema["additionalProperties"] !== undefined;

function pathOf(random: Random, schema: Schema, faultShare: number): Fields {
  const names = Object.keys((schema["properties"] ?? {}) as Fields);
  const name = random.pick(names);
  if (name === undefined) return random.next() < faultShare ? { fieldPath: ".x" } : {};
  return { fieldPath: /^[a-z_$-]+$/i.test(name) && random.next() < 0.6 ? `.${name}` : `['${name}']` };
}

function transitionRule(random: Random, schema: Schema, isOptional: boolean): string {
  const old = isOptional ? "oldSelf.value()" : "oldSelf";
  const plain = [`self == ${old}`, `${old} == self`];
  const own: Record<string, readonly string[]> = {
    integer: [`self >= ${old}`, `self - ${old} < 5`],
    number: [`self >= ${old}`],
    string: [`self.startsWith(${old})`, `${old}.size() <= self.size()`],
    array: [`self.size() >= ${old}.size()`, `${old}.all(x, x in self)`],
    object: isMap(schema) ? [`${old}.all(k, k in self)`] : [],
  };
  const rule = pickOf(random, [...plain, ...(own[String(schema["type"])] ?? [])]);
  if (!isOptional) return rule;
  return pickOf(random, [
    `!oldSelf.hasValue() || ${rule}`,
    "oldSelf.hasValue()",
    "!oldSelf.hasValue()",
    `oldSelf.orValue(self) == self`,
    rule,
  ]);
}

/** Generates a Boolean expression about a value of the schema. */
function predicate(random: Random, schema: Schema, value: string, depth: number): string {
  const any = depth > 2 ? ["true"] : [`!(${pickOf(random, ["true", "false"])})`];
  if (schema["x-kubernetes-int-or-string"]) {
    return pickOf(random, [
      `type(${value}) == int ? ${value} > 1 : ${value}.contains('%')`,
      `${value} == 80`,
      `string(${value}) != 'a'`,
      `${value} > 5`,
      `int(${value}) > 5`,
    ]);
  }
  switch (schema["type"]) {
    case "string":
      return pickOf(random, textPredicates).replaceAll("$", value);
    case "integer":
      return pickOf(random, integerPredicates).replaceAll("$", value);
    case "number":
      return pickOf(random, numberPredicates).replaceAll("$", value);
    case "boolean":
      return pickOf(random, ["$", "!$", "$ == true", "string($) == 'true'"]).replaceAll("$", value);
    case "array":
      return listPredicate(random, schema, value, depth);
    case "object":
      return isMap(schema) ? mapPredicate(random, schema, value, depth) : objectPredicate(random, schema, value, depth);
    default:
      return pickOf(random, any);
  }
}

const textPredicates = [
  "$.size() < 4",
  "$.matches('^[a-z]+$')",
  "$.matches('^' + $ + '$')",
  "$.startsWith('a')",
  "$ in ['a', 'b', 'foo']",
  "$ != ''",
  "$.contains('o')",
  "$.upperAscii() == 'FOO'",
  "$.lowerAscii() == $",
  "isURL($)",
  "!isURL($) || url($).getHost() == 'x.y'",
  "$.split('').all(c, c != 'o')",
  "$.replace('o', '0').size() > 2",
  "$.substring(1) == 'oo'",
  "$.charAt(0) == 'a'",
  "$.indexOf('o') >= 0",
  "int($) > 5",
  "double($) > 0.5",
  "duration($) > duration('1m')",
  "timestamp($) > timestamp('2024-01-01T00:00:00Z')",
  "isIP($)",
  "isCIDR($)",
  "!format.dns1123Label().validate($).hasValue()",
  "$.find('[0-9]+') != ''",
  "$.findAll('o').size() == 2",
  "quantity($).isGreaterThan(quantity('10'))",
  "isQuantity($)",
  "$ < 'c'",
  "$.trim() == $",
  "$.reverse() != $",
  "bytes($).size() == $.size()",
  "isSemver($)",
  "['a', 'b'].exists(x, $.endsWith(x))",
];
const integerPredicates = [
  "$ > 1",
  "$ % 2 == 0",
  "10 / $ > 1",
  "$ + 9223372036854775807 > 0",
  "$ * $ >= 0",
  "-$ < 0",
  "$ in [1, 2, 3]",
  "$ == 1.0",
  "uint($) > 1u",
  "string($).size() < 3",
  "double($) > 0.5",
  "$ >= 0 && $ <= 100",
  "[1, 2, 3][$] == 2",
  "dyn($) == 1",
];
const numberPredicates = [
  "$ > 1.0",
  "$ == 1.0",
  "int($) == 1",
  "$ * 2.0 < 5.0",
  "string($) == '1'",
  "$ > 1",
  "$ / 0.0 > 1.0",
  "math.isNaN($)",
];

function listPredicate(random: Random, schema: Schema, value: string, depth: number): string {
  const items = (schema["items"] ?? {}) as Schema;
  const itemPredicate = (name: string) => (depth < 2 ? predicate(random, items, name, depth + 1) : "true");
  const isScalar = ["string", "integer", "number"].includes(String(items["type"]));
  const v = `v${depth}`;
  return pickOf(random, [
    `${value}.size() < 3`,
    `${value}.all(${v}, ${itemPredicate(v)})`,
    `${value}.exists(${v}, ${itemPredicate(v)})`,
    `${value}.exists_one(${v}, ${itemPredicate(v)})`,
    `${value}.filter(${v}, ${itemPredicate(v)}).size() <= 1`,
    `${value}.map(${v}, ${itemPredicate(v)}).size() > 0`,
    `${value} == ${value}`,
    `${value} + ${value} != ${value}`,
    `${value}[0] == ${value}[1]`,
    ...(isScalar
      ? [`${value}.isSorted()`, `${value}.min() == ${value}.max()`, `${value}.indexOf(${value}[0]) == 0`]
      : []),
    ...(items["type"] === "integer" ? [`${value}.sum() < 10`] : []),
    ...(items["type"] === "string" ? [`${value}.join('').size() < 5`, `'a' in ${value}`] : []),
    `sets.contains(${value}, ${value})`,
  ]);
}

function mapPredicate(random: Random, schema: Schema, value: string, depth: number): string {
  const values = schema["additionalProperties"] === true ? {} : (schema["additionalProperties"] as Schema);
  const v = `v${depth}`;
  const each = depth < 2 ? predicate(random, values, `${value}[${v}]`, depth + 1) : "true";
  return pickOf(random, [
    `${value}.size() < 2`,
    `${value}.all(${v}, ${v}.size() < 2)`,
    `${value}.all(${v}, ${each})`,
    `'a' in ${value}`,
    `!('k' in ${value}) || ${depth < 2 ? predicate(random, values, `${value}['k']`, depth + 1) : "true"}`,
    `${value}.exists(${v}, ${v} == 'k')`,
    `${value} == ${value}`,
    `${value}.map(${v}, ${v}).size() == 1`,
    `has(${value}.k)`,
    `${value}.k == ${value}.l`,
    `${value}.all(k, w, k != '')`,
    `${value}[?'k'].hasValue()`,
  ]);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["x-y", "x__dash__y"],
  ["namespace", "__namespace__"],
  ["in", "__in__"],
  ["true", "__true__"],
  ["d.e", "d__dot__e"],
  ["a_b", "a_b"],
  ["é", "é"],
]);

function objectPredicate(random: Random, schema: Schema, value: string, depth: number): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const field = random.pick(properties);
  const resource = schema["x-kubernetes-embedded-resource"]
    ? [
        `${value}.metadata.name != ''`,
        `${value}.kind == 'Pod'`,
        `has(${value}.metadata)`,
        `${value}.apiVersion == 'v1'`,
      ]
    : [];
  if (field === undefined) return pickOf(random, ["true", ...resource]);
  const name = escapes.get(field[0]) ?? field[0];
  const at = `${value}.${name}`;
  const inner = depth < 2 ? predicate(random, field[1], at, depth + 1) : "true";
  const other = properties[0]?.[0] ?? "";
  const second = `${value}.${escapes.get(other) ?? other}`;
  return pickOf(random, [
    `!has(${at}) || ${inner}`,
    inner,
    `has(${at})`,
    `has(${at}) == has(${second})`,
    `has(${at}) ? ${inner} : true`,
    `${at} == ${second}`,
    `${value}.?${name}.hasValue()`,
    `${value} == ${value}`,
    ...resource,
    ...resource,
  ]);
}
