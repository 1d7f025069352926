import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bitLength,
  containsIp,
  containsIpPrefix,
  equalIp,
  formatIp,
  formatIpPrefix,
  type IpAddress,
  type IpPrefix,
  isGlobalUnicast,
  isIpv4Mapped,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isMulticast,
  isUnspecified,
  joinHostPort,
  maskIpPrefix,
  parseIp,
  parseIpPrefix,
} from "../../src/text/ip.ts";

function address(text: string): IpAddress {
  const result = parseIp(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function prefix(text: string): IpPrefix {
  const result = parseIpPrefix(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["0.0.0.0", "0.0.0.0"],
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"],
  ["0001:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
  ["::ffff:1.2.3.4", "::ffff:1.2.3.4"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
  ["fe80::1%eth0", "fe80::1%eth0"],
])("%s is formatted as %s", (text, expected) => {
  expect(formatIp(address(text))).toBe(expected);
});

test.each([
  ["", 'ParseAddr(""): unable to parse IP'],
  ["%eth0", 'ParseAddr("%eth0"): missing IPv6 address'],
  ["1.2.3", 'ParseAddr("1.2.3"): IPv4 address too short'],
  ["1.2.3.4.5", 'ParseAddr("1.2.3.4.5"): IPv4 address too long'],
  ["1.2.3.04", 'ParseAddr("1.2.3.04"): IPv4 field has octet with leading zero'],
  ["1.2.3.256", 'ParseAddr("1.2.3.256"): IPv4 field has value >255'],
  ["1..2.3", 'ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")'],
  ["1.2.3.4x", 'ParseAddr("1.2.3.4x"): unexpected character (at "x")'],
  ["1:2", 'ParseAddr("1:2"): address string too short'],
  ["1::2::3", 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ["12345::", 'ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")'],
  ["1:2:3:4:5:6:7:8:9", 'ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")'],
  ["1:2:3:4:5:6:7::8", 'ParseAddr("1:2:3:4:5:6:7::8"): the :: must expand to at least one field of zeros'],
  ["::1%", 'ParseAddr("::1%"): zone must be a non-empty string'],
  [":", 'ParseAddr(":"): each colon-separated field must have at least one digit (at ":")'],
  ["1:", 'ParseAddr("1:"): colon must be followed by more characters (at ":")'],
  ["1:2:1.2.3.4", null],
])("%j is not an address", (text, expected) => {
  const result = parseIp(text);
  expect(result.ok).toBe(false);
  if (!result.ok && expected !== null) expect(result.error).toBe(expected);
});

test.each([
  ["10.1.2.3/8", "10.0.0.0/8"],
  ["10.1.2.3/32", "10.1.2.3/32"],
  ["10.1.2.3/0", "0.0.0.0/0"],
  ["10.1.2.255/25", "10.1.2.128/25"],
  ["2001:db8::ff/120", "2001:db8::/120"],
])("%s is masked to %s", (text, expected) => {
  expect(formatIpPrefix(maskIpPrefix(prefix(text)))).toBe(expected);
});

test.each([
  ["10.0.0.0", `netip.ParsePrefix("10.0.0.0"): no '/'`],
  ["10.0.0.0/33", 'netip.ParsePrefix("10.0.0.0/33"): prefix length out of range'],
  ["10.0.0.0/08", 'netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"'],
  ["10.0.0/8", 'netip.ParsePrefix("10.0.0/8"): ParseAddr("10.0.0"): IPv4 address too short'],
  ["fe80::1%e/8", 'netip.ParsePrefix("fe80::1%e/8"): IPv6 zones cannot be present in a prefix'],
])("%j is not a prefix", (text, expected) => {
  expect(parseIpPrefix(text)).toEqual({ ok: false, error: expected });
});

test("a prefix contains only addresses of its family that share its bits", () => {
  expect(containsIp(prefix("10.0.0.0/8"), address("10.255.0.1"))).toBe(true);
  expect(containsIp(prefix("10.0.0.0/8"), address("11.0.0.1"))).toBe(false);
  expect(containsIp(prefix("0.0.0.0/0"), address("::1"))).toBe(false);
  expect(containsIp(prefix("fe80::/10"), address("fe80::1%eth0"))).toBe(false);
  expect(containsIpPrefix(prefix("10.0.0.0/8"), prefix("10.1.0.0/16"))).toBe(true);
  expect(containsIpPrefix(prefix("10.1.0.0/16"), prefix("10.0.0.0/8"))).toBe(false);
});

test.each([
  { claim: isLoopback, yes: ["127.1.2.3", "::1", "::ffff:127.0.0.1"], no: ["128.0.0.1", "::2"] },
  { claim: isUnspecified, yes: ["0.0.0.0", "::"], no: ["0.0.0.1", "::ffff:0.0.0.0"] },
  { claim: isMulticast, yes: ["224.0.0.1", "239.1.1.1", "ff00::1"], no: ["240.0.0.1", "fe80::1"] },
  { claim: isLinkLocalMulticast, yes: ["224.0.0.5", "ff02::1"], no: ["224.0.1.1", "ff01::1"] },
  { claim: isLinkLocalUnicast, yes: ["169.254.1.1", "fe80::1", "febf::1"], no: ["169.255.1.1", "fec0::1"] },
  { claim: isGlobalUnicast, yes: ["10.0.0.1", "fd00::1"], no: ["255.255.255.255", "0.0.0.0", "::", "::1"] },
  { claim: isIpv4Mapped, yes: ["::ffff:1.2.3.4"], no: ["1.2.3.4", "::1.2.3.4"] },
])("$claim.name", ({ claim, yes, no }) => {
  for (const text of yes) expect(claim(address(text)), text).toBe(true);
  for (const text of no) expect(claim(address(text)), text).toBe(false);
});

test("every address is parsed from its canonical text", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 16, maxLength: 16 }).map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(bytes, (each) => {
      const original = { bytes: each, zone: "" };
      expect(equalIp(address(formatIp(original)), original)).toBe(true);
      expect(containsIp({ address: original, bits: bitLength(original) }, original)).toBe(true);
    }),
  );
});

test("an IPv6 address is put in brackets before a port", () => {
  expect(["10.0.0.1", "localhost", "::1", "fe80::1%eth0"].map((host) => joinHostPort(host, 443))).toEqual([
    "10.0.0.1:443",
    "localhost:443",
    "[::1]:443",
    "[fe80::1%eth0]:443",
  ]);
});
