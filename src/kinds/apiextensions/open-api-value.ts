/**
 * Validates values of custom resources against a schema like kube-apiserver: types, bounds, formats, patterns, and
 * schemas combined by allOf, anyOf, oneOf and not. Unknown fields are not reported here.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatDotted, formatPath, shortText } from "../../diagnostic/path.ts";
import { Float64 } from "../../json/float64.ts";
import { formatJson } from "../../json/format-json.ts";
import { goTypeOf, showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { compileRegex } from "../../regex/regex.ts";
import type { AlsoNamed, Finding } from "../../rule/finding.ts";
import { Hints } from "../../text/closest.ts";
import { codePointCount } from "../../text/code-points.ts";
import { stringFormat } from "../../text/open-api-formats.ts";
import { enumerationOf, showValue } from "./enumeration.ts";
import {
  formatsOfNumbers,
  isInteger,
  isNumber,
  isOfInteger,
  type JsonNumber,
  numberFaults,
} from "./open-api-number.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** The inputs of a validation in addition to the value and the schema. */
export interface ValueContext {
  /** Whether the API server validates the formats that a release introduced. */
  reaches(release: string): boolean;
  /**
   * Whether the value is a default in a definition: kube-apiserver validates formats and int-or-string values
   * differently there.
   */
  readonly isDefault?: boolean;
}

/**
 * Returns the faults of a value.
 *
 * @param isOld - whether an update leaves the value at a path unchanged, so that its faults do not count
 */
export function valueFaults(
  value: unknown,
  schema: JSONSchemaProps,
  context: ValueContext,
  isOld: (path: FieldPath) => boolean = nothingIsOld,
): readonly Finding[] {
  const check = new ValueCheck(context, isOld, new Hints(maxComparedValues));
  check.visit(value, schema, []);
  return check.findings;
}

/** The maximum number of `enum` values that the hints for one object are computed from. */
export const maxComparedValues = 50_000;

/** Used for combined schemas, whose faults count even if the value is unchanged. */
const nothingIsOld = (): boolean => false;

/** Validates one value and everything in it against one schema. */
class ValueCheck {
  readonly findings: Finding[] = [];
  /**
   * The number of checks that passed. If all alternatives fail, kube-apiserver reports the faults of the one with the
   * most.
   */
  passedCount = 0;
  private readonly context: ValueContext;
  private readonly isOld: (path: FieldPath) => boolean;
  private readonly hints: Hints;

  constructor(context: ValueContext, isOld: (path: FieldPath) => boolean, hints: Hints) {
    this.context = context;
    this.isOld = isOld;
    this.hints = hints;
  }

  visit(value: unknown, schema: JSONSchemaProps, path: FieldPath): void {
    if (value === null || value === undefined) {
      this.checkType(value, schema, path);
      this.checkEnumeration(value, schema, path);
      return;
    }
    if (typesOf(schema, this.context).length > 0 || hasFormat(schema, this.context)) {
      this.checkType(value, schema, path);
      this.passedCount++;
    }
    this.checkCombinations(value, schema, path);
    if (typeof value === "string") this.checkText(value, schema, path);
    else if (isNumber(value)) this.checkNumber(value, schema, path);
    else if (Array.isArray(value)) this.checkList(value, schema, path);
    this.checkEnumeration(value, schema, path);
    if (isMap(value)) this.checkMap(value, schema, path);
    this.passedCount += 2;
  }

  private add(finding: Finding): void {
    this.findings.push({ ...finding, field: finding.field ?? serverField(finding.path) });
  }

  /** Validates a value inside of the object. Drops its faults if an update leaves it unchanged. */
  private visitInner(value: unknown, schema: JSONSchemaProps, path: FieldPath): void {
    const before = this.findings.length;
    this.visit(value, schema, path);
    if (this.findings.length > before && this.isOld(path)) this.findings.length = before;
  }

  private checkType(value: unknown, schema: JSONSchemaProps, path: FieldPath): void {
    const types = typesOf(schema, this.context);
    if (isOfTypes(value, types, schema, this.context)) this.passedCount++;
    else {
      const format = checkedFormat(schema, this.context);
      this.add({ ...typeFault(types, describe(value), path), serverText: typeText(types, value, { path, format }) });
    }
  }

  private checkEnumeration(value: unknown, schema: JSONSchemaProps, path: FieldPath): void {
    const listed = enumerationOf(schema);
    if (!listed || listed.accepts(value)) return;
    const message = `${listed.demand}; got ${showValue(value)}`;
    const meant = typeof value === "string" ? this.hints.closest(value, listed.texts) : undefined;
    const help = meant === undefined ? {} : { help: `did you mean ${JSON.stringify(meant)}?` };
    const serverText = `${showGoValue(value)}: supported values: ${listed.supported}`;
    this.add({ path, cause: "unsupported", message, serverText, ...help, ...scalar(value) });
  }

