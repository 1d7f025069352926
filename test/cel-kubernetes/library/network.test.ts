import { describe, expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { networkLibrary } from "../../../src/cel-kubernetes/library/network.ts";
import { environmentOf, evaluateText, release } from "../../cel/library/evaluate-text.ts";

const environment = environmentOf([standardLibrary, networkLibrary]);
const evaluate = (text: string) => evaluateText(text, { environment });

/**
 * The cases of `network_ext` in cel-spec of June 2026, without duplicates. The equality of `::ffff:c0a8:1` with IPv4
 * addresses is left out: cel-go reads no IPv4-mapped address in any form, and the same file expects
 * `::ffff:192.168.0.1` to be rejected.
 */
const specified: readonly (readonly [text: string, expected: unknown])[] = [
  ["string(ip('192.168.0.1'))", "192.168.0.1"],
  ["isIP('192.168.0.1')", true],
  ["isIP('192.168.0.1.0')", false],
  ["ip.isCanonical('127.0.0.1')", true],
  ["ip.isCanonical('2001:DB8::68')", false],
  ["string(ip('2001:db8::68'))", "2001:db8::68"],
  ["type(ip('192.168.0.1')) == net.IP", true],
  ["ip('192.168.0.1').family()", 4n],
  ["ip('0.0.0.0').isUnspecified()", true],
  ["ip('127.0.0.1').isUnspecified()", false],
  ["ip('127.0.0.1').isLoopback()", true],
  ["ip('1.2.3.4').isLoopback()", false],
  ["ip('192.168.0.1').isGlobalUnicast()", true],
  ["ip('255.255.255.255').isGlobalUnicast()", false],
  ["ip('224.0.0.1').isLinkLocalMulticast()", true],
  ["ip('224.0.1.1').isLinkLocalMulticast()", false],
  ["ip('169.254.169.254').isLinkLocalUnicast()", true],
  ["ip('192.168.0.1').isLinkLocalUnicast()", false],
  ["ip('127.0.0.1') == ip('127.0.0.1')", true],
  ["ip('127.0.0.1') == ip('10.0.0.1')", false],
  ["ip('2001:db8::68').family()", 6n],
  ["ip('::').isUnspecified()", true],
  ["ip('::1').isLoopback()", true],
  ["ip('2001:db8::abcd').isGlobalUnicast()", true],
  ["ip('ff00::1').isGlobalUnicast()", false],
  ["ip('ff02::1').isLinkLocalMulticast()", true],
  ["ip('fd00::1').isLinkLocalMulticast()", false],
  ["ip('fe80::1').isLinkLocalUnicast()", true],
  ["ip('fd80::1').isLinkLocalUnicast()", false],
  ["ip('2001:db8::1') == ip('2001:DB8::1')", true],
  ["ip('::') == ip('::ffff')", false],
  ["type(cidr('192.168.0.0/24')) == net.CIDR", true],
  ["cidr('127.0.0.1/24') == cidr('127.0.0.1/24')", true],
  ["cidr('192.0.0.1/32') == cidr('10.0.0.1/8')", false],
  ["cidr('2001:db8::/32') == cidr('10.0.0.1/32')", false],
  ["cidr('192.168.0.0/24').containsIP(ip('192.168.0.1'))", true],
  ["cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))", false],
  ["cidr('192.168.0.0/24').containsIP('192.168.0.1')", true],
  ["cidr('192.168.0.0/24').containsIP('192.168.1.1')", false],
  ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/25'))", true],
  ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.1/32'))", true],
  ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/23'))", false],
  ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')", true],
  ["cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/8'))", true],
  ["cidr('10.0.0.0/8').containsCIDR('10.0.0.0/8')", true],
  ["cidr('2001:db8::/32').containsIP(ip('192.168.1.1'))", false],
  ["cidr('192.168.1.1/32').containsIP(ip('2001:db8::1'))", false],
  ["cidr('192.168.0.0/24').ip() == ip('192.168.0.0')", true],
  ["cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24')", true],
  ["cidr('192.168.0.0/24').prefixLength()", 24n],
  ["string(cidr('2001:db8::/32'))", "2001:db8::/32"],
  ["cidr('2001:db8::/32').containsIP(ip('2001:db8::1'))", true],
  ["cidr('2001:db8::/32').containsCIDR(cidr('2001:db8::/33'))", true],
  ["cidr('2001:db8::/32').ip() == ip('2001:db8::')", true],
  ["cidr('2001:db8::/32').prefixLength()", 32n],
  ["string(cidr('192.168.0.0/24'))", "192.168.0.0/24"],
];

test.each(specified)("%s", (text, expected) => {
  expect(evaluate(text)).toBe(expected);
});

test.each([
  "ip('192.168.0.1.0')",
  "ip.isCanonical('127.0.0.1.0')",
  "ip('2001:db8:::68')",
  "ip('fe80::1%en0')",
  "ip('::ffff:192.168.0.1')",
  "cidr('192.168.0.0/')",
  "cidr('fe80::1%en0/24')",
  "cidr('::ffff:192.168.0.1/24')",
])("%s is an error", (text) => {
  expect(evaluate(text)).toMatch(/^error: /);
});

test("isIP does not accept a CIDR range", () => {
  expect(compile(environment, "isIP(cidr('192.168.0.0/24'))").issues).toHaveLength(1);
});

describe("validation of literals during compilation, as in cel-go's library", () => {
  const strict = createEnvironment({ libraries: [standardLibrary, networkLibrary], validateLiterals: true });
  test.each([
    ["ip('1.2.3.4') == ip('::1') || cidr('10.0.0.0/8') == cidr('::/0')", []],
    ["true || ip('1.2.3') == ip('::1')", ["'1.2.3'"]],
    ["true || cidr('10.0.0.0/33').ip() == ip('::ffff:1.2.3.4')", ["'10.0.0.0/33'", "'::ffff:1.2.3.4'"]],
    ["isIP('1.2.3') || isCIDR('x') || ip(string(1)) == ip('::1')", []],
  ])("%s", (text, expected) => {
    const { issues } = compile(strict, text);
    expect(issues.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe("functions that Kubernetes does not have", () => {
  test.each([
    ["cidr('192.168.1.0/24').isMask()", true],
    ["cidr('192.168.1.5/24').isMask()", false],
    ["ip('::1') == dyn('::1')", false],
    ["dyn(cidr('::/1').ip()) == 1", false],
    ["dyn(cidr('::/1').masked()) == cidr('::/1').ip()", false],
    ["ip('::ffff:c0a8:1')", 'error: IPv4-mapped IPv6 address "::ffff:c0a8:1" is not allowed'],
    [
      "cidr('192.168.0.0/')",
      'error: CIDR "192.168.0.0/" parse error during conversion from string: ' +
        'netip.ParsePrefix("192.168.0.0/"): bad bits after slash: ""',
    ],
    ["cidr('::ffff:1.2.3.4/96')", 'error: IPv4-mapped IPv6 address "::ffff:1.2.3.4/96" is not allowed'],
    [
      "cidr('10.0.0.0/8').containsIP('x')",
      'error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    ],
    [
      "cidr('10.0.0.0/8').containsCIDR('x')",
      `error: CIDR "x" parse error during conversion from string: netip.ParsePrefix("x"): no '/'`,
    ],
  ])("%s", (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

test(`values of another type stay a fault in Kubernetes ${release}`, () => {
  expect(evaluateText("dyn(ip('::1')) == '::1'")).toBe("error: no such overload");
});
