import { expect, test } from "vitest";
import { derTag, readDer, readObjectIdentifier } from "../../src/x509/der.ts";
import { bitString, objectIdentifier, sequence, time, writeDer } from "../../src/x509/write-der.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test.each([0, 1, 127, 128, 255, 256, 70_000])(
  "a written value of %d bytes has the same length when it is read",
  (length) => {
    expect(readDer(writeDer(derTag.octetString, new Uint8Array(length)))?.content).toHaveLength(length);
  },
);

test.each(["2.5.29.19", "1.2.840.113549.1.1.11", "1.2.840.10045.4.3.2"])(
  "the written object identifier %s is read back",
  (id) => {
    expect(readObjectIdentifier(readDer(objectIdentifier(id))?.content ?? new Uint8Array())).toBe(id);
  },
);

test("a sequence contains its items, and a bit string begins with the number of unused bits", () => {
  expect(hex(sequence(bitString(Buffer.of(0x06), 1), sequence()))).toBe("300603020106" + "3000");
});

test.each([
  ["2026-11-23T22:34:48.900Z", "UTCTime", `170d${hex(Buffer.from("261123223448Z"))}`],
  ["2049-12-31T23:59:59.000Z", "UTCTime", `170d${hex(Buffer.from("491231235959Z"))}`],
  ["2050-01-01T00:00:00.000Z", "GeneralizedTime", `180f${hex(Buffer.from("20500101000000Z"))}`],
])("the certificate date %s is written as %s", (date, _type, expected) => {
  expect(hex(time(new Date(date)))).toBe(expected);
});
