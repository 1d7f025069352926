import fc from "fast-check";
import { expect, test } from "vitest";
import { applyMergePatch, mergePatch } from "../../src/patch/merge-patch.ts";

// RFC 7386, appendix A.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: [{ b: null }] }, { a: [{ c: null }] }, { a: [{ c: null }] }],
])("%j with %j is %j", (target, patch, expected) => {
  const before = structuredClone({ target, patch });
  expect(mergePatch(target, patch)).toEqual(expected);
  expect({ target, patch }).toEqual(before);
});

test("a member of the name __proto__ is a member like any other", () => {
  const merged = mergePatch({ a: 1 }, JSON.parse('{"__proto__": {"b": 1}, "constructor": null}'));
  expect(JSON.stringify(merged)).toBe('{"a":1,"__proto__":{"b":1}}');
});

test.each([
  [null, false],
  ["text", false],
  [1, false],
  [{}, true],
  [[], true],
])("as a patch of an object of the API, %j is well-formed: %j", (patch, ok) => {
  expect(applyMergePatch({ a: 1 }, patch).ok).toBe(ok);
});

// Nulls inside a list: kept where the list takes the place of an object, else dropped.
test.each([
  [{}, { a: [{ b: null, c: 1 }, null] }, { a: [{ c: 1 }, null] }],
  [{ a: [1] }, { a: [{ b: { c: null } }] }, { a: [{ b: {} }] }],
  [{ a: null }, { a: { b: null } }, { a: {} }],
  [{ a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
  [{ a: {} }, [{ b: null }], [{}]],
])("to the API server, %j with %j is %j", (target, patch, expected) => {
  expect(applyMergePatch(target, patch)).toEqual({ ok: true, value: expected });
});

test("applied twice it changes nothing more", () => {
  const object = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue());
  fc.assert(
    fc.property(object, object, (target, patch) => {
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});
