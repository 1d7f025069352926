import fc from "fast-check";
import { expect, test } from "vitest";
import { checkKey, checkValue, compareKeys, maxKeyBytes, maxValueBytes } from "../../src/storage/key.ts";

test("keys are compared by their UTF-8 bytes", () => {
  const key = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test.each([
  { name: "an empty key", key: "" },
  { name: "a key with NUL", key: "a\0b" },
  { name: "an unpaired surrogate", key: "a\ud800" },
])("$name is not a valid key", ({ key }) => {
  expect(() => checkKey(key)).toThrow(TypeError);
});

test("keys and values have size limits", () => {
  checkKey("é".repeat(maxKeyBytes / 2));
  expect(() => checkKey("é".repeat(maxKeyBytes / 2 + 1))).toThrow(expect.objectContaining({ code: "too-large" }));
  checkValue(new Uint8Array(maxValueBytes));
  expect(() => checkValue(new Uint8Array(maxValueBytes + 1))).toThrow(expect.objectContaining({ code: "too-large" }));
});
