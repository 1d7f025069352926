/** The examples of RFC 8949, appendix A, with apimachinery's result for each, and further cases. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { typeSchema } from "../../src/schema/type-schema.ts";
import { readCbor, TooManyValues } from "../../src/wire/cbor-reader.ts";
import { writeCbor } from "../../src/wire/cbor-writer.ts";

const limits = { maxDepth: 20, maxValues: 1000 };
const readHex = (hex: string) => readCbor(Buffer.from(hex, "hex"), limits);
const hexOf = (value: unknown) => Buffer.from(writeCbor(value)).toString("hex");

interface Example {
  readonly hex: string;
  /** The bytes that apimachinery writes for the value; `-` if they equal `hex`, `refused` if it rejects `hex`. */
  readonly written: string;
  readonly json: string;
}

const lines = readFileSync(new URL("data/cbor-examples.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const examples: readonly Example[] = lines.map((line) => {
  const [hex = "", written = "", ...json] = line.split(" ");
  return { hex, written, json: json.join(" ") };
});
const acceptedExamples = examples.filter(({ written }) => written !== "refused");

/**
 * Examples that are written differently here: JavaScript has no separate floats for whole numbers, and members keep
 * their order.
 */
const differentlyWritten =
  /^(?:f90000|f98000|f93c00|f97bff|fa47c35000|fa7f7fffff|fb7e37e43c8800759c|f9c400|bf6346756ef5.*)$/;

test.each(acceptedExamples)("reads and writes $hex", ({ hex, written, json }) => {
  const value = readHex(hex);
  expect(value).toEqual(json === "-0.0" ? -0 : JSON.parse(json));
  if (!differentlyWritten.test(hex)) expect(hexOf(value)).toBe(written === "-" ? hex : written);
});

test.each(examples.filter(({ written }) => written === "refused"))("refuses $hex", ({ hex }) => {
  expect(() => readHex(hex)).toThrow();
});

test("the examples are complete", () => expect(acceptedExamples.length).toBeGreaterThan(60));

test.each([
  { name: "the greatest integer", hex: "1b7fffffffffffffff", value: 2n ** 63n - 1n },
  { name: "the least integer", hex: "3b7fffffffffffffff", value: -(2n ** 63n) },
  { name: "base64", hex: "d64401020304", value: "AQIDBA==" },
  { name: "base64 in an array", hex: "d681420102", value: ["AQI="] },
  { name: "base64 for URLs", hex: "d542fbff", value: "-_8" },
  { name: "bytes that are not UTF-8", hex: "43abcd41", value: "\ufffd\ufffdA" },
  { name: "chunks of text", hex: "7f616161626163ff", value: "abc" },
  {
    name: "nested arrays of unknown length",
    hex: "9f9f8080ff9f8080ffff",
    value: [
      [[], []],
      [[], []],
    ],
  },
  { name: "keys as bytes and as text", hex: "a2414101614202", value: { A: 1, B: 2 } },
  { name: "nested maps of unknown length", hex: "bf6141bf616101ff6142bfffff", value: { A: { a: 1 }, B: {} } },
  {
    name: "a member named like an inherited property",
    hex: "a1495f5f70726f746f5f5f01",
    value: JSON.parse('{"__proto__":1}'),
  },
  { name: "the smallest float", hex: "fb0000000000000001", value: Number.MIN_VALUE },
  { name: "the greatest float", hex: "fb7fefffffffffffff", value: Number.MAX_VALUE },
  { name: "half precision", hex: "f94200", value: 3 },
  { name: "a time in seconds", hex: "c11a43b940e5", value: "2006-01-02T15:04:05Z" },
  { name: "a time before the epoch", hex: "c120", value: "1969-12-31T23:59:59Z" },
  { name: "a time as a float", hex: "c1f9bc00", value: "1969-12-31T23:59:59Z" },
  { name: "a decimal fraction", hex: "c48221196ab3", value: [-2, 27315] },
  { name: "documents with the self-described tag", hex: "d9d9f7a1d9d9f7616101", value: { a: 1 } },
])("reads $name", ({ hex, value }) => expect(readHex(hex)).toEqual(value));

