import fc from "fast-check";
import { expect, test } from "vitest";
import { openCode, sealCode } from "../../src/cli/compiled-code.ts";

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });

test("sealed code opens with the source that it was sealed with", () => {
  fc.assert(
    fc.property(bytes, bytes, (source, data) => {
      expect(openCode(source, sealCode(source, data))).toEqual(data);
    }),
  );
});

test("a changed byte of the file is noticed", () => {
  fc.assert(
    fc.property(bytes, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (source, data, place, change) => {
      const file = sealCode(source, data);
      // The checksum takes four bytes; the next four are unused.
      const counted = place % (4 + data.length);
      const at = counted < 4 ? counted : counted + 4;
      file[at] = (file[at] ?? 0) ^ change;
      expect(openCode(source, file)).toBeUndefined();
    }),
  );
});

test("a changed byte of the source is noticed", () => {
  fc.assert(
    fc.property(bytes, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (source, data, place, change) => {
      const file = sealCode(source, data);
      const other = Uint8Array.from(source);
      const at = place % other.length;
      other[at] = (other[at] ?? 0) ^ change;
      expect(openCode(other, file)).toBeUndefined();
    }),
  );
});

test.each([0, 1, 7, 8, 9, 11])("a file cut to %d bytes is noticed", (length) => {
  const source = Buffer.from("text");
  expect(openCode(source, sealCode(source, Buffer.from("data")).subarray(0, length))).toBeUndefined();
});
