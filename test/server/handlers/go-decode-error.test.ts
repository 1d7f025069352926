import fc from "fast-check";
import { expect, test } from "vitest";
import { goDecodeError } from "../../../src/server/handlers/go-decode-error.ts";
import { quickly } from "../../quickly.ts";

const quantityPattern = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const errorOf = (value: string) =>
  goDecodeError({ fault: "format", path: ["cpu"], value, field: { "x-quantity": true } }, {});

test("the error of a text in the form of a quantity is about its suffix", () => {
  const text = fc.string({ unit: fc.constantFrom(..."+-10.eEinKx"), maxLength: 6 });
  fc.assert(
    fc.property(text, (value) => {
      expect(errorOf(value)).toContain(quantityPattern.test(value) ? "suffix" : "must match");
    }),
    { numRuns: 2_000 },
  );
});

test("a million digits are checked quickly", () => {
  expect(quickly(1_000, () => errorOf(`${"1".repeat(1_000_000)}x`))).toContain("must match");
});
