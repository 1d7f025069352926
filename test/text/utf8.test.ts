import fc from "fast-check";
import { expect, test } from "vitest";
import { compareUtf8 } from "../../src/text/utf8.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "\x7f", "\u07ff", "\ud7ff", "\ue000", "\uffee", "\u{10000}", "\u{10ffff}"),
});

test("strings are compared by their UTF-8 bytes", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