  private checkCombinations(value: unknown, schema: JSONSchemaProps, path: FieldPath): void {
    const against = (part: JSONSchemaProps) => {
      const check = new ValueCheck(this.context, nothingIsOld, this.hints);
      check.visit(value, part, path);
      return check;
    };
    if (schema.anyOf?.length) this.checkAnyOf(schema.anyOf, against, path);
    if (schema.oneOf?.length) this.checkOneOf(schema.oneOf, schema.oneOf.map(against), path);
    if (schema.allOf?.length) this.checkAllOf(schema.allOf.map(against), path);
    if (schema.not && against(schema.not).findings.length === 0) {
      const message = `must not match ${schemaText(schema.not)}, the schema under \`not\``;
      this.add({ path, field: [], message, serverText: combinationText(path, "must not validate the schema (not)") });
    }
    this.passedCount += 2;
  }

  private checkAnyOf(
    parts: readonly JSONSchemaProps[],
    against: (part: JSONSchemaProps) => ValueCheck,
    path: FieldPath,
  ): void {
    const failed: ValueCheck[] = [];
    for (const part of parts) {
      const check = against(part);
      if (check.findings.length > 0) failed.push(check);
      else {
        this.passedCount += check.passedCount;
        return;
      }
    }
    const serverText = combinationText(path, "must validate at least one schema (anyOf)");
    this.reportAlternatives(failed, { path, message: "must match at least one schema of `anyOf`", serverText });
  }

  private checkOneOf(parts: readonly JSONSchemaProps[], checks: readonly ValueCheck[], path: FieldPath): void {
    const matched = checks.filter(({ findings }) => findings.length === 0);
    const [first] = matched;
    if (matched.length === 1 && first) this.passedCount += first.passedCount;
    else if (!first) {
      const message = "must match exactly one schema of `oneOf`; it matches none";
      const serverText = combinationText(path, `${oneOfErrorText} Found none valid`);
      this.reportAlternatives(checks, { path, message, serverText });
    } else {
      const message = `must match exactly one schema of \`oneOf\`; it matches ${matched.length}`;
      const names = parts.filter((_, index) => matched.includes(checks[index] ?? first)).map(schemaText);
      const serverText = combinationText(path, `${oneOfErrorText} Found ${matched.length} valid alternatives`);
      this.add({ path, field: [], message, serverText, help: `it matches ${names.join(" and ")}` });
    }
  }

  private checkAllOf(checks: readonly ValueCheck[], path: FieldPath): void {
    const known = new Set(this.findings.map(faultKey));
    for (const { findings, passedCount } of checks) {
      this.passedCount += passedCount;
      for (const finding of findings) {
        const key = faultKey(finding);
        if (!known.has(key)) this.findings.push(finding);
        known.add(key);
      }
    }
    const last = this.findings.at(-1);
    if (last && checks.some(({ findings }) => findings.length > 0)) {
      const isNone = checks.every(({ findings }) => findings.length > 0);
      const serverText = combinationText(
        path,
        `must validate all the schemas (allOf)${isNone ? ". None validated" : ""}`,
      );
      this.findings[this.findings.length - 1] = {
        ...last,
        also: [...(last.also ?? []), { field: [], cause: "invalid", serverText }],
      };
    }
  }

  /**
   * Adds one finding for alternatives that all fail: the first faults of the alternatives become its help text, the
   * faults of the closest one become further causes.
   */
  private reportAlternatives(checks: readonly ValueCheck[], finding: Finding): void {
    const { path } = finding;
    const [nearest] = [...checks].sort((a, b) => b.passedCount - a.passedCount);
    this.passedCount += nearest?.passedCount ?? 0;
    const simplest = [...checks].sort((a, b) => a.findings.length - b.findings.length);
    const faults = simplest.flatMap(({ findings: [first] }) => (first ? [faultText(first, path)] : []));
    const listed = [...new Set(faults)];
    const rest = listed.length > maxAlternatives ? `, or ${listed.length - maxAlternatives} others` : "";
    const help = `${listed.length > 1 ? "either " : ""}${listed.slice(0, maxAlternatives).join(", or ")}${rest}`;
    this.add({ ...finding, field: [], help, also: nearest?.findings.flatMap(alsoNamedOf) ?? [] });
  }

  private checkText(text: string, schema: JSONSchemaProps, path: FieldPath): void {
    this.passedCount++;
    const bound = lengthFault(text, schema, path);
    if (bound) this.add(bound);
    const format = formatOf(schema, this.context);
    if (!format) return;
    this.passedCount++;
    if (format(text)) return;
    const message = `must be of format "${schema.format}"; got ${JSON.stringify(text)}`;
    const shownText = showGoValue(text);
    const serverText = `${shownText}: ${inBody(path)} must be of type ${schema.format}: ${shownText}`;
    this.add({ path, cause: "type", message, serverText, value: text });
  }

