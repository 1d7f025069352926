import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, encodeBase64, isBase64 } from "../../src/text/base64.ts";

test("encoded bytes decode to the same bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000, size: "large" }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(isBase64(text)).toBe(true);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect(decodeBase64(text)).toEqual(bytes);
    }),
    { numRuns: 50 },
  );
});

test.each(["YQ", "YQ=", "Y_==", "YQ==YQ=="])("%s is not base64", (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
