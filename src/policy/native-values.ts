/**
 * Values of expressions that the JSON of a patch cannot represent, with the types and texts that Go prints for them. An
 * apply configuration must not contain them; in a JSON patch some become strings.
 *
 * @module
 */
import { isExpressionMap, toJson } from "../cel/eval/json.ts";
import { isList } from "../cel/eval/value-type.ts";
import {
  CelError,
  CelMap,
  CelObject,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from "../cel/types/values.ts";
import { plainGoText } from "../json/go-value.ts";
import { type ApplyType, branchOf, type ListType, typeOfMember } from "../patch/apply/apply-type.ts";
import { elementText, fieldElement } from "../patch/apply/path-element.ts";
import { goSyntax } from "../patch/go-text.ts";
import { formatSeconds } from "../text/duration.ts";
import { failure, type Result, success } from "../text/result.ts";
import { civilTime } from "../text/timestamp.ts";

/** The most bytes of a value that an error message shows. */
const maxShownBytes = 1024;

/** A value as Go prints it with `%T`, `%#v` and `%v`. */
interface GoValue {
  readonly type: string;
  readonly syntax: string;
  readonly text: string;
}

/** Returns kube-apiserver's errors for values of an apply configuration that JSON cannot represent. */
export const nativeValueFaults = (type: ApplyType, value: Value): string[] =>
  faultsAt(type, value, { path: "", isUnconverted: false });

interface Place {
  readonly path: string;
  /**
   * Whether the value is in a list or map that the expression creates. Go uses its values without conversion, so a map
   * created there is not a JSON map.
   */
  readonly isUnconverted: boolean;
}

function faultsAt(type: ApplyType, value: Value, { path, isUnconverted }: Place): string[] {
  const native = isUnconverted && isExpressionMap(value) ? mapText(value) : goValueOf(value);
  if (native) return [`${path}: expected ${expectedText(type, native)}`];
  if (value instanceof CelObject || value instanceof CelMap) return memberFaults(type, value, path);
  return isList(value) && type.list ? itemFaults(type.list, value, path) : [];
}

function memberFaults({ map }: ApplyType, value: CelObject | CelMap, path: string): string[] {
  const names = value instanceof CelObject ? value.fieldNames() : value.keys();
  const isUnconverted = isExpressionMap(value);
  return [...names].flatMap((key) => {
    if (typeof key !== "string") return [`${path}: expected map, got &{${keyFault(key)}}`];
    const member = value.getField(key);
    const type = map && typeOfMember(map, key);
    if (!type || member === undefined || member instanceof CelError) return [];
    return faultsAt(type, member, { path: path + elementText(fieldElement(key)), isUnconverted });
  });
}

function itemFaults({ keys, item: type }: ListType, items: readonly Value[], path: string): string[] {
  const nonMapIndex = keys.length > 0 ? items.findIndex(isExpressionMap) : -1;
  if (nonMapIndex >= 0)
    return [`${path}: element ${nonMapIndex}: associative list with keys may not have non-map elements`];
  return items.flatMap((item, index) => faultsAt(type, item, { path: `${path}[${index}]`, isUnconverted: true }));
}

function mapText(map: CelMap): GoValue {
  const entries = [...map.keys()].map((key) => {
    const value = map.get(key) ?? null;
    return { key: toJson(key), value: value === null ? 0 : configurationJson(value) };
  });
  const type = "map[ref.Val]ref.Val";
  return {
    type,
    syntax: `${type}{${entries.map(({ key, value }) => `${goSyntax(key)}:${goSyntax(value)}`).join(", ")}}`,
    text: `map[${entries.map(({ key, value }) => `${plainGoText(key)}:${plainGoText(value)}`).join(" ")}]`,
  };
}

function expectedText(type: ApplyType, { type: name, syntax, text }: GoValue): string {
  const branch = branchOf(type, undefined);
  if (branch !== "scalar") return `${branch}, got &{${text}}`;
  switch (type.scalar) {
    case "string":
      return `string, got &value.valueUnstructured{Value:${syntax}}`;
    case "numeric":
      return `numeric (int or float), got ${name}`;
    default:
      return `${type.scalar === "boolean" ? "boolean" : "any scalar"}, got &{${text}}`;
  }
}

/** Returns how Go prints the value; undefined for values that JSON can represent. */
function goValueOf(value: Value): GoValue | undefined {
  if (value === null) return { type: "structpb.NullValue", syntax: "0", text: "NULL_VALUE" };
  if (typeof value === "number") {
    const text = numberText(value);
    return Number.isFinite(value) ? undefined : { type: "float64", syntax: text, text };
  }
  if (typeof value !== "object" || value instanceof TypeValue || value instanceof Optional) return undefined;
  if (value instanceof Uint)
    return { type: "uint64", syntax: `0x${value.value.toString(16)}`, text: String(value.value) };
  if (value instanceof Uint8Array) {
    const shown = value.subarray(0, maxShownBytes);
    const bytes = Array.from(shown, (byte) => `0x${byte.toString(16)}`);
    return { type: "[]uint8", syntax: `[]uint8{${bytes.join(", ")}}`, text: `[${shown.join(" ")}]` };
  }
  if (value instanceof Duration) {
    return { type: "time.Duration", syntax: String(value.nanos), text: String(toJson(value)) };
  }
  if (value instanceof Timestamp) return { type: "time.Time", syntax: timeSyntax(value), text: timeText(value) };
  if (!("celType" in value)) return undefined;
  const type = goTypes.get(nameOf(value)) ?? nameOf(value);
  return { type, syntax: `(${type})`, text: `(${type})` };
}

/** Go types of values from CEL libraries. */
const goTypes: ReadonlyMap<string, string> = new Map([
  ["kubernetes.Quantity", "*resource.Quantity"],
  ["kubernetes.Semver", "semver.Version"],
  ["kubernetes.URL", "*url.URL"],
  ["net.CIDR", "netip.Prefix"],
  ["net.IP", "netip.Addr"],
]);

const nameOf = (value: Value): string => String(toJson(value));

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return `${value < 0 ? "-" : "+"}Inf`;
}