  private checkNumber(number: JsonNumber, schema: JSONSchemaProps, path: FieldPath): void {
    this.passedCount += 2;
    for (const { isUnnamed, message, serverText } of numberFaults(number, schema, formatDotted(path))) {
      const field = isUnnamed ? { field: [] } : {};
      this.add({ path, message: `${message}; got ${number}`, serverText, ...scalar(number), ...field });
    }
  }

  private checkList(list: readonly unknown[], schema: JSONSchemaProps, path: FieldPath): void {
    this.passedCount += 2;
    const items = itemsOf(schema);
    if (items) for (const [index, item] of list.entries()) this.visitInner(item, items, [...path, index]);
    const { minItems, maxItems } = schema;
    if (minItems !== undefined && list.length < minItems) {
      const serverText = `${list.length}: ${inBody(path)} should have at least ${minItems} items`;
      this.add({ path, message: `must have at least ${minItems} items; got ${list.length}`, serverText });
    }
    if (maxItems !== undefined && list.length > maxItems) {
      const message = `must have at most ${maxItems} items; got ${list.length}`;
      this.add({ path, cause: "too-many", message, serverText: tooManyText(list.length, maxItems) });
    }
  }

  private checkMap(map: Readonly<Record<string, unknown>>, schema: JSONSchemaProps, path: FieldPath): void {
    this.passedCount++;
    const names = Object.keys(map);
    const { minProperties, maxProperties, required = [] } = schema;
    if (minProperties !== undefined && names.length < minProperties) {
      const serverText = `${names.length}: ${inBody(path)} should have at least ${minProperties} properties`;
      this.add({ path, message: `must have at least ${minProperties} fields; got ${names.length}`, serverText });
    }
    if (maxProperties !== undefined && names.length > maxProperties) {
      const message = `must have at most ${maxProperties} fields; got ${names.length}`;
      this.add({ path, cause: "too-many", message, serverText: tooManyText(names.length, maxProperties) });
    }
    const values = valuesOf(schema);
    for (const name of names) {
      const inner = propertyOf(schema, name) ?? values;
      const at = [...path, name];
      if (inner) this.visitInner(map[name], inner, at);
      else if (schema.additionalProperties === false) {
        const message = `"${name}" is not allowed here`;
        const serverText = `${showGoValue(name)}: ${formatDotted(path)}.${name} in body is a forbidden property`;
        this.add({ path: at, field: serverField(path), atKey: true, message, serverText });
      }
    }
    for (const name of new Set(required)) {
      if (Object.hasOwn(map, name)) continue;
      this.add({ path: [...path, name], cause: "required", message: `\`${name}\` must be set`, serverText: "" });
    }
  }
}

/** Formats a path as errors of kube-apiserver do: map keys look like fields. */
function serverField(path: FieldPath): FieldPath {
  const text = formatDotted(path);
  return text === "" ? [] : [text];
}

const inBody = (path: FieldPath): string => `${formatDotted(path)} in body`;

/** Formats an error that names no field. */
const combinationText = (path: FieldPath, demand: string): string => `"": "${formatDotted(path)}" ${demand}`;
const oneOfErrorText = "must validate one and only one schema (oneOf).";

const tooManyText = (count: number, most: number | bigint): string =>
  `${count}: must have at most ${countText(most, "item")}`;
