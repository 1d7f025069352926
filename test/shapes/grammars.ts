/**
 * The grammars that strangers write, by their tokens, with the functions that read them. `#` in a token is a number that
 * grows with each repetition.
 *
 * @module
 */
import { claimsOfToken } from "../../src/access/token.ts";
import { compile, kubernetesEnvironment } from "../../src/cel/index.ts";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter, type Report } from "../../src/index.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { decodeBase64 } from "../../src/lexical/base64.ts";
import { readCertificate } from "../../src/lexical/certificate.ts";
import { parseCpuSet } from "../../src/lexical/cpu-set.ts";
import { validateCronSchedule } from "../../src/lexical/cron-schedule.ts";
import { parseDuration } from "../../src/lexical/duration.ts";
import { parseFieldSelector } from "../../src/lexical/field-selector.ts";
import { parseRequestUri, parseUrl, queryValues } from "../../src/lexical/go-url.ts";
import { imageNameFault } from "../../src/lexical/image-reference.ts";
import { parseIp, parseIpPrefix } from "../../src/lexical/ip.ts";
import { scanJson } from "../../src/lexical/json-scan.ts";
import { matchesLabels, parseLabelSelector } from "../../src/lexical/label-selector.ts";
import { validateDns1123Subdomain, validateQualifiedName } from "../../src/lexical/names.ts";
import { pemBlocks } from "../../src/lexical/pem.ts";
import { addQuantities, formatQuantity, parseQuantity } from "../../src/lexical/quantity.ts";
import { compileRegex } from "../../src/lexical/regex/regex.ts";
import { parseSemver } from "../../src/lexical/semver.ts";
import { parseTimestamp } from "../../src/lexical/timestamp.ts";
import { applyJsonPatch, decodeJsonPatch } from "../../src/patch/json-patch.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";
import { reporters } from "../../src/report/reporters.ts";
import { decodeMessage } from "../../src/wire/message.ts";

export interface Grammar {
  readonly name: string;
  /** What may stand before and after the tokens. */
  readonly frames: readonly (readonly [string, string])[];
  readonly tokens: readonly string[];
  /** Must not throw. */
  read(text: string): unknown;
}

const vetter = createVetter({ host: nodeHost(undefined) });

/** Vets a file and writes every report of it. */
export function vetAndReport(name: string, content: string): void {
  const result = vetter.vetFiles([{ name, content }]);
  const summary = { ...result.summary, durationMs: 0 };
  const report: Report = { tool: { name: "clustervet", version: "0.0.0" }, target: "1.37", ...result, summary };
  const options = { failLevel: "error", sourceText: () => content, color: false, sensitiveSpans: () => [] } as const;
  for (const print of Object.values(reporters)) print(report, options);
}

const environment = kubernetesEnvironment("request", "1.37");
const pod = builtInKinds.find(({ kind, group }) => kind === "Pod" && group === "")?.versions[0]?.schema ?? {};
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");
const plain: readonly (readonly [string, string])[] = [["", ""]];
const letters = [..."aA0-._/:,=! \t\n~%@*"];

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: a\n";

const yaml: Grammar = {
  name: "YAML",
  frames: [
    ["", ""],
    [configMap, ""],
    ["a: ", "\n"],
    ['a: "', '"\n'],
    ["a: [", "]\n"],
    ["a: |\n  ", "\n"],
    ["--- {", "}\n---\nb: 1\n"],
  ],
  tokens: [
    ...["a#: 1\n", "  k#: a\n", "k: a\n", "- a\n", "- ", "? ", ": ", "  ", "\n", "\t", "\r\n", "a b ", "'a' ", '"a#" '],
    ...["---\n", "...\n", "--- a\n...\n", "%TAG !a#! tag:x,2000:\n", "%YAML 1.1\n", "%FOO\n", "# a\n", " # a\n"],
    ...["# clustervet-ignore schema/type: a\n", "  # clustervet-ignore source/duplicate-key: a\n"],
    ...["&a# x\n", "k#: &a# x\n", "k#: *a\n", "*a, ", "&a ", "!!str ", "!a!b ", "!<x> ", "!!int 1\n", "!!binary =\n"],
    ...["<<: *a\n", "<<: {a#: 1}\n", "a#: b: c\n", "[", "]", "{", "}", ", ", "{}, ", "[]\n", "{a#: 1}, ", "a#: [\n"],
    ...["|\n", ">-\n", "k#: |\n", "k#: >2\n", "  x\n", "   x\n", "\\n", "\\x41", "\\u0041", "\\", "''", "'", '"'],
    ...[
      "1",
      "0x1",
      "1_0",
      ".inf ",
      "- .nan\n",
      "~\n",
      "2001-01-01 ",
      "\u0085",
      "\u2028",
      "\u{1F600}",
      "{{ .a }}\n",
      "@",
    ],
  ],
  read: (text) => vetAndReport("a.yaml", text),
};

