/** Sample values for fields: values of the same field in documents, and a few for each type. */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";

/** The maximum number of samples per field; more would be repetitive. */
const maxSamples = 6;

export class SampleValues {
  private readonly valuesByField = new Map<string, Map<string, unknown>>();

  /** Collects the values in a document. */
  collect(value: unknown, schema: FieldSchema, field = ""): void {
    if (field !== "") this.remember(field, value);
    if (Array.isArray(value)) for (const item of value) this.collect(item, schema.items ?? {}, `${field}[]`);
    else if (isPlainObject(value)) this.collectFields(value, schema, field);
  }

  private collectFields(value: Record<string, unknown>, schema: FieldSchema, field: string): void {
    for (const [name, held] of Object.entries(value)) {
      const declared = schema.properties?.[name];
      if (declared) this.collect(held, declared, `${schema["x-type"] ?? ""}.${name}`);
      else if (typeof schema.additionalProperties === "object") {
        this.collect(held, schema.additionalProperties, `${field}{}`);
      }
    }
  }

  private remember(field: string, value: unknown): void {
    const values = this.valuesByField.get(field) ?? new Map<string, unknown>();
    this.valuesByField.set(field, values);
    if (values.size < maxSamples) values.set(JSON.stringify(value), value);
  }

  of(field: string, schema: FieldSchema): readonly unknown[] {
    return [...(this.valuesByField.get(field)?.values() ?? []), ...samplesOf(schema, 0)];
  }

  zeroOf(schema: FieldSchema): unknown {
    return zeroOf(schema);
  }
}

function zeroOf({ type, format, ...schema }: FieldSchema): unknown {
  if (type === "array") return [];
  if (type === "boolean") return false;
  if (type === "number" || schema["x-int"] || schema["x-uint"] || schema["x-int-or-string"]) return 0;
  if (type === "object" || schema["x-raw"]) return {};
  if (schema["x-quantity"]) return "0";
  if (format === "rfc3339-time" || format === "rfc3339-micro-time") return null;
  return format === "go-duration" ? "0s" : "";
}

const samplesByFormat: ReadonlyMap<string, readonly string[]> = new Map([
  ["rfc3339-time", ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"]],
  ["rfc3339-micro-time", ["2020-01-01T00:00:00.000000Z"]],
  ["go-duration", ["5s", "-1s"]],
  ["base64", ["YQ=="]],
]);

/** The depth to which nested structs are filled. */
const maxDepth = 1;

function samplesOf(schema: FieldSchema, depth: number): readonly unknown[] {
  const { type, format } = schema;
  if (schema.enum) return [...schema.enum, "Other"];
  if (type === "boolean") return [true, false];
  if (type === "string") return samplesByFormat.get(format ?? "") ?? ["a", "example.com/b"];
  if (schema["x-int"] || schema["x-uint"]) return [1, -1, 5, 100_000];
  if (type === "number") return [1, 0.5];
  if (schema["x-quantity"]) return ["1", "2Gi", "100m", "-1"];
  if (schema["x-int-or-string"]) return [1, "50%", "http"];
  if (schema["x-raw"]) return [{ a: 1 }];
  if (type === "array")
    return samplesOf(schema.items ?? {}, depth)
      .slice(0, 2)
      .map((item) => [item]);
  return depth < maxDepth ? structSamples(schema, depth) : [{}];
}

function structSamples({ properties, additionalProperties }: FieldSchema, depth: number): readonly unknown[] {
  if (typeof additionalProperties === "object") return [{ a: samplesOf(additionalProperties, depth + 1)[0] }];
  const first = Object.entries(properties ?? {}).map(([name, field]) => [name, samplesOf(field, depth + 1)[0]]);
  return [{}, Object.fromEntries(first), Object.fromEntries(first.slice(0, 1))];
}