const countText = (count: number | bigint, noun: string): string => `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;

/**
 * Formats the error about a wrong type. It shows the type of the value in place of the value; if a schema with a format
 * gets a number, boolean or map, it shows formats in place of types.
 */
function typeText(
  types: readonly string[],
  value: unknown,
  { path, format }: { readonly path: FieldPath; readonly format: string },
): string {
  const type = typeOf(value);
  const formatFound = numberFormats.get(type) ?? "";
  const isOfFormat = format !== "" && format !== formatFound && !typesWithoutFormat.has(type);
  const found = JSON.stringify(isOfFormat ? formatFound : type);
  return `${found}: ${inBody(path)} must be of type ${isOfFormat ? format : types.join(",")}: ${found}`;
}

const numberFormats: ReadonlyMap<string, string> = new Map([
  ["integer", "int64"],
  ["number", "float64"],
]);
const typesWithoutFormat: ReadonlySet<string> = new Set(["null", "string", "array"]);

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isInteger(value) ? "integer" : "number";
  return typeof value;
}

const faultKey = ({ path, message }: Finding): string => `${path}\n${message}`;

function alsoNamedOf({ path, field = path, cause = "invalid", serverText, also = [] }: Finding): readonly AlsoNamed[] {
  return [{ field, cause, ...(serverText !== undefined && { serverText }) }, ...also];
}

const isMap = (value: unknown): value is Record<string, unknown> => isPlainObject(value) && !isNumber(value);

/** Returns the types that a value may have; any type if empty. */
function typesOf(schema: JSONSchemaProps, { isDefault }: ValueContext): readonly string[] {
  if (schema["x-kubernetes-int-or-string"]) return isDefault ? [] : ["integer", "string"];
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

function isOfTypes(value: unknown, types: readonly string[], schema: JSONSchemaProps, context: ValueContext): boolean {
  if (value === null || value === undefined) return types.length === 0 || schema.nullable === true;
  const isNumeric = types.includes("integer") || types.includes("number");
  // If kube-apiserver checks a string format, it also accepts lists; a schema without a type then rejects numbers and
  // maps.
  if (hasFormat(schema, context) && !isNumeric && (typeof value === "string" || Array.isArray(value))) return true;
  return types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isMap(value);
    case "integer":
      return isOfInteger(value);
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
  if (isMap(value)) return "a map";
  if (typeof value === "boolean" || value === null) return String(value);
  return typeof value === "string" ? `the string ${JSON.stringify(value)}` : `the number ${String(value)}`;
}

/** Returns a value if a message can show it. */
function scalar(value: unknown): { readonly value?: string | number | boolean } {
  if (typeof value === "bigint") return { value: String(value) };
  if (value instanceof Float64) return { value: Number(value) };
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { value } : {};
}

/** Whether two values are equal as JSON, regardless of the order of map keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return goTypeOf(a) === goTypeOf(b) && Number(a) === Number(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
  );
}

const hasFormat = (schema: JSONSchemaProps, context: ValueContext): boolean =>
  context.isDefault ? Boolean(schema.format) : formatOf(schema, context) !== undefined;

/** The maximum number of alternatives that a help text lists. */
const maxAlternatives = 3;
const maxSchemaText = 60;

/** Formats a schema, which has no name, as shortened JSON. */
const schemaText = (schema: JSONSchemaProps): string => `\`${shortText(formatJson(schema), maxSchemaText)}\``;

/** Formats a fault with its path relative to `base`. */
function faultText({ path, cause, message }: Finding, base: FieldPath): string {
  const place = formatPath(cause === "required" ? path.slice(base.length, -1) : path.slice(base.length));
  if (cause === "required") return place === "" ? message : `${message} in \`${place}\``;
  return `${place === "" ? "it" : `\`${place}\``} ${message}`;
}

function formatOf(schema: JSONSchemaProps, context: ValueContext): ((text: string) => boolean) | undefined {
  const { format = "", type = "" } = schema;
  if (format === "" || (type !== "" && type !== "string")) return undefined;
  return stringFormat(format, context.reaches);
}

/** Returns the first violation of the length limits and the pattern; kube-apiserver stops there. */
function lengthFault(text: string, schema: JSONSchemaProps, path: FieldPath): Finding | undefined {
  const { maxLength, minLength, pattern = "" } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : codePointCount(text);
  if (maxLength !== undefined && length > maxLength) {
    const message = `must have at most ${maxLength} characters; got ${length}`;
    return { path, cause: "too-long", message, serverText: `may not be more than ${countText(maxLength, "byte")}` };
  }
  if (minLength !== undefined && length < minLength) {
    const serverText = `${showGoValue(text)}: ${inBody(path)} should be at least ${minLength} chars long`;
    return { path, message: `must have at least ${minLength} characters; got ${length}`, serverText, value: text };
  }
  const compiled = pattern === "" ? undefined : compileRegex(pattern);
  if (compiled?.ok && !compiled.value.matches(text)) {
    const serverText = `${showGoValue(text)}: ${inBody(path)} should match '${pattern}'`;
    return { path, message: `must match the pattern ${pattern}; got ${JSON.stringify(text)}`, serverText, value: text };
  }
  return undefined;
}

/** Returns the format that kube-apiserver validates; empty if it validates no format. */
function checkedFormat(schema: JSONSchemaProps, context: ValueContext): string {
  const { format = "", type = "" } = schema;
  if (context.isDefault || formatOf(schema, context)) return format;
  return formatsOfNumbers.get(type)?.includes(format) ? format : "";
}

/** Returns the format of a schema if kube-apiserver does not validate it, so that it only documents the value. */
export function uncheckedFormat(schema: JSONSchemaProps, context: ValueContext): string | undefined {
  const { format = "" } = schema;
  return format === "" || checkedFormat(schema, context) !== "" ? undefined : format;
}
