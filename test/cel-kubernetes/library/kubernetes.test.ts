import { describe, expect, test } from "vitest";
import { evaluateText } from "../../cel/library/evaluate-text.ts";

const expectTrue = (texts: readonly string[]) =>
  test.each(texts)("%s", (text) => expect(evaluateText(text)).toBe(true));

const expectErrors = (rows: readonly (readonly [text: string, message: string])[]) =>
  test.each(rows)("%s", (text, message) => expect(evaluateText(text)).toBe(`error: ${message}`));

describe("regex", () => {
  expectTrue([
    "'abc 123'.find('[0-9]+') == '123'",
    "'abc'.find('[0-9]+') == ''",
    "'123 abc 456'.findAll('[0-9]+') == ['123', '456']",
    "'123 abc 456'.findAll('[0-9]+', 1) == ['123']",
    "'123 abc 456'.findAll('[0-9]+', 0) == []",
    "'123 abc 456'.findAll('[0-9]+', -1).size() == 2",
    "'abc'.findAll('x') == []",
  ]);
  expectErrors([
    ["'a'.find('(' + '')", "Illegal regex: error parsing regexp: missing closing ): `(`"],
    ["'a'.findAll('[' + '')", "Illegal regex: error parsing regexp: missing closing ]: `[`"],
  ]);
});

describe("url", () => {
  expectTrue([
    "isURL('https://user:pass@example.com:80/path?query=val#fragment')",
    "isURL('/absolute-path')",
    "!isURL('https://a:b:c/')",
    "!isURL('../relative-path')",
    "url('https://example.com/').getScheme() == 'https'",
    "url('/path').getScheme() == ''",
    "url('https://[::1]:80/').getHost() == '[::1]:80'",
    "url('https://[::1]:80/').getHostname() == '::1'",
    "url('https://example.com:80/').getPort() == '80'",
    "url('/path').getPort() == ''",
    "url('https://example.com/path with spaces/').getEscapedPath() == '/path%20with%20spaces/'",
    "url('https://example.com/p?k1=a&k2=b&k2=c').getQuery() == {'k1': ['a'], 'k2': ['b', 'c']}",
    "url('https://example.com/p?').getQuery() == {}",
    "url('https://example.com/%41') == url('https://example.com/%41')",
    "url('https://example.com/a') != url('https://example.com/b')",
    "type(url('/a')) != string",
  ]);
  expectErrors([
    ["url('relative')", 'URL parse error during conversion from string: parse "relative": invalid URI for request'],
  ]);
});

