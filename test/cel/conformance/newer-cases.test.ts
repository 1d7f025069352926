import { expect, test } from "vitest";
import type { SpecCase, SpecDeclaration, SpecType, SpecValue } from "./case.ts";
import { runCase } from "./run.ts";

/**
 * Cases of the CEL specification of June 2026 that are missing from the package that the other tests read: names that
 * hide other names (`bindings_ext`, `namespace`), formats of whole numbers (`string_ext`), seconds out of range
 * (`timestamps`). Left out are 20 cases about message fields (`proto2`, `proto3`); `network_ext` is in
 * `library/network.test.ts`.
 */
interface NewerCase {
  readonly path: string;
  readonly expr: string;
  readonly container?: string;
  readonly isParseOnly?: boolean;
  /** Variables with their values, which also determine their types. */
  readonly variables?: Readonly<Record<string, SpecValue>>;
  /** Default true. */
  readonly value?: SpecValue;
  readonly isError?: boolean;
}

const textValue = (stringValue: string): SpecValue => ({ stringValue });
const int = (int64Value: string): SpecValue => ({ int64Value });
const container = "com.example";
const shadowing = "namespace/comprehension_shadowing";

const newerCases: readonly NewerCase[] = [
  { path: "bindings_ext/shadowing", expr: "cel.bind(x, 0, x == 0)", variables: { x: int("1") } },
  {
    path: "bindings_ext/namespace",
    expr: "cel.bind(x, 0, x == 0)",
    container,
    variables: { "com.example.x": int("1") },
  },
  {
    path: "bindings_ext/namespace_selector",
    expr: "cel.bind(x, {'y': 0}, x.y == 0)",
    container,
    variables: { "com.example.x.y": int("1") },
  },
  {
    path: "namespace/basic",
    expr: "y",
    container,
    variables: { "com.example.y": { boolValue: true }, y: textValue("string") },
  },
  {
    path: "namespace/disambiguation",
    expr: ".y",
    container,
    variables: { "com.example.y": textValue("com.example.y"), y: textValue("y") },
    value: textValue("y"),
  },
  ...[false, true].flatMap((isParseOnly): NewerCase[] => [
    {
      path: shadowing,
      expr: "[0].exists(y, y == 0)",
      container,
      variables: { "com.example.y": int("42") },
      isParseOnly,
    },
    {
      path: `${shadowing}_selector`,
      expr: "[{'z': 0}].exists(y, y.z == 0)",
      variables: { "y.z": int("42") },
      isParseOnly,
    },
    {
      path: `${shadowing}_namespaced_selector`,
      expr: "[{'z': 0}].exists(y, y.z == 0)",
      container,
      variables: { "com.example.y.z": int("42") },
      isParseOnly,
    },
  ]),
  {
    path: `${shadowing}_disambiguation`,
    expr: "['compre'].exists(y, .y == 'y')",
    container,
    variables: { y: textValue("y") },
  },
  {
    path: `${shadowing}_namespaced_selector_disambiguation`,
    expr: "[{'z': 'compre'}].exists(y, .y.z == 'y.z')",
    container,
    variables: { "com.example.y.z": textValue("com.example.y.z"), "y.z": textValue("y.z") },
  },
  {
    path: `${shadowing}_nesting`,
    expr: "[1].exists(y, [0].exists(y, y == 0))",
    container,
    variables: { "com.example.y": int("42"), y: int("42") },
  },
  { path: "string_ext/fixed_int", expr: '"%f".format([2])', value: textValue("2.000000") },
  { path: "string_ext/fixed_uint", expr: '"%f".format([3u])', value: textValue("3.000000") },
  { path: "string_ext/scientific_int", expr: '"%e".format([2])', value: textValue("2.000000e+00") },
  { path: "string_ext/scientific_uint", expr: '"%e".format([3u])', value: textValue("3.000000e+00") },
  { path: "string_ext/reverse_none", expr: "''.reverse() == ''" },
  { path: "string_ext/reverse_one", expr: "'☺'.reverse() == '☺'" },
  { path: "string_ext/reverse_more", expr: "'Ta©oCαt'.reverse() == 'tαCo©aT'" },
  { path: "timestamps/from_int_under", expr: "timestamp(-62135596801)", isError: true },
  { path: "timestamps/from_int_over", expr: "timestamp(253402300800)", isError: true },
];

test.each(newerCases)("$path: $expr, parse only $isParseOnly", (newerCase) => {
  expect(runCase(specCaseOf(newerCase))).toBeUndefined();
});

function specCaseOf({ path, expr, isParseOnly, isError, value, variables = {}, ...rest }: NewerCase): SpecCase {
  const entries = Object.entries(variables);
  return {
    path,
    expr,
    container: rest.container ?? "",
    disableCheck: isParseOnly ?? false,
    checkOnly: false,
    typeEnv: entries.map(([name, each]): SpecDeclaration => ({ name, ident: { type: typeOf(each) } })),
    bindings: Object.fromEntries(entries.map(([name, each]) => [name, { value: each }])),
    ...(value ? { value } : {}),
    ...(isError ? { evalError: {} } : {}),
  };
}

function typeOf({ stringValue, boolValue }: SpecValue): SpecType {
  if (stringValue !== undefined) return { primitive: "STRING" };
  return { primitive: boolValue === undefined ? "INT64" : "BOOL" };
}
