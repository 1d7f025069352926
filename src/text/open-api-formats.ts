/**
 * The string formats that the API server validates in custom resources.
 *
 * @module
 */
import { parseRequestUri } from "./go-url.ts";
import { parseIp, parseIpPrefix } from "./ip.ts";
import { parseLooseDuration } from "./loose-duration.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "./names.ts";
import { isBase64, isDate, isDateTime, isUuid } from "./string-formats.ts";
import { utf8Length } from "./utf8.ts";

/** A format, and the first release in which CustomResourceDefinitions can use it. */
interface Format {
  readonly since?: string;
  test(text: string): boolean;
}

const hostname = () =>
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
const creditCard =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|(222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11}|6[27][0-9]{14})$/;
const rgb = String.raw`(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])`;
const rgbColor = new RegExp(String.raw`^rgb\(\s*${rgb}\s*,\s*${rgb}\s*,\s*${rgb}\s*\)$`);
const atomCharacters = "A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\u{10ffff}";
const atom = `[${atomCharacters}]+`;
const address = String.raw`(?:${atom}(?:\.${atom})*|"(?:[^"\\]|\\.)+")@(?:${atom}(?:\.${atom})*|\[[^\]]+\])`;
const displayName = String.raw`(?:[${atomCharacters} .]|"(?:[^"\\]|\\.)*")*`;
/** As Go parses addresses, but without comments and groups. */
const email = () =>
  new RegExp(String.raw`^[\t-\r ]*(?![\t-\r ])(?:${address}|${displayName}<${address}>)[\t-\r ]*$`, "u");
const macs: readonly RegExp[] = [
  /^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$/,
  /^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){7}$/,
  /^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){19}$/,
  /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4}){2}$/,
  /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4}){3}$/,
  /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4}){9}$/,
];

const maxHostnameBytes = 255;
const maxLabelBytes = 63;

/** By name, without dashes. */
const formats: Readonly<Record<string, Format>> = {
  bsonobjectid: { test: (text) => /^[0-9a-fA-F]{24}$/.test(text) },
  uri: { test: (text) => parseRequestUri(text).ok },
  email: { test: (text) => email().test(text) },
  hostname: {
    test: (text) =>
      hostname().test(text) &&
      utf8Length(text) <= maxHostnameBytes &&
      text.split(".").every((label) => utf8Length(label) <= maxLabelBytes),
  },
  ipv4: { test: (text) => text.includes(".") && parseIp(withoutLeadingZeros(text)).ok },
  ipv6: { test: (text) => text.includes(":") && !text.includes("%") && parseIp(text).ok },
  cidr: { test: (text) => parseIpPrefix(withoutLeadingZeros(text)).ok },
  mac: { test: (text) => macs.some((pattern) => pattern.test(text)) && !/[:-].*[:-]/.test(mixedSeparators(text)) },
  uuid: { test: isUuid },
  uuid3: { test: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text) },
  uuid4: { test: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text) },
  uuid5: { test: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text) },
  isbn: { test: (text) => isIsbn10(text) || isIsbn13(text) },
  isbn10: { test: isIsbn10 },
  isbn13: { test: isIsbn13 },
  creditcard: { test: isCreditCard },
  ssn: { test: (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text) && text.length === 11 },
  hexcolor: { test: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text) },
  rgbcolor: { test: (text) => rgbColor.test(text) },
  byte: { test: isBase64 },
  password: { test: () => true },
  date: { test: isDate },
  duration: { test: (text) => parseLooseDuration(text) !== undefined },
  datetime: { test: isDateTime },
  k8sshortname: { since: "1.34", test: (text) => validateDns1123Label(text).length === 0 },
  k8slongname: { since: "1.34", test: (text) => validateDns1123Subdomain(text).length === 0 },
};

/**
 * Returns the check of a format; undefined if the API server does not validate it.
 *
 * @param reaches - whether the server has the features of a release
 */
export function stringFormat(
  name: string,
  reaches: (release: string) => boolean,
): ((text: string) => boolean) | undefined {
  const normal = name.replaceAll("-", "");
  const format = Object.hasOwn(formats, normal) ? formats[normal] : undefined;
  if (format === undefined || (format.since !== undefined && !reaches(format.since))) return undefined;
  return format.test;
}

/** Removes leading zeros from octets, which are then read as decimal numbers. */
const withoutLeadingZeros = (text: string): string =>
  text.replace(/(?<=^|\.)\d+(?=[./]|$)/g, (octet) => octet.replace(/^0+(?=\d)/, ""));

/** Returns the text if it contains both colons and dashes; otherwise an empty text. */
function mixedSeparators(text: string): string {
  return text.includes(":") && text.includes("-") ? text : "";
}

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  if (!creditCard.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled >= 10 ? (doubled % 10) + 1 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const plain = text.replace(/[\s-]+/g, "");
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(plain)) return false;
  const sum = [...plain].reduce((total, digit, index) => total + (index + 1) * (digit === "X" ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const plain = text.replace(/[\s-]+/g, "");
  if (!/^[0-9]{13}$/.test(plain)) return false;
  const sum = [...plain.slice(0, -1)].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return Number(plain.at(-1)) === (10 - (sum % 10)) % 10;
}
