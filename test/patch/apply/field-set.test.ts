import fc from "fast-check";
import { expect, test } from "vitest";
import { pathText } from "../../../src/patch/apply/conflicts.ts";
import {
  contains,
  difference,
  differenceWithDescendants,
  type FieldSet,
  intersection,
  isEmpty,
  leavesOf,
  noFields,
  pathsOf,
  setOf,
  sortFieldSet,
  union,
  unionOfAll,
} from "../../../src/patch/apply/field-set.ts";
import { readFields } from "../../../src/patch/apply/fields-v1.ts";
import { elementOrder, type FieldPath, keyElement, valueElement } from "../../../src/patch/apply/path-element.ts";

const elements = [
  "f:a",
  "f:b",
  keyElement({ name: "x", port: 80 }),
  keyElement({ name: "y" }),
  valueElement("v"),
  "i:0",
];
const paths = fc.array(fc.constantFrom(...elements), { minLength: 1, maxLength: 4 });
const sets = fc.array(paths, { maxLength: 8 }).map(setOf);

/** Returns the paths of a set as texts, to compare operations with those of ordinary sets. */
const namesOf = (set: FieldSet): ReadonlySet<string> => new Set(pathsOf(set).map((path) => JSON.stringify(path)));

test("operations on field sets equal those on sets of paths", () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const [left, right] = [namesOf(a), namesOf(b)];
      expect(namesOf(union(a, b))).toEqual(new Set([...left, ...right]));
      expect(namesOf(intersection(a, b))).toEqual(new Set([...left].filter((path) => right.has(path))));
      expect(namesOf(difference(a, b))).toEqual(new Set([...left].filter((path) => !right.has(path))));
    }),
  );
});

test("the union of many sets equals repeated unions of two", () => {
  fc.assert(
    fc.property(fc.array(sets, { maxLength: 12 }), (all) => {
      const oneByOne = all.reduce(union, noFields);
      expect(sortFieldSet(unionOfAll(all))).toEqual(sortFieldSet(oneByOne));
    }),
  );
});

test("a union with a subset returns the same object", () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const united = union(setOf([["i:0"], ...pathsOf(a)]), b);
      expect(union(united, b)).toBe(united);
    }),
  );
});

test("a difference with descendants drops every path that begins with a path of the other set", () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const isOutside = (path: FieldPath) => !path.some((_element, index) => contains(b, path.slice(0, index + 1)));
      expect(pathsOf(differenceWithDescendants(a, b))).toEqual(pathsOf(a).filter(isOutside));
    }),
  );
});

test("leaves are the paths that are not a prefix of another path", () => {
  fc.assert(
    fc.property(sets, (set) => {
      const all = pathsOf(set);
      const isLeaf = (path: FieldPath) =>
        !all.some((other) => other.length > path.length && path.every((element, index) => element === other[index]));
      expect(new Set(pathsOf(leavesOf(set)).map(pathText))).toEqual(new Set(all.filter(isLeaf).map(pathText)));
    }),
  );
});

test("a set is unchanged after writing and reading it, and has no unneeded nodes", () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      for (const set of [a, union(a, b), difference(a, b), intersection(a, b)]) {
        const written: FieldSet = JSON.parse(JSON.stringify(sortFieldSet(set)));
        expect(readFields(written)).toEqual(set);
        expect(setOf(pathsOf(set))).toEqual(set);
      }
    }),
  );
});

test("a set contains exactly the paths that it was built from", () => {
  fc.assert(
    fc.property(fc.array(paths), paths, (members, path) => {
      const isMember = members.some((member) => JSON.stringify(member) === JSON.stringify(path));
      expect(contains(setOf(members), path)).toBe(isMember);
    }),
  );
});

test("an empty set contains no path, and no set contains the root", () => {
  expect(isEmpty(noFields)).toBe(true);
  expect(pathsOf(noFields)).toEqual([]);
  expect(contains(setOf([["f:a"]]), [])).toBe(false);
});

test("members are sorted by kind, then by name, keys or value: numbers, strings, Booleans, null", () => {
  const ordered = [
    "f:a",
    "f:b",
    "f:\uffee",
    "f:\u{1f600}",
    'k:{"name":"a"}',
    'k:{"name":"a","port":9}',
    'k:{"name":"a","port":10}',
    'k:{"port":1}',
    "v:-1",
    "v:9",
    "v:10.5",
    'v:"10"',
    'v:"9"',
    "v:false",
    "v:true",
    "v:[1]",
    "v:[1,2]",
    'v:{"a":1}',
    "v:null",
    "i:2",
    "i:10",
  ];
  const set = setOf([...ordered].reverse().map((element) => [element]));
  expect(Object.keys(sortFieldSet(set))).toEqual(ordered);
  fc.assert(
    fc.property(fc.constantFrom(...ordered), fc.constantFrom(...ordered), (a, b) => {
      expect(Math.sign(elementOrder()(a, b))).toBe(Math.sign(ordered.indexOf(a) - ordered.indexOf(b)));
    }),
  );
});

test("a field with children in the set begins with a dot", () => {
  expect(JSON.stringify(sortFieldSet(setOf([["f:a", "f:b"], ["f:a"]])))).toBe('{"f:a":{".":{},"f:b":{}}}');
});

test.each([
  { text: '{"f:a":{},"x:b":{},"f:c":{"?:d":{}}}', expected: { "f:a": {}, "f:c": {} } },
  { text: '{"k:{ \\"b\\": 1.0, \\"a\\": \\"<\\" }":{}}', expected: { 'k:{"a":"\\u003c","b":1}': {} } },
  { text: '{".":{},"v: \\"a\\" ":{},"i:+07":{}}', expected: { 'v:"a"': {}, "i:7": {} } },
  { text: '{"f:a":null,"f:b":[1]}', expected: { "f:a": {}, "f:b": {} } },
])("reads $text", ({ text, expected }) => {
  expect(readFields(JSON.parse(text))).toEqual(expected);
});

test.each([
  "[]",
  "null",
  '{"f":{}}',
  '{"ab":{}}',
  '{"k:[]":{}}',
  '{"k:{}x":{}}',
  '{"v:":{}}',
  '{"i:x":{}}',
  '{"f:a":{"":{}}}',
])("refuses %s", (text) => {
  expect(() => readFields(JSON.parse(text))).toThrow(SyntaxError);
});

test.each([
  { path: ["f:spec", "f:a b"], expected: ".spec.a b" },
  { path: [keyElement({ port: 80, name: 'a"' }), "f:x"], expected: '[name="a\\"",port=80].x' },
  { path: [valueElement("a"), valueElement(true), valueElement(null), "i:3"], expected: '[="a"][=true][=null][3]' },
  { path: [valueElement([1, { a: "b" }])], expected: '[=[1,a="b"]]' },
])("shows $path", ({ path, expected }) => {
  expect(pathText(path)).toBe(expected);
});
