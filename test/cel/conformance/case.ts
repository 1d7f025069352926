/**
 * The conformance cases of the CEL specification, with readers for the JSON form of their protobuf messages.
 *
 * @module
 */
import { tests as suite } from "@bufbuild/cel-spec/testdata/conformance.js";
import { EntryMap } from "../../../src/cel/eval/entry-map.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import {
  anyType,
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../../../src/cel/types/types.ts";
import { TypeValue, Uint, type Value } from "../../../src/cel/types/values.ts";
import { messageType } from "../../../src/cel/types/well-known.ts";

export interface SpecType {
  readonly primitive?: string;
  readonly wellKnown?: string;
  readonly wrapper?: string;
  readonly messageType?: string;
  readonly typeParam?: string;
  readonly dyn?: unknown;
  readonly null?: null;
  readonly error?: unknown;
  readonly type?: SpecType;
  readonly listType?: { readonly elemType?: SpecType };
  readonly mapType?: { readonly keyType?: SpecType; readonly valueType?: SpecType };
  readonly abstractType?: { readonly name: string; readonly parameterTypes?: readonly SpecType[] };
}

export interface SpecValue {
  readonly nullValue?: null;
  readonly boolValue?: boolean;
  readonly int64Value?: string;
  readonly uint64Value?: string;
  readonly doubleValue?: number | string;
  readonly stringValue?: string;
  readonly bytesValue?: string;
  readonly typeValue?: string;
  readonly listValue?: { readonly values?: readonly SpecValue[] };
  readonly mapValue?: { readonly entries?: readonly { readonly key: SpecValue; readonly value: SpecValue }[] };
  readonly objectValue?: { readonly "@type": string; readonly value?: unknown };
  readonly enumValue?: unknown;
}

export interface SpecOverload {
  readonly overloadId: string;
  readonly params?: readonly SpecType[];
  readonly resultType: SpecType;
  readonly isInstanceFunction?: boolean;
}

export interface SpecDeclaration {
  readonly name: string;
  readonly ident?: { readonly type: SpecType };
  readonly function?: { readonly overloads: readonly SpecOverload[] };
}

export interface SpecCase {
  /** `file/section/test`. */
  readonly path: string;
  readonly expr: string;
  readonly container: string;
  readonly disableCheck: boolean;
  readonly checkOnly: boolean;
  readonly typeEnv: readonly SpecDeclaration[];
  readonly bindings: Readonly<Record<string, { readonly value?: SpecValue }>>;
  /** The expected result. Without a value, a type or an error, the expression must evaluate to true. */
  readonly value?: SpecValue;
  readonly deducedType?: SpecType;
  readonly evalError?: unknown;
}

interface SuiteNode {
  readonly name: string;
  readonly suites?: readonly SuiteNode[];
  readonly tests?: readonly { readonly original: object }[];
}

/** All cases of all files, in file order. */
export const specCases: readonly SpecCase[] = suite.suites?.flatMap((file) => casesOf(file, file.name)) ?? [];

function casesOf(node: SuiteNode, path: string): SpecCase[] {
  const own = (node.tests ?? []).map(({ original }) => readCase(original, path));
  const nested = (node.suites ?? []).flatMap((child) => casesOf(child, `${path}/${child.name}`));
  return [...own, ...nested];
}

function readCase(original: object, path: string): SpecCase {
  const test = original as Partial<SpecCase> & {
    readonly name?: string;
    readonly typedResult?: { readonly result?: SpecValue; readonly deducedType?: SpecType };
  };
  const value = test.value ?? test.typedResult?.result;
  const deducedType = test.typedResult?.deducedType;
  return {
    path: `${path}/${test.name ?? ""}`,
    expr: test.expr ?? "",
    container: test.container ?? "",
    disableCheck: test.disableCheck ?? false,
    checkOnly: test.checkOnly ?? false,
    typeEnv: test.typeEnv ?? [],
    bindings: test.bindings ?? {},
    ...(value && { value }),
    ...(deducedType && { deducedType }),
    ...(test.evalError !== undefined && { evalError: test.evalError }),
  };
}

