import fc from "fast-check";
import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";

const utf8 = new TextEncoder();

/** Encodes a text with a byte order mark. @param isBigEndian - the order of the two bytes of each code unit */
function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes: number[] = [];
  for (const unit of `\ufeff${text}`.split("")) {
    const code = unit.charCodeAt(0);
    bytes.push(...(isBigEndian ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8]));
  }
  return Uint8Array.from(bytes);
}

const text = "a: \u00e9\u{1F600}\n";

test.each([
  ["UTF-8", utf8.encode(text)],
  ["UTF-8 with a byte order mark", utf8.encode(`\ufeff${text}`)],
  ["UTF-16, little-endian", utf16(text, false)],
  ["UTF-16, big-endian", utf16(text, true)],
])("reads %s", (_name, bytes) => {
  expect(readSource("a.yaml", bytes)).toMatchObject({
    text,
    issues: [],
    documents: [{ root: { value: { a: "\u00e9\u{1F600}" } } }],
  });
});

test.each([
  ["a lone continuation byte", [0x61, 0x3a, 0x20, 0x80, 0x0a], [3]],
  ["a truncated sequence", [0x61, 0x3a, 0x20, 0xe2, 0x82, 0x0a], [3]],
  ["an overlong form", [0x61, 0x3a, 0x20, 0xc0, 0xaf], [3, 4]],
  ["an encoded surrogate", [0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80], [3, 4, 5]],
  ["an error after a real replacement character", [0xef, 0xbf, 0xbd, 0x3a, 0x20, 0xff], [3]],
])("reports the position of %s", (_name, bytes, starts) => {
  const { issues } = readSource("a.yaml", Uint8Array.from(bytes));
  expect(issues.map(({ rule }) => rule)).toEqual(starts.map(() => "source/encoding"));
  expect(issues.map(({ start }) => start)).toEqual(starts);
});

test("invalid UTF-8 in JSON is replaced, with a warning", () => {
  const file = readSource("a.json", Uint8Array.from([...utf8.encode('{"a": "'), 0xff, ...utf8.encode('"}')]));
  expect(file.issues).toMatchObject([{ rule: "source/encoding", tolerated: "always", start: 7 }]);
  expect(file.documents[0]?.root?.value).toEqual({ a: "\ufffd" });
});

test("a binary file has one issue", () => {
  const { issues, documents } = readSource("a.yaml", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 0]));
  expect(issues).toMatchObject([{ rule: "source/encoding", message: "must be text; got a NUL character" }]);
  expect(documents).toEqual([{ index: 0, start: 0, end: 9 }]);
});

test("issues about invalid bytes have the positions of the replacement characters", () => {
  const law = fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
    const file = readSource("a.yaml", bytes);
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    fc.pre(!isUtf16);
    for (const { message, start } of file.issues) {
      if (message.startsWith("text must be valid")) expect(file.text.charAt(start)).toBe("\ufffd");
    }
  });
  fc.assert(law, { numRuns: 1000 });
});
