/**
 * Values against a schema, as the API server validates custom resources: types, bounds, formats, patterns, and schemas
 * combined by allOf, anyOf, oneOf and not. What is not in the schema is no fault here.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { compileRegex } from "../../regex/regex.ts";
import type { Finding } from "../../rule/finding.ts";
import { codePointCount } from "../../text/code-points.ts";
import { stringFormat } from "../../text/open-api-formats.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** What a check of values knows apart from the schema. */
export interface ValueContext {
  /** Whether the server counts on the formats that came with a release. */
  reaches(release: string): boolean;
}

/** Faults of a value; paths begin with `path`. */
export function valueFaults(
  value: unknown,
  schema: JSONSchemaProps,
  context: ValueContext,
  path: FieldPath = [],
): Finding[] {
  return [
    ...typeFaults(value, schema, path, context),
    ...(value === null || value === undefined ? [] : contentFaults(value, schema, context, path)),
    ...enumFaults(value, schema, path),
  ];
}

function contentFaults(value: unknown, schema: JSONSchemaProps, context: ValueContext, path: FieldPath): Finding[] {
  const combined = combinationFaults(value, schema, context, path);
  if (typeof value === "string") return [...combined, ...stringFaults(value, schema, context, path)];
  if (isNumber(value)) return [...combined, ...numberFaults(value, schema, path)];
  if (Array.isArray(value)) return [...combined, ...listFaults(value, schema, context, path)];
  return isPlainObject(value) ? [...combined, ...mapFaults(value, schema, context, path)] : combined;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** The types that a value may be of, none meaning any. */
function typesOf(schema: JSONSchemaProps): readonly string[] {
  if (schema["x-kubernetes-int-or-string"]) return ["integer", "string"];
  return schema.type ? [schema.type] : [];
}

const typeWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    array: "a list",
    boolean: "true or false",
    integer: "a whole number",
    number: "a number",
    object: "a map",
    string: "a string",
  }),
);

function typeFaults(value: unknown, schema: JSONSchemaProps, path: FieldPath, context: ValueContext): Finding[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  if (value === null || value === undefined) return schema.nullable ? [] : [typeFault(types, "null", path)];
  const isNumeric = types.includes("integer") || types.includes("number");
  // A server that checks the format of a string takes a list for one.
  const isUnchecked = Array.isArray(value) && !isNumeric && formatOf(schema, context) !== undefined;
  return isUnchecked || types.some((type) => isOfType(value, type)) ? [] : [typeFault(types, describe(value), path)];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return isNumber(value);
    default:
      return typeof value === type;
  }
}

function typeFault(types: readonly string[], found: string, path: FieldPath): Finding {
  const wanted = types.map((type) => typeWords.get(type) ?? type).join(" or ");
  const isText = types.length === 1 && types[0] === "string";
  return {
    path,
    cause: "type",
    message: `must be ${wanted}; got ${found}`,
    ...(isText && /^(the number|true|false)/.test(found)
      ? { help: "quote the value: unquoted, YAML does not read it as a string" }
      : {}),
  };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isPlainObject(value)) return "a map";
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? `the string ${JSON.stringify(value)}` : `the number ${String(value)}`;
}

/** A value that a message can show. */
function scalar(value: unknown): { readonly value?: string | number | boolean } {
  if (typeof value === "bigint") return { value: String(value) };
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { value } : {};
}

function enumFaults(value: unknown, schema: JSONSchemaProps, path: FieldPath): Finding[] {
  const accepted = schema.enum ?? [];
  if (accepted.length === 0 || accepted.some((each) => sameValue(each, value))) return [];
  const shown = accepted.map((each) => showValue(each)).join(", ");
  const message = `must be ${accepted.length > 1 ? "one of " : ""}${shown}; got ${showValue(value)}`;
  return [{ path, cause: "unsupported", message, ...scalar(value) }];
}

function showValue(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "null";
}