const json: Grammar = {
  name: "JSON",
  frames: [
    ["{", "}"],
    ['{"a":[', "]}"],
    ['{"a":"', '"}'],
    ['{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{', '"z":"a"}}'],
  ],
  tokens: [
    ...['"a#":1,', '"a":1,', '"k#":"a",', '{"a":', '{"a":1},', "{},", "[", "]", "{", "}", ",", ":", "1", "-", "0.1e1,"],
    ...['"', "\\u0041", "\\ud800", "\\n", "\\", " ", "\n", "// a\n", "/* a */", "# a\n", "null,", "true", "a ", "'a' "],
  ],
  read: (text) => {
    scanJson(text);
    vetAndReport("a.json", text);
  },
};

const expression: Grammar = {
  name: "CEL",
  frames: [
    ["", ""],
    ["request.user == '", "'"],
    ["[", "1]"],
    ["request.groups", ""],
    ["request.user.matches('", "')"],
    ["", "true"],
  ],
  tokens: [
    ...[
      "true && ",
      "true || ",
      "!",
      "-",
      "1 + ",
      "1 * ",
      "1 < ",
      "1 == ",
      "1 in ",
      "true ? true : ",
      "(",
      ")",
      "[",
      "]",
    ],
    ...[
      "{'a#': ",
      "{1: 1}, ",
      "request.",
      ".user",
      ".?user",
      "[0]",
      "[?0]",
      "has(request.user) && ",
      "'a' + ",
      "b'a' + ",
    ],
    ...[".filter(x, true)", ".map(x, x)", ".all(x, ", ".exists(x, x == 'a')", ".exists_one(x#, ", "'", '"""', "r'"],
    ...["size(", ".size()", ".matches('a')", "duration('1h') + ", "timestamp('2020-01-01T00:00:00Z') > ", "nobody# + "],
    ...[
      "dyn(",
      "a#.",
      "a, ",
      "1u, ",
      "0x1, ",
      "1.0e1, ",
      "\\n",
      "\\u0041",
      "// a\n",
      " ",
      "\n",
      "[\\pL\\pN]{9}",
      "optional.of(",
    ],
    ...[
      "cel.bind(x, 1, ",
      "math.greatest(1, ",
      "ip('::1') == ",
      "quantity('1') == ",
      "'%s'.format([",
      "sets.contains([1], ",
    ],
  ],
  read: (text) => compile(environment, text),
};

const regex: Grammar = {
  name: "regular expressions",
  frames: [
    ["", ""],
    ["^", "$"],
    ["(", ")*b"],
    ["[", "]"],
  ],
  tokens: [
    ...[
      "a",
      "a#",
      ".",
      "a*",
      "a+?",
      "a?",
      "a{2}",
      "a{0,1000}",
      "(a)",
      "(?:",
      "(?P<n#>a)",
      "(",
      ")",
      "|",
      "a|",
      "[",
      "]",
      "[^a]",
    ],
    ...[
      "\\pL",
      "\\p{Greek}",
      "[\\pL\\pN]",
      "\\d",
      "\\W",
      "[[:alpha:]]",
      "a-z",
      "^",
      "$",
      "\\b",
      "(?i)",
      "(?i:k)",
      "\\Q",
      "\\E",
    ],
    ...["\\x{41}", "\\", "{", "}", "-", ".*", "(.*a)", "\u{1F600}", "(?s:.)*", "x*y*"],
  ],
  read: (text) => {
    const compiled = compileRegex(text);
    if (!compiled.ok) return;
    compiled.value.matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    compiled.value.findAll("aaab", 10);
  },
};

/** A grammar of one short text, whose tokens are its characters and some words. */
const small = (name: string, words: readonly string[], read: (text: string) => unknown): Grammar => ({
  name,
  frames: plain,
  tokens: [...letters, ...words],
  read,
});

function sumOf(text: string): void {
  const read = parseQuantity(text);
  if (read.ok) formatQuantity(addQuantities(read.value, read.value));
}

function selects(text: string): void {
  const selector = parseLabelSelector(text);
  if (selector.ok) matchesLabels(selector.value, { a: "b" });
}

function urls(text: string): void {
  for (const read of [parseUrl(text), parseRequestUri(text)]) if (read.ok) queryValues(read.value);
}