const simpleTypes: Readonly<Record<string, CelType>> = {
  BOOL: boolType,
  INT64: intType,
  UINT64: uintType,
  DOUBLE: doubleType,
  STRING: stringType,
  BYTES: bytesType,
  ANY: anyType,
  TIMESTAMP: timestampType,
  DURATION: durationType,
};

export function readType(type: SpecType): CelType {
  if (type.primitive !== undefined) return simpleTypes[type.primitive] ?? errorType;
  if (type.wellKnown !== undefined) return simpleTypes[type.wellKnown] ?? errorType;
  if (type.wrapper !== undefined) return { kind: "wrapper", of: simpleTypes[type.wrapper] ?? errorType };
  if (type.messageType !== undefined) return messageType(type.messageType);
  if (type.typeParam !== undefined) return paramType(type.typeParam);
  if (type.type !== undefined) return typeType(Object.keys(type.type).length === 0 ? undefined : readType(type.type));
  if (type.listType !== undefined) return listType(readType(type.listType.elemType ?? {}));
  if (type.mapType !== undefined) {
    return mapType(readType(type.mapType.keyType ?? {}), readType(type.mapType.valueType ?? {}));
  }
  if (type.abstractType !== undefined) {
    return opaqueType(type.abstractType.name, ...(type.abstractType.parameterTypes ?? []).map(readType));
  }
  return "null" in type ? nullType : dynType;
}

const typeByName: Readonly<Record<string, CelType>> = {
  bool: boolType,
  bytes: bytesType,
  double: doubleType,
  int: intType,
  list: listType(dynType),
  map: mapType(dynType, dynType),
  null_type: nullType,
  string: stringType,
  type: typeType(),
  uint: uintType,
  "google.protobuf.Duration": durationType,
  "google.protobuf.Timestamp": timestampType,
};

/** Returns undefined for messages, enums and other protobuf values that CEL has no plain value for. */
export function readValue(value: SpecValue): Value | undefined {
  if (value.boolValue !== undefined) return value.boolValue;
  if (value.int64Value !== undefined) return BigInt(value.int64Value);
  if (value.uint64Value !== undefined) return new Uint(BigInt(value.uint64Value));
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.bytesValue !== undefined) return new Uint8Array(Buffer.from(value.bytesValue, "base64"));
  if (value.typeValue !== undefined) {
    return new TypeValue(typeByName[value.typeValue] ?? opaqueType(value.typeValue));
  }
  if (value.listValue !== undefined) return readAll(value.listValue.values ?? []);
  if (value.mapValue !== undefined) {
    const map = new EntryMap();
    for (const { key, value: held } of value.mapValue.entries ?? []) {
      const [mapKey, mapValue] = [readValue(key), readValue(held)];
      if (mapKey === undefined || mapValue === undefined) return undefined;
      map.set(mapKey, mapValue);
    }
    return map;
  }
  if (value.objectValue !== undefined) return readMessage(value.objectValue);
  return "nullValue" in value ? null : undefined;
}

/** Reads well-known messages that CEL represents as plain values; undefined for other messages. */
function readMessage(message: { readonly "@type": string; readonly value?: unknown }): Value | undefined {
  const name = message["@type"].slice("type.googleapis.com/".length);
  const isPlain = /^google\.protobuf\.(?:Duration|Timestamp|Struct|Value|ListValue|\w+Value)$/.test(name);
  if (!isPlain) return undefined;
  const isWrittenAsText = /64Value$/.test(name) && typeof message.value === "string";
  return fromJson(isWrittenAsText ? BigInt(String(message.value)) : message.value, messageType(name));
}

function readAll(values: readonly SpecValue[]): readonly Value[] | undefined {
  const read = values.map(readValue);
  return read.every((value) => value !== undefined) ? read : undefined;
}