/** Equality of JSON; the order of a map's keys is nothing. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  );
}

function combinationFaults(value: unknown, schema: JSONSchemaProps, context: ValueContext, path: FieldPath): Finding[] {
  const findings: Finding[] = [];
  const faultsOf = (part: JSONSchemaProps) => valueFaults(value, part, context, path);
  if (schema.anyOf?.length) for (const finding of anyOfFaults(schema.anyOf.map(faultsOf), path)) findings.push(finding);
  if (schema.oneOf?.length) for (const finding of oneOfFaults(schema.oneOf.map(faultsOf), path)) findings.push(finding);
  for (const part of schema.allOf ?? []) for (const finding of faultsOf(part)) findings.push(finding);
  if (schema.not && faultsOf(schema.not).length === 0) {
    findings.push({ path, message: "must not match the schema under `not`" });
  }
  return findings;
}

function anyOfFaults(faults: readonly Finding[][], path: FieldPath): Finding[] {
  if (faults.some((each) => each.length === 0)) return [];
  return alternatives(faults, path, "must match at least one schema of `anyOf`");
}

function oneOfFaults(faults: readonly Finding[][], path: FieldPath): Finding[] {
  const matched = faults.filter((each) => each.length === 0).length;
  if (matched === 1) return [];
  if (matched === 0) return alternatives(faults, path, "must match exactly one schema of `oneOf`; it matches none");
  return [{ path, message: `must match exactly one schema of \`oneOf\`; it matches ${matched}` }];
}

/** One finding: what would make the nearest alternative match is its help. */
function alternatives(faults: readonly Finding[][], path: FieldPath, message: string): Finding[] {
  const [nearest] = [...faults].sort((a, b) => a.length - b.length);
  const [first] = nearest ?? [];
  if (first === undefined || faults.length === 0) return [{ path, message }];
  const place = first.path.slice(path.length).join(".");
  return [{ path, message, help: `the closest: ${place === "" ? "it" : `\`${place}\``} ${first.message}` }];
}

function formatOf(schema: JSONSchemaProps, context: ValueContext): ((text: string) => boolean) | undefined {
  const { format = "", type = "" } = schema;
  if (format === "" || (type !== "" && type !== "string")) return undefined;
  if (schema["x-kubernetes-int-or-string"]) return undefined;
  return stringFormat(format, context.reaches);
}

function stringFaults(text: string, schema: JSONSchemaProps, context: ValueContext, path: FieldPath): Finding[] {
  const findings: Finding[] = [];
  const bound = lengthFault(text, schema, path);
  if (bound) findings.push(bound);
  const format = formatOf(schema, context);
  if (format && !format(text)) {
    findings.push({ path, message: `must be of format "${schema.format}"; got ${JSON.stringify(text)}`, value: text });
  }
  return findings;
}

/** The first of length and pattern that is not kept, as the server looks no further. */
function lengthFault(text: string, schema: JSONSchemaProps, path: FieldPath): Finding | undefined {
  const { maxLength, minLength, pattern = "" } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : codePointCount(text);
  if (maxLength !== undefined && length > maxLength) {
    return { path, cause: "too-long", message: `must have at most ${maxLength} characters; got ${length}` };
  }
  if (minLength !== undefined && length < minLength) {
    return { path, message: `must have at least ${minLength} characters; got ${length}`, value: text };
  }
  const compiled = pattern === "" ? undefined : compileRegex(pattern);
  if (compiled?.ok && !compiled.value.matches(text)) {
    return { path, message: `must match the pattern ${pattern}; got ${JSON.stringify(text)}`, value: text };
  }
  return undefined;
}

function fitsBits(number: number | bigint, bits: 32 | 64): boolean {
  const limit = 2n ** BigInt(bits - 1);
  return BigInt(number) >= -limit && BigInt(number) < limit;
}

function numberFaults(number: number | bigint, schema: JSONSchemaProps, path: FieldPath): Finding[] {
  const { maximum, minimum, multipleOf, type, format } = schema;
  const findings: Finding[] = [];
  const fault = (message: string) => findings.push({ path, message: `${message}; got ${number}`, ...scalar(number) });
  if (type === "integer") {
    const bits = format === "int32" ? 32 : 64;
    if (isWhole(number) && !fitsBits(number, bits)) fault(`must fit ${bits} bits`);
    for (const [name, bound] of Object.entries({ multipleOf, maximum, minimum })) {
      if (bound === undefined || (isWhole(bound) && fitsBits(bound, bits))) continue;
      findings.push({
        path,
        message: `no value is valid: \`${name}\` in the schema is ${bound}, which is not a ${bits}-bit integer`,
      });
    }
  }
  if (multipleOf !== undefined && !isMultiple(number, multipleOf)) fault(`must be a multiple of ${multipleOf}`);
  if (maximum !== undefined && (schema.exclusiveMaximum ? number >= maximum : number > maximum)) {
    fault(`must be ${schema.exclusiveMaximum ? "below" : "at most"} ${maximum}`);
  }
  if (minimum !== undefined && (schema.exclusiveMinimum ? number <= minimum : number < minimum)) {
    fault(`must be ${schema.exclusiveMinimum ? "above" : "at least"} ${minimum}`);
  }
  return findings;
}