const document = { list: Array.from({ length: 10 }, (_none, index) => index), map: { a: { b: 1 } } };

function patches(text: string): void {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    return;
  }
  applyMergePatch(document, patch);
  const operations = decodeJsonPatch(patch);
  if (!operations.ok) return;
  for (const dialect of ["rfc6902", "api-server"] as const) applyJsonPatch(document, operations.value, { dialect });
  isPlainObject(patch);
}

const operation = (op: string, path: string, rest = "") => `{"op":"${op}","path":"${path}"${rest}},`;

const patch: Grammar = {
  name: "patches",
  frames: [
    ["[", '{"op":"test","path":"","value":{}}]'],
    ['{"a":', "1}"],
    ['[{"op":"add","path":"/map/', '","value":1}]'],
  ],
  tokens: [
    ...[
      operation("add", "/list/0", ',"value":1'),
      operation("add", "/list/-", ',"value":[1]'),
      operation("remove", "/list/0"),
    ],
    ...[operation("add", "/map/k#", ',"value":{}'), operation("copy", "/map/c#", ',"from":"/list"')],
    ...[operation("move", "/map/m", ',"from":"/map/a"'), operation("replace", "/map/a", ',"value":null')],
    ...[operation("test", "/map/a/b", ',"value":1'), "~1", "~0", "/a", '{"a":', '{"k#":null},', "1,", "}", "null"],
  ],
  read: patches,
};

const certificate: Grammar = {
  name: "certificates",
  frames: [
    ["", ""],
    ["-----BEGIN CERTIFICATE-----\n", "\n-----END CERTIFICATE-----\n"],
  ],
  tokens: [
    ...[
      "-----BEGIN A-----\nAAAA\n-----END A-----\n",
      "-----BEGIN A-----\n",
      "-----END A-----\n",
      "-----",
      "MIIB",
      "AAAA\n",
    ],
    ...["a: b\n", "\n", " ", "=", "\x30\x80", "\x30\x02", "\x30\x03\x02\x01\x01", "\x06\x01\x81", "\xff", "\0"],
  ],
  read: (text) => {
    for (const block of pemBlocks(text)) decodeBase64(String(block));
    readCertificate(bytesOf(text));
  },
};

const protobuf: Grammar = {
  name: "Protobuf",
  frames: [
    ["", ""],
    ["\x12\xff\xff\x03", ""],
    ["\x0a\x04\x0a\x02ab", ""],
  ],
  tokens: [
    "\x0a\x02\x0a\0",
    "\x0a\0",
    "\x12\0",
    "\x12\x04\x12\x02a#",
    "\x08\x01",
    "\xff",
    "\x80",
    "\x12\x02\x12\0",
    "\x0b",
    "\x0d1234",
    "\x1a\0",
    "a",
  ],
  read: (text) => decodeMessage(bytesOf(text), pod),
};

export const grammars: readonly Grammar[] = [
  yaml,
  json,
  expression,
  regex,
  patch,
  certificate,
  protobuf,
  small("quantities", ["9", "0", "Ki", "e9", "E", "m", "+"], sumOf),
  small("label selectors", ["a#=b,", "a in (b),", "a in (", "b#,", "!a#,", ")", "a notin (b,c),", "=="], selects),
  small("field selectors", ["metadata.name=a,", "a!=b,", "\\,", "\\=", "\\\\"], parseFieldSelector),
  small("durations", ["1h", "1m", "1.5s", "9", "µs"], parseDuration),
  small("cron schedules", ["*/1", "1-2,", "* * * * *", "@every 1h", "TZ=", "JAN"], validateCronSchedule),
  small("URLs", ["http://", "a=b&", "%41", "[::1]", "?", "#", "//", "a@", ";"], urls),
  small("addresses", ["1.", "::", "fe80::1%", "0", "/1", "255."], (text) => [parseIp(text), parseIpPrefix(text)]),
  small("names", ["a.", "a-", "A", "é"], (text) => [validateQualifiedName(text), validateDns1123Subdomain(text)]),
  small("images", ["a/", ":tag", "@sha256:", "__", "a--", "a."], imageNameFault),
  small("processor sets", ["1,", "1-2,", "0-"], parseCpuSet),
  small("versions", ["1.", "-a", "+b", "v1", "-0"], parseSemver),
  small("times", ["2020-01-01T00:00:00Z", "0", "+00:00"], parseTimestamp),
  small("tokens", ["e30", "e30.", "eyJhIjoxfQ", "_"], (text) => claimsOfToken(`e30.${text}.a`)),
];