const months = "January February March April May June July August September October November December".split(" ");

function timeSyntax({ seconds, nanos, offsetSeconds }: Timestamp): string {
  const { year, month, day, hour, minute, second } = civilTime(seconds + offsetSeconds);
  const place = offsetSeconds === 0 ? "time.UTC" : 'time.Location("")';
  return `time.Date(${year}, time.${months[month - 1]}, ${day}, ${hour}, ${minute}, ${second}, ${nanos}, ${place})`;
}

/** Formats a time as Go does: `2026-01-01 00:00:00.5 +0000 UTC`. */
function timeText(time: Timestamp): string {
  const text = String(toJson(time)).replace("T", " ");
  if (text.endsWith("Z")) return `${text.slice(0, -1)} +0000 UTC`;
  const at = text.length - "+02:00".length;
  const offset = text.slice(at).replace(":", "");
  return `${text.slice(0, at)} ${offset} ${offset}`;
}

/** Converts a value of an apply configuration to JSON. Integers beyond 2^53 are bigints. */
export function configurationJson(value: Value): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (isList(value)) return value.map(configurationJson);
  if (!(value instanceof CelMap || value instanceof CelObject)) return toJson(value);
  const names = [...(value instanceof CelObject ? value.fieldNames() : value.keys())].map(nameOf);
  return Object.fromEntries(
    names.map((name) => {
      const member = value.getField(name) ?? null;
      return [name, member instanceof CelError ? null : configurationJson(member)];
    }),
  );
}

/** Converts a value of a JSON patch to JSON. @returns an error of kube-apiserver if JSON cannot represent the value */
export function patchJson(value: Value): Result<unknown> {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return marshalFailure(
      `json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value.number_value: invalid ${numberText(value)} value`,
    );
  }
  if (value instanceof Duration) return success(formatSeconds(value));
  if (value instanceof TypeValue) return marshalFailure("type conversion not supported for 'type'");
  if (value instanceof Optional) {
    return value.value === undefined ? marshalFailure("optional.none() dereference") : patchJson(value.value);
  }
  if (isList(value)) return collectValues(value.map(patchJson));
  if (value instanceof CelMap) {
    const keys = [...value.keys()];
    const wrong = keys.find((key) => typeof key !== "string");
    if (wrong !== undefined) return marshalFailure(keyFault(wrong));
    return patchObject(keys.map((key) => [String(key), value.get(key)]));
  }
  if (value instanceof CelObject)
    return patchObject([...value.fieldNames()].map((name) => [name, value.getField(name)]));
  if (typeof value === "object" && value !== null && "celType" in value && !("toJSON" in value)) {
    return marshalFailure(`type conversion error from '${nameOf(value).replace(/^.*\./, "")}' to '*structpb.Value'`);
  }
  return success(toJson(value));
}

const marshalFailure = (why: string) =>
  failure(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${why}`);

/** Returns the error for a map with a key that is not a string. */
function keyFault(key: Value): string {
  if (typeof key === "boolean") return "type conversion error from bool to 'string'";
  return `unsupported type conversion from '${key instanceof Uint ? "uint" : "int"}' to string`;
}

function collectValues(results: readonly Result<unknown>[]): Result<unknown[]> {
  const values: unknown[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return success(values);
}

function patchObject(members: readonly (readonly [string, Value | CelError | undefined])[]): Result<unknown> {
  const values = collectValues(
    members.map(([, member = null]) => (member instanceof CelError ? failure(member.message) : patchJson(member))),
  );
  return values.ok ? success(Object.fromEntries(members.map(([name], index) => [name, values.value[index]]))) : values;
}