describe("ip", () => {
  expectTrue([
    "ip('127.0.0.1').isLoopback()",
    "ip('::1').family() == 6",
    "ip('1.2.3.4').family() == 4",
    "isIP('::1') && !isIP('1.2.3') && !isIP('::1%eth0') && !isIP('::ffff:1.2.3.4')",
    "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')",
    "ip('0.0.0.0').isUnspecified() && ip('224.0.0.5').isLinkLocalMulticast()",
    "ip('fe80::1').isLinkLocalUnicast() && ip('10.0.0.1').isGlobalUnicast()",
    "string(ip('2001:DB8::1')) == '2001:db8::1'",
    "ip('::1') == ip('0:0:0:0:0:0:0:1') && ip('::1') != ip('::2')",
    "type(ip('::1')) == net.IP",
  ]);
  expectErrors([
    ["ip('x')", 'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'],
    ["ip('::1%eth0')", 'IP address "::1%eth0" with zone value is not allowed'],
    ["ip('::ffff:1.2.3.4')", 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [
      "ip.isCanonical('x')",
      'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    ],
  ]);
});

describe("cidr", () => {
  expectTrue([
    "cidr('192.168.0.0/24').containsIP('192.168.0.1')",
    "!cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))",
    "cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')",
    "!cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/23'))",
    "cidr('192.168.0.1/24').ip() == ip('192.168.0.1')",
    "cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24')",
    "cidr('2001:db8::/32').prefixLength() == 32",
    "string(cidr('192.168.0.1/24').masked()) == '192.168.0.0/24'",
    "isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0') && !isCIDR('::ffff:1.2.3.4/96')",
    "type(cidr('10.0.0.0/8')) == net.CIDR",
  ]);
  expectErrors([
    [
      "cidr('10.0.0.0/33')",
      'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/33"): prefix length out of range',
    ],
    [
      "cidr('::ffff:1.2.3.4/96')",
      'network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/96" is not allowed',
    ],
    ["cidr('10.0.0.0/8').containsIP('x')", "no such overload"],
    [
      "cidr('10.0.0.0/8').containsCIDR('x')",
      `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x"): no '/'`,
    ],
  ]);
});

describe("quantity", () => {
  expectTrue([
    "isQuantity('1Gi') && !isQuantity('1K')",
    "quantity('1Gi').asInteger() == 1073741824",
    "quantity('50k').isInteger() && !quantity('50m').isInteger()",
    "quantity('50m').asApproximateFloat() == 0.05",
    "sign(quantity('-1')) == -1",
    "quantity('1k').isLessThan(quantity('1Ki')) && quantity('1Ki').isGreaterThan(quantity('1k'))",
    "quantity('1000m').compareTo(quantity('1')) == 0",
    "quantity('1k').add(quantity('2k')).compareTo(quantity('3k')) == 0",
    "quantity('1k').add(500).asInteger() == 1500",
    "quantity('1k').sub(quantity('1')).asInteger() == 999",
    "quantity('1k').sub(1).asInteger() == 999",
    "quantity('1000m') == quantity('1') && quantity('1') != quantity('2')",
    "quantity('1').add(1) == quantity('2') && quantity('2').sub(quantity('1')) == quantity('1')",
    "quantity('2') != quantity('1').add(1)",
  ]);
  expectErrors([
    ["quantity('1K')", "unable to parse quantity's suffix"],
    ["quantity('1500m').asInteger()", "cannot convert value to integer"],
    ["quantity('2') == quantity('1').add(1)", "no such overload"],
    ["quantity('1').sub(0) == quantity('2').sub(quantity('1'))", "no such overload"],
  ]);
});

describe("semver", () => {
  expectTrue([
    "isSemver('1.2.3') && !isSemver('v1.2.3') && isSemver('v1.2', true)",
    "semver('v01.2', true) == semver('1.2.0')",
    "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
    "semver('1.2.3-rc').isLessThan(semver('1.2.3')) && semver('1.10.0').isGreaterThan(semver('1.9.0'))",
    "semver('1.2.3').compareTo(semver('1.2.3+x')) == 0",
  ]);
  expectErrors([["semver('1.2')", "No Major.Minor.Patch elements found"]]);
});

describe("format", () => {
  expectTrue([
    "!format.dns1123Label().validate('my-name').hasValue()",
    "format.dns1123Label().validate('my.name').value() == ['must not contain dots']",
    "!format.dns1123LabelPrefix().validate('my-').hasValue()",
    "format.named('dns1123Subdomain').hasValue() && !format.named('nope').hasValue()",
    "format.named('uuid').value().validate('x').value() == ['does not match the UUID format']",
    "format.uri().validate('x').value() == ['parse \"x\": invalid URI for request']",
    "format.byte().validate('?').value() == ['invalid base64'] && !format.byte().validate('AAAA').hasValue()",
    "format.date().validate('2021-02-29').value() == ['invalid date']",
    "format.datetime().validate('x').value() == ['invalid datetime']",
    "!format.qualifiedName().validate('example.com/a').hasValue()",
    "format.labelValue().validate('-').hasValue() && format.dns1035Label().validate('1').hasValue()",
    "format.dns1123Label() == format.named('dns1123Label').value() && format.date() != format.uuid()",
  ]);
});
