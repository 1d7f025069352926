/**
 * Recorded costs that upstream's tests guarantee: expressions, inputs and numbers.
 *
 * Sources, both Apache-2.0: cel-go 0.29.2 (`interpreter/runtimecost_test.go`, `checker/cost_test.go`) and Kubernetes
 * 1.37 (`apiserver/pkg/cel/library/cost_test.go`,
 * `apiextensions-apiserver/pkg/apiserver/schema/cel/celcoststability_test.go`). The few cases that override the cost of
 * a function are separate tests.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { createEnvironment, type Environment } from "../../../src/cel/environment.ts";
import type { Library } from "../../../src/cel/types/declarations.ts";
import * as types from "../../../src/cel/types/types.ts";
import { librariesOf } from "../../../src/cel-kubernetes/base-environment.ts";

/** Reads a file of vectors, one JSON value per line. */
export function readVectors<Vector>(name: string): readonly Vector[] {
  const text = readFileSync(new URL(`vectors/${name}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector);
}

const simpleTypes: Readonly<Record<string, types.CelType>> = {
  bool: types.boolType,
  bytes: types.bytesType,
  double: types.doubleType,
  int: types.intType,
  string: types.stringType,
  uint: types.uintType,
  "google.protobuf.Duration": types.durationType,
  "google.protobuf.Timestamp": types.timestampType,
};

/** Parses a type in upstream's notation, such as `list(map(string, int))`. */
export function readType(text: string): types.CelType {
  const list = /^list\((?<element>.*)\)$/.exec(text)?.groups?.["element"];
  if (list !== undefined) return types.listType(readType(list));
  const map = /^map\((?<key>\w+), (?<value>.*)\)$/.exec(text)?.groups;
  if (map) return types.mapType(readType(map["key"] ?? ""), readType(map["value"] ?? ""));
  return simpleTypes[text] ?? types.objectType(text);
}

/** The only message that cel-go's vectors use, reduced to the fields that they use. */
const testMessage = {
  name: "google.expr.proto3.test.TestAllTypes",
  fields: { single_int32: types.intType, single_float: types.doubleType, single_string: types.stringType },
};

/** Creates an environment of the newest release with the variables and objects of a vector. */
export function environmentWith(
  variables: Readonly<Record<string, types.CelType>> = {},
  objects: readonly { name: string; fields: Readonly<Record<string, types.CelType>> }[] = [testMessage],
  libraries: readonly Library[] = [],
): Environment {
  return createEnvironment({
    libraries: [...librariesOf("1.37"), ...libraries],
    variables: Object.entries(variables).map(([name, type]) => ({ name, type })),
    objects,
  });
}
