import { describe, expect, test } from "vitest";
import type { ObjectDeclaration, VariableDeclaration } from "../../../src/cel/types/declarations.ts";
import {
  anyType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  optionalType,
  stringType,
  uintType,
} from "../../../src/cel/types/types.ts";
import { faultsOfText } from "./check-text.ts";

const variables: readonly VariableDeclaration[] = [
  { name: "anything", type: dynType },
  { name: "claims", type: mapType(stringType, anyType) },
  { name: "names", type: listType(stringType) },
  { name: "user", type: objectType("x.User") },
  { name: "maybe", type: optionalType(stringType) },
  { name: "small", type: uintType },
  { name: "lost", type: objectType("x.Unknown") },
];
const known = variables.map(({ name }) => name).join(", ");
const objects: readonly ObjectDeclaration[] = [
  { name: "x.User", fields: { username: stringType, groups: listType(stringType), uid: intType } },
];

describe.each<[string, readonly (readonly [text: string, ...faults: string[]])[]]>([
  [
    "undeclared names",
    [
      ["clams.a == 1", "clams -> undeclared name 'clams' (did you mean 'claims'?)"],
      ["q", `q -> undeclared name 'q' (variables: ${known})`],
      ["a.b.c", `a -> undeclared name 'a' (variables: ${known})`],
      ["names.all(n, n == m)", `m -> undeclared name 'm' (variables: n, ${known})`],
      ["names.exists(n, true) && n == ''", `n -> undeclared name 'n' (variables: ${known})`],
      ["siz(names)", "(names) -> undeclared function 'siz' (did you mean 'size'?)"],
      ["names.startWith('a')", "('a') -> undeclared function 'startWith' (did you mean 'startsWith'?)"],
      ["x.Usr{}", "{} -> undeclared type 'x.Usr'"],
      ["int{} == 'a'", "{} -> type 'int' has no fields to set"],
      [
        "names.exist(n, true)",
        "(n, true) -> undeclared function 'exist' (did you mean 'exists'?)",
        `n -> undeclared name 'n' (variables: ${known})`,
      ],
      [
        "names.exists(true)",
        "(true) -> undeclared function 'exists' (the macro 'exists' is called on a value and takes 2 or 3 argument(s))",
      ],
    ],
  ],
  [
    "overloads that do not match",
    [
      [
        "small + duration('1h')",
        "+ -> no overload of '+' takes (uint, duration) ('+' takes (duration, duration), (timestamp, duration), (uint, uint), (bytes, bytes), (double, double), (duration, timestamp), and 3 more)",
      ],
      [
        "1 == 'a'",
        "== -> no overload of '==' takes (int, string) (both sides must have the same type; convert one of them)",
      ],
      [
        "true ? 1 : 'a'",
        "? -> no overload of '?:' takes (bool, int, string) (both sides must have the same type; convert one of them)",
      ],
      [
        "1 != 'a'",
        "!= -> no overload of '!=' takes (int, string) (both sides must have the same type; convert one of them)",
      ],
      ["'a'.startsWith()", "() -> no overload of 'startsWith' takes string.() ('startsWith' takes string.(string))"],
      ["!user", "! -> no overload of '!' takes (x.User) ('!' takes (bool))"],
      ["1 in 'abc'", "in -> no overload of 'in' takes (int, string) ('in' takes (A, list(A)), (A, map(A, B)))"],
      [
        "claims[1]",
        "[1] -> no overload of '[]' takes (map(string, any), int) ('[]' takes (list(A), int), (map(A, B), A), (optional_type(list(V)), int), (optional_type(map(K, V)), K))",
      ],
      [
        "'a'.startsWith(1)",
        "(1) -> no overload of 'startsWith' takes string.(int) ('startsWith' takes string.(string))",
      ],
      [
        "startsWith('a', 'b')",
        "('a', 'b') -> no overload of 'startsWith' takes (string, string) ('startsWith' is called on a value: x.startsWith(...))",
      ],
      ["user.int()", "() -> no overload of 'int' takes x.User.() ('int' is called as int(...))"],
      ["1 && 'a'", "1 -> must be of type 'bool'; got 'int'", "'a' -> must be of type 'bool'; got 'string'"],
    ],
  ],
  [
    "undefined fields",
    [
      ["user.usrname", ".usrname -> no field 'usrname' in 'x.User' (did you mean 'username'?)"],
      ["has(user.q)", "(user.q) -> no field 'q' in 'x.User' (fields: username, groups, uid)"],
      ["user.?usrname", ".?usrname -> no field 'usrname' in 'x.User' (did you mean 'username'?)"],
      ["user.toString == ''", ".toString -> no field 'toString' in 'x.User' (fields: username, groups, uid)"],
      ["names.length", ".length -> type 'list(string)' has no fields"],
      ["[].length", ".length -> type 'list(dyn)' has no fields"],
      ["maybe.a", ".a -> type 'string' has no fields"],
      ["lost.a", ".a -> the fields of type 'x.Unknown' are not declared"],
      ["x.User{uid: 'a'}", ": 'a' -> field 'uid' must be of type 'int'; got 'string'"],
      ["x.User{uidd: 1}", ": 1 -> no field 'uidd' in 'x.User' (did you mean 'uid'?)"],
      ["x.User{?uid: 1}", "1 -> must be of type 'optional_type(int)'; got 'int'"],
    ],
  ],
  [
    "invalid ranges and elements",
    [
      [
        "claims.groups.exists(g, g == 'a')",
        ".groups -> a macro cannot iterate over type 'any'; it needs a list or a map (put dyn(...) around the value to iterate over what it holds at run time)",
      ],
      ["user.uid.all(x, true)", ".uid -> a macro cannot iterate over type 'int'; it needs a list or a map"],
      ["names.all(n, n)", "n -> must be of type 'bool'; got 'string'"],
      ["names.filter(n, 1)", "(n, 1) -> a condition must be of type 'bool'; got 'int'"],
      ["[?'a']", "'a' -> must be of type 'optional_type(string)'; got 'string'"],
      ["{?'a': 1}", "1 -> must be of type 'optional_type(int)'; got 'int'"],
    ],
  ],
  [
    "several errors at once",
    [
      [
        "user.a + user.b",
        ".a -> no field 'a' in 'x.User' (fields: username, groups, uid)",
        ".b -> no field 'b' in 'x.User' (fields: username, groups, uid)",
      ],
      [
        "q || user.z || 1 + 'a' == 2",
        `q -> undeclared name 'q' (variables: ${known})`,
        ".z -> no field 'z' in 'x.User' (fields: username, groups, uid)",
        "+ -> no overload of '+' takes (int, string) ('+' takes (int, int), (string, string), (bytes, bytes), (double, double), (duration, duration), (duration, timestamp), and 3 more)",
      ],
      ["maybe.optMap(x, y)", `y -> undeclared name 'y' (variables: x, ${known})`],
      ["q.optMap(x, x)", `q -> undeclared name 'q' (variables: ${known})`],
    ],
  ],
])("%s", (_group, cases) => {
  test.each(cases)("%s", (text, ...faults) => {
    expect(faultsOfText(text, { variables, objects })).toEqual(faults);
  });
});

