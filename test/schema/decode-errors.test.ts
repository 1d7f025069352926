import type { ValidateFunction } from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { builtInKinds } from "../../src/kinds/index.ts";
import { decodeErrorsOf } from "../../src/schema/decode.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { flag, int32, int64, list, raw, stringMap, struct, text } from "../../src/schema/fields.ts";
import { compileSchema } from "./compile.ts";
import {
  bytes,
  duration,
  durationOrNanos,
  float64,
  intOrString,
  microTime,
  quantity,
  quantityMap,
  time,
  uint32,
} from "./further-fields.ts";

const allTypes = struct({
  text: text(),
  level: text({ enum: ["low", "high"] }),
  mode: text({ enum: ["fast", "slow"], "x-pointer": true }),
  flag: flag(),
  ratio: float64(),
  small: int32(),
  large: int64(),
  count: uint32(),
  port: intOrString(),
  memory: quantity(),
  limits: quantityMap(),
  data: bytes(),
  at: time(),
  precisely: microTime(),
  every: duration(),
  pause: durationOrNanos(),
  patience: duration({ "x-pointer": true }),
  "a/b~c": struct({ names: list(text()) }),
  labels: stringMap(),
  anything: raw(),
});

const values = [
  null,
  true,
  "",
  "low",
  "1Gi",
  "x",
  "aGk=",
  "3s",
  "2562048h",
  "2026-01-31T12:00:00Z",
  "2026-01-31T12:00:00.000001Z",
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  2n ** 60n,
  2n ** 63n,
  [],
  [104, null, 255],
  [256],
  ["a", null, 1],
  {},
  { names: ["a", 1], extra: 1 },
  { cpu: "1", memory: "1GB" },
];

const compiled = compileSchema(allTypes);

test.each(values.map((value) => ({ value })))("every field has the same faults as with Ajv: $value", ({ value }) => {
  for (const name of [...Object.keys(allTypes.properties), "unknown"]) {
    const object = { [name]: value };
    expect({ name, faults: faultsOf(object, allTypes) }).toEqual({ name, faults: errorsOf(object, compiled) });
  }
});

test("generated documents of all kinds have the same faults as with Ajv", () => {
  const validators = new Map<FieldSchema, ReturnType<typeof compileSchema>>();
  const validatorOf = (schema: FieldSchema) => {
    const known = validators.get(schema) ?? compileSchema(schema);
    validators.set(schema, known);
    return known;
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...builtInKinds.flatMap(({ versions }) => versions)),
      fc.infiniteStream(fc.nat()),
      ({ schema }, numbers) => {
        const value = anyValue(schema, () => numbers.next().value ?? 0, 0);
        expect(faultsOf(value, schema)).toEqual(errorsOf(value, validatorOf(schema)));
      },
    ),
    { numRuns: 600 },
  );
});

/** Returns a value that mostly fits the schema. */
function anyValue(schema: FieldSchema, next: () => number, depth: number): unknown {
  const roll = next() % 12;
  if (roll === 0 || depth > 6) return values[next() % values.length];
  if (schema.properties) {
    const names = Object.keys(schema.properties).filter(() => next() % 3 === 0);
    if (roll === 1) names.push("unknown");
    return Object.fromEntries(names.map((name) => [name, anyValue(schema.properties?.[name] ?? {}, next, depth + 1)]));
  }
  if (schema.items) return [anyValue(schema.items, next, depth + 1), anyValue(schema.items, next, depth + 1)];
  return schema.type === "string" ? (schema.enum?.[0] ?? "text") : values[next() % values.length];
}

function faultsOf(value: unknown, schema: FieldSchema): string[] {
  return decodeErrorsOf(value, schema)
    .map(({ fault, path, name = "" }) => `${pointerTo(path)} ${fault} ${name}`)
    .sort();
}

function pointerTo(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Returns Ajv's errors as text. For a value of the wrong type, Ajv also reports that it is not in the enumeration,
 * which is dropped.
 */
function errorsOf(value: unknown, validate: ValidateFunction): string[] {
  validate(value);
  const errors = (validate.errors ?? []).map(
    ({ keyword, instancePath, params, data }) =>
      `${instancePath} ${faultOf(keyword, data)} ${String(params["additionalProperty"] ?? "")}`,
  );
  return errors
    .filter((error) => !errors.includes(error.replace(" enum ", " type ")) || !error.includes(" enum "))
    .sort();
}

function faultOf(keyword: string, value: unknown): string {
  if (keyword === "additionalProperties") return "unknown-field";
  if (keyword === "format" || keyword === "enum") return keyword;
  const hasGrammar = ["x-quantity", "x-duration-or-nanos", "x-bytes"].includes(keyword);
  return hasGrammar && typeof value === "string" ? "format" : "type";
}