const isWhole = (number: number | bigint): boolean => typeof number === "bigint" || Number.isInteger(number);

/** A whole number is divided as one: then the fraction of the factor is dropped. */
function isMultiple(number: number | bigint, factor: number): boolean {
  if (isWhole(number)) {
    const whole = BigInt(Math.trunc(factor));
    return whole > 0n && BigInt(number) % whole === 0n;
  }
  if (factor <= 0) return false;
  return isNearlyWhole(factor < 1 ? (1 / factor) * Number(number) : Number(number) / factor);
}

/** Rounding of the division is forgiven. */
function isNearlyWhole(quotient: number): boolean {
  const epsilon = 1e-9;
  const distance = Math.abs(quotient - Math.trunc(quotient));
  return (
    quotient === Math.trunc(quotient) || distance / (Math.abs(quotient) + Math.abs(Math.trunc(quotient))) < epsilon
  );
}

function listFaults(
  list: readonly unknown[],
  schema: JSONSchemaProps,
  context: ValueContext,
  path: FieldPath,
): Finding[] {
  const findings: Finding[] = [];
  const items = itemsOf(schema);
  if (items)
    for (const [index, item] of list.entries())
      for (const finding of valueFaults(item, items, context, [...path, index])) findings.push(finding);
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && list.length < minItems) {
    findings.push({ path, message: `must have at least ${minItems} items; got ${list.length}` });
  }
  if (maxItems !== undefined && list.length > maxItems) {
    findings.push({ path, cause: "too-many", message: `must have at most ${maxItems} items; got ${list.length}` });
  }
  return findings;
}

function mapFaults(
  map: Readonly<Record<string, unknown>>,
  schema: JSONSchemaProps,
  context: ValueContext,
  path: FieldPath,
): Finding[] {
  const findings: Finding[] = [];
  const names = Object.keys(map);
  const { minProperties, maxProperties, required = [] } = schema;
  if (minProperties !== undefined && names.length < minProperties) {
    findings.push({ path, message: `must have at least ${minProperties} fields; got ${names.length}` });
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    const message = `must have at most ${maxProperties} fields; got ${names.length}`;
    findings.push({ path, cause: "too-many", message });
  }
  const values = valuesOf(schema);
  for (const name of names) {
    const property = propertyOf(schema, name);
    const inner = property ?? values;
    if (inner) for (const finding of valueFaults(map[name], inner, context, [...path, name])) findings.push(finding);
    else if (schema.additionalProperties === false) {
      findings.push({ path: [...path, name], atKey: true, message: `"${name}" is not allowed here` });
    }
  }
  for (const name of new Set(required)) {
    if (Object.hasOwn(map, name)) continue;
    findings.push({ path: [...path, name], cause: "required", message: `\`${name}\` must be set` });
  }
  return findings;
}

/** The formats in a schema that no server checks, so that they only document. */
export function uncheckedFormat(schema: JSONSchemaProps, context: ValueContext): string | undefined {
  const { format = "", type = "" } = schema;
  if (format === "") return undefined;
  const known: ReadonlyMap<string, readonly string[]> = new Map(
    Object.entries({
      integer: ["int32", "int64"],
      number: ["float", "double"],
    }),
  );
  const isChecked =
    type === "" || type === "string"
      ? stringFormat(format, context.reaches) !== undefined
      : known.get(type)?.includes(format);
  return isChecked ? undefined : format;
}
