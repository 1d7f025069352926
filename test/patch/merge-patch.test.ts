import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/patch/json-value.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";

/** Applies a patch. Returns the document, or the error of a malformed patch. */
function merged(target: JsonObject, patch: unknown): unknown {
  const result = applyMergePatch(target, patch);
  return result.ok ? result.value : result;
}

// The cases of RFC 7386, appendix A, in which target and patch are objects, as they always are in the API.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j patched with %j is %j", (target, patch, expected) => {
  const before = structuredClone({ target, patch });
  expect(merged(target, patch)).toEqual(expected);
  expect({ target, patch }).toEqual(before);
});

test("a member named __proto__ is treated like any other", () => {
  const patch = JSON.parse('{"__proto__": {"b": 1}, "constructor": null}');
  expect(JSON.stringify(merged({ a: 1 }, patch))).toBe('{"a":1,"__proto__":{"b":1}}');
});

test.each([
  [null, false],
  ["text", false],
  [1, false],
  [{}, true],
  [[], true],
])("%j is a well-formed patch of an API object: %j", (patch, ok) => {
  expect(applyMergePatch({ a: 1 }, patch).ok).toBe(ok);
});

// Nulls inside of a list stay if the list replaces an object; otherwise they are removed.
test.each([
  [{}, { a: [{ b: null, c: 1 }, null] }, { a: [{ c: 1 }, null] }],
  [{ a: [1] }, { a: [{ b: { c: null } }] }, { a: [{ b: {} }] }],
  [{ a: [{ b: null }] }, { a: [{ c: null }] }, { a: [{}] }],
  [{ a: null }, { a: { b: null } }, { a: {} }],
  [{ a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
  [{ a: {} }, [{ b: null }], [{}]],
])("in the API server's dialect, %j patched with %j is %j", (target, patch, expected) => {
  expect(applyMergePatch(target, patch)).toEqual({ ok: true, value: expected });
});

// Twice, since a list replaces an object with its nulls, and then replaces itself without them.
test("applying a patch a third time changes nothing", () => {
  const object = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue());
  fc.assert(
    fc.property(object, object, (target, patch) => {
      const twice = merged(merged(target, patch) as JsonObject, patch);
      expect(merged(twice as JsonObject, patch)).toEqual(twice);
    }),
  );
});
