import { expect, test } from "vitest";
import { AddressRange } from "../../../src/server/services/address-range.ts";
import { parseIpPrefix } from "../../../src/text/ip.ts";

function rangeOf(text: string): AddressRange {
  const parsed = parseIpPrefix(text);
  if (!parsed.ok) throw new Error(text);
  return new AddressRange(parsed.value);
}

test.each([
  { range: "10.0.0.0/30", count: 2 },
  { range: "10.0.0.0/24", count: 254 },
  { range: "10.0.0.0/20", count: 4094 },
  { range: "fd00::/120", count: 255 },
])("$range yields each of its $count addresses once", ({ range, count }) => {
  const addresses = [...rangeOf(range).candidates()];
  expect([addresses.length, new Set(addresses).size]).toEqual([count, count]);
});

test("a large range yields at most `maxLooks` addresses and those of the band", () => {
  const maxLooks = 65_536;
  const maxBand = 256;
  expect([...rangeOf("fd00::/64").candidates()].length).toBe(maxLooks + maxBand);
});
