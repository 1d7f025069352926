import { expect, test } from "vitest";
import { canonicalCidrFaults, canonicalIpFaults } from "../../src/text/canonical-ip.ts";

test.each([
  { address: "192.0.2.10", expected: [] },
  { address: "2001:db8::a", expected: [] },
  { address: "2001:DB8::0a", expected: ['must be in canonical form ("2001:db8::a")'] },
  { address: "192.0.2.010", expected: ["must not have leading 0s"] },
  { address: "::ffff:192.0.2.10", expected: ["must not be an IPv4-mapped IPv6 address"] },
  { address: "fe80::1%eth0", expected: ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"] },
  { address: "", expected: ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"] },
])("the address $address", ({ address, expected }) => {
  expect(canonicalIpFaults(address)).toEqual(expected);
});

test.each([
  { range: "10.100.0.0/16", expected: [] },
  { range: "::/0", expected: [] },
  { range: "2001:DB8::/64", expected: ['must be in canonical form ("2001:db8::/64")'] },
  { range: "10.100.0.0/016", expected: ["must not have leading 0s in prefix length"] },
  {
    range: "10.100.0.1/16",
    expected: ["must not have bits set beyond the prefix length; expected 10.100.0.0/16"],
  },
  { range: "10.100.0.0", expected: ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"] },
])("the range $range", ({ range, expected }) => {
  expect(canonicalCidrFaults(range)).toEqual(expected);
});