test.each(["[1]", "[]", "[dyn(1)]"])("types that grow without bound are rejected: %s", (start) => {
  const text = `${start}${".map(x, {x: x})".repeat(60)}`;
  const faults = faultsOfText(text);
  expect(faults[0]).toMatch(/the type of this part contains more than 1000 types$/);
});

test.each([
  [20, " (variables: v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19)"],
  [21, ""],
  [0, ""],
])("with %i variables in scope the help is '%s'", (count, help) => {
  const many = Array.from({ length: count }, (_, index) => ({ name: `v${index}`, type: intType }));
  expect(faultsOfText("q", { variables: many })).toEqual([`q -> undeclared name 'q'${help}`]);
});

test("at most 100 faults are reported", () => {
  expect(faultsOfText(`[${"nobody, ".repeat(10_000)}nobody]`)).toHaveLength(100);
});

test("literals of mixed types are rejected if the environment requires homogeneous literals", () => {
  expect(faultsOfText("[1, 'a', 2]", { homogeneousLiterals: true })).toEqual([
    "'a' -> must be of type 'int' like the element before; got 'string' (the elements of a literal must have one type; put dyn(...) around each to mix them)",
  ]);
  expect(faultsOfText("{'a': 1, 2: 'b'}", { homogeneousLiterals: true })).toHaveLength(2);
  expect(faultsOfText("[1, dyn('a')]", { homogeneousLiterals: true })).toEqual([]);
});

test("numbers of different types can be compared unless the environment forbids it", () => {
  expect(faultsOfText("1 < 1.0 || 1u >= 1", { crossTypeNumericComparisons: false })).toHaveLength(2);
  expect(faultsOfText("1 < 1.0 || 1u >= 1")).toEqual([]);
});
