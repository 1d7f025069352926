import { expect, test } from "vitest";
import { readDer, readDerItems, readObjectIdentifier } from "../../src/x509/der.ts";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  { what: "a short value", hex: "0201 05", expected: { tag: 0x02, content: bytes("05") } },
  { what: "an empty value", hex: "3000", expected: { tag: 0x30, content: bytes("") } },
  { what: "a long value", hex: `048180${"00".repeat(128)}`, expected: { tag: 0x04, content: new Uint8Array(128) } },
  { what: "a long length of a short value", hex: "04817f", expected: undefined },
  { what: "a length with a leading zero", hex: `04820080${"00".repeat(128)}`, expected: undefined },
  { what: "an indefinite length", hex: "30800000", expected: undefined },
  { what: "a truncated value", hex: "020205", expected: undefined },
  { what: "data after the value", hex: "02010500", expected: undefined },
  { what: "a tag number above 30", hex: "1f2000", expected: undefined },
  { what: "an empty input", hex: "", expected: undefined },
])("$what", ({ hex, expected }) => {
  const value = readDer(bytes(hex.replaceAll(" ", "")));
  expect(value && { tag: value.tag, content: value.content }).toEqual(expected);
});

test("consecutive values are read as items", () => {
  expect(readDerItems(bytes("020105040161"))?.map(({ tag }) => tag)).toEqual([0x02, 0x04]);
  expect(readDerItems(bytes("02010504"))).toBeUndefined();
});

test.each([
  { hex: "551d13", expected: "2.5.29.19" },
  { hex: "2a864886f70d01010b", expected: "1.2.840.113549.1.1.11" },
  { hex: "883703", expected: "2.999.3" },
  { hex: "5586", expected: undefined },
  { hex: "", expected: undefined },
])("the object identifier $hex", ({ hex, expected }) => {
  expect(readObjectIdentifier(bytes(hex))).toBe(expected);
});
