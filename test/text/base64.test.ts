import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalBase64, decodeBase64, encodeBase64, isBase64 } from "../../src/text/base64.ts";

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

test("canonical base64 does not depend on the unused bits of the last digit", () => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const ends = [...digits].flatMap((digit) => [`${digit}${digit}==`, `A${digit}${digit}=`, `AA${digit}${digit}`]);
  for (const end of ["", ...ends]) {
    const expected = Buffer.from(end, "base64").toString("base64");
    expect([canonicalBase64(end), canonicalBase64(`AAAA\r\n${end}`)]).toEqual([expected, `AAAA${expected}`]);
  }
});

test.each(["YQ", "YQ=", "Y_==", "YQ==YQ=="])("%s is not base64", (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
