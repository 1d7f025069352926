import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCertificate } from "../../src/x509/certificate.ts";
import { pemBlocks } from "../../src/x509/pem.ts";

/** The certificates of an example in the documentation: one of a certificate authority, and one that is not. */
const page = readFileSync(
  join(import.meta.dirname, "../../docs/rules/cluster-trust-bundle/certificates.md"),
  "utf8",
).replace(/^ {4}/gm, "");
const [authority = new Uint8Array(), other = new Uint8Array()] = pemBlocks(page).map(({ bytes }) => bytes);

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

test("only a certificate authority's certificate may sign others", () => {
  expect(readCertificate(authority)).toMatchObject({ isAuthority: true, hasEllipticKey: false });
  expect(readCertificate(other)).toMatchObject({ isAuthority: false, hasEllipticKey: false });
});

test.each([
  { what: "an undefined version", from: "a003020102", to: "a003020103" },
  { what: "a negative serial number", from: "a0030201020214", to: "a00302010202149" },
  { what: "different inner and outer algorithms", from: "300506032b6570", to: "300506032b6571" },
  { what: "an invalid month", from: hexOf(Buffer.from("261122")), to: hexOf(Buffer.from("261322")) },
  { what: "an invalid day", from: hexOf(Buffer.from("261122")), to: hexOf(Buffer.from("260231")) },
  { what: "a key with unused bits", from: "300506032b6570032100", to: "300506032b6570032101" },
  { what: "an invalid boolean", from: "0101ff", to: "010101" },
  { what: "constraints that are not a sequence", from: "30030101ff", to: "04030101ff" },
])("a certificate with $what is rejected", ({ from, to }) => {
  const hex = hexOf(authority);
  const at = hex.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const changed = hex.slice(0, at) + to + hex.slice(at + to.length);
  expect(readCertificate(bytesOf(changed))).toBeUndefined();
});

test("truncated bytes are rejected", () => {
  for (let length = 0; length < authority.length; length++) {
    expect(readCertificate(authority.subarray(0, length))).toBeUndefined();
  }
});

test("reading changed bytes never throws", () => {
  const change = fc.tuple(fc.nat(authority.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = Uint8Array.from(authority);
      for (const [at, byte] of changes) bytes[at] = byte;
      readCertificate(bytes);
    }),
  );
});

test("a time of 1,000 KB is rejected", () => {
  const long = (tag: number, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from([tag, 0x83, content.length >> 16, (content.length >> 8) & 255, content.length & 255]),
      content,
    ]);
  const time = long(0x17, new Uint8Array(1_000_000));
  const empty = Buffer.from("3000", "hex");
  const parts = [Buffer.from("020101", "hex"), empty, empty, long(0x30, time), empty, empty];
  const certificate = long(
    0x30,
    Buffer.concat([long(0x30, Buffer.concat(parts)), empty, Buffer.from("030100", "hex")]),
  );
  expect(readCertificate(certificate)).toBeUndefined();
});