test.each([
  { name: "bytes of a time", hex: "c054323030362d30312d30325431353a30343a30355a", why: /text string/ },
  { name: "a string that is not a time", hex: "c06474657874", why: /RFC 3339/ },
  { name: "a year of five digits", hex: "c11b0000003afff44181", why: /years 0 to 9999/ },
  { name: "a tagged time that is a string", hex: "c16474657874", why: /number/ },
  { name: "a string that is not UTF-8", hex: "6180", why: /utf-8/ },
  { name: "a chunk of another type", hex: "5f6161ff", why: /chunk/ },
  { name: "chunks in chunks", hex: "5f5f4161ffff", why: /indefinite/ },
  { name: "a duplicate key", hex: "a2414101614102", why: /duplicate map key "A" at map element index 1/ },
  { name: "duplicate keys in chunks", hex: "a25f426865436c6c6fff015f416844656c6c6fff02", why: /"hello"/ },
  { name: "a key that is a number", hex: "a1fb40091eb851eb851f63706965", why: /strings/ },
  { name: "an empty input", hex: "", why: /end of data/ },
  { name: "a truncated map", hex: "a14161", why: /end of data/ },
  { name: "a map without its end", hex: "bf", why: /end of data/ },
  { name: "two documents", hex: "0001", why: /1 bytes of extraneous data starting at index 1/ },
  { name: "a break code without a list", hex: "ff", why: /"break"/ },
  { name: "a break code in an array of known length", hex: "8101ff", why: /extraneous/ },
  { name: "a break code in place of an item", hex: "82ff", why: /"break"/ },
  { name: "a break code in place of a value", hex: "bf4161ff", why: /"break"/ },
  { name: "more items than bytes", hex: "9bffffffffffffffff", why: /./ },
  { name: "more levels than the limit", hex: `${"81".repeat(22)}00`, why: /20 levels/ },
  { name: "more tags than the limit", hex: `${"c4".repeat(22)}00`, why: /20 levels/ },
])("refuses $name", ({ hex, why }) => expect(() => readHex(hex)).toThrow(why));

test("a document may have as many values as the limit, but no more", () => {
  const arrayOfLength = (count: number) => writeCbor(Array.from({ length: count }, () => 0));
  expect(readCbor(arrayOfLength(999), limits)).toHaveLength(999);
  expect(() => readCbor(arrayOfLength(1000), limits)).toThrow(TooManyValues);
});

test.each(Array.from({ length: 256 }, (_, value) => value).filter((value) => value < 20 || value > 22))(
  "refuses the simple value %i",
  (value) => {
    expect(() =>
      readHex(value < 24 ? (0xe0 + value).toString(16) : `f8${value.toString(16).padStart(2, "0")}`),
    ).toThrow();
  },
);

test("writes base64 fields that hold bytes as byte strings, at any depth", () => {
  const secret = typeSchema("core/v1.Secret");
  const bytes = writeCbor({ data: { a: "aGVsbG8=", b: "no base64" } }, secret);
  expect(Buffer.from(bytes).toString("latin1")).toContain("Aa\xd6Ehello");
  expect(readCbor(bytes, limits)).toEqual({ data: { a: "aGVsbG8=", b: "no base64" } });
});

test("written values are read back unchanged", () => {
  const json = fc.jsonValue({ depthSize: "small", noUnicodeString: false });
  fc.assert(
    fc.property(json, (value) => {
      const again = readCbor(writeCbor(value), { maxDepth: 100, maxValues: 100_000 });
      expect(JSON.stringify(again)).toBe(JSON.stringify(value));
    }),
  );
});

test("arbitrary bytes are either read or rejected with an ordinary error", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        JSON.stringify(readCbor(bytes, limits), (_, value) => (typeof value === "bigint" ? String(value) : value));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect(error).not.toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 2000 },
  );
});
