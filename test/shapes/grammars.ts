/**
 * The grammars of untrusted input, each with its tokens and the functions that read it. `#` in a token is the number of
 * the repetition.
 *
 * @module
 */
import fc from "fast-check";
import { claimsOfToken } from "../../src/access/token.ts";
import { compile } from "../../src/cel/compile.ts";
import { estimate } from "../../src/cel/cost/estimate.ts";
import type { Environment } from "../../src/cel/environment.ts";
import { fromJson } from "../../src/cel/eval/json.ts";
import { planCounting } from "../../src/cel/eval/plan.ts";
import { admissionEnvironment } from "../../src/cel-kubernetes/admission-environment.ts";
import { kubernetesEnvironment } from "../../src/cel-kubernetes/configuration-environment.ts";
import { perCallCostLimit } from "../../src/cel-kubernetes/cost/budget.ts";
import { costProfile } from "../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../src/cel-kubernetes/cost/rules.ts";
import { lintExpression } from "../../src/cel-kubernetes/lint/lint.ts";
import { parseCertificates } from "../../src/cli/certificates.ts";
import { UsageError } from "../../src/cli/exit.ts";
import { isPattern, parsePattern } from "../../src/cli/glob.ts";
import { ignoreRules } from "../../src/cli/ignore-rules.ts";
import { nodeHost } from "../../src/cli/node-host.ts";
import { components } from "../../src/flags/component.ts";
import { vetCommandLine } from "../../src/flags/vet-line.ts";
import { createVetter, type Report } from "../../src/index.ts";
import { scanJson } from "../../src/json/json-scan.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { readRequest } from "../../src/kinds/certificates/certificate-request.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { applyJsonPatch, decodeJsonPatch } from "../../src/patch/json-patch.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";
import { applyStrategicPatch } from "../../src/patch/strategic.ts";
import { compileRegex } from "../../src/regex/regex.ts";
import { reporters } from "../../src/report/reporters.ts";
import { parseTokenFile } from "../../src/server/authn/token-file.ts";
import { patchSchemaOf } from "../../src/server/handlers/patch-schema.ts";
import type { Codec } from "../../src/server/http/codec.ts";
import { jsonCodec } from "../../src/server/http/json-codec.ts";
import { acceptedTypes, mediaTypeOf } from "../../src/server/http/negotiate.ts";
import { protobufCodec } from "../../src/server/http/protobuf-codec.ts";
import { yamlCodec } from "../../src/server/http/yaml-codec.ts";
import { parseContinue } from "../../src/server/request/continue-token.ts";
import { StatusError } from "../../src/server/request/status.ts";
import { decodeBase64 } from "../../src/text/base64.ts";
import { parseCpuSet } from "../../src/text/cpu-set.ts";
import { parseCronSchedule } from "../../src/text/cron-schedule.ts";
import { validateDomainPrefixedPath } from "../../src/text/domain-prefixed-path.ts";
import { parseDuration } from "../../src/text/duration.ts";
import { parseFieldSelector } from "../../src/text/field-selector.ts";
import { parseRequestUri, parseUrl, queryValues } from "../../src/text/go-url.ts";
import { imageNameFault } from "../../src/text/image-reference.ts";
import { parseIp, parseIpPrefix } from "../../src/text/ip.ts";
import { matchesLabels, parseLabelSelector } from "../../src/text/label-selector.ts";
import { legacyCidrFaults, legacyIpFaults } from "../../src/text/legacy-ip.ts";
import { parseLooseDuration } from "../../src/text/loose-duration.ts";
import { validateDns1123Subdomain, validateQualifiedName } from "../../src/text/names.ts";
import { stringFormat } from "../../src/text/open-api-formats.ts";
import { addQuantities, formatQuantity, parseQuantity } from "../../src/text/quantity.ts";
import { parseSemver } from "../../src/text/semver.ts";
import { validateSignerName } from "../../src/text/signer-name.ts";
import { validateSysctlName } from "../../src/text/sysctl.ts";
import { parseTimestamp } from "../../src/text/timestamp.ts";
import { decodeMessage, encodeMessage } from "../../src/wire/message.ts";
import { readCertificate } from "../../src/x509/certificate.ts";
import { pemBlocks } from "../../src/x509/pem.ts";
import { edgeNumbers } from "../fuzz/mutation.ts";
import * as corpus from "./corpus.ts";
import { repeat, type Shape } from "./growth.ts";
import * as sentences from "./sentences.ts";
import { der, protobuf as protobufFormat, spoiledTrees } from "./tlv.ts";

export interface Grammar {
  readonly name: string;
  /** Texts around the tokens, as pairs of a prefix and a suffix. */
  readonly frames: readonly (readonly [string, string])[];
  readonly tokens: readonly string[];
  /** Whole texts to be mutated: generated sentences of the grammar, and real texts. */
  readonly texts?: fc.Arbitrary<string>;
  /** Texts in which a part is repeated n times, if that takes more than copying the part. */
  readonly growing?: fc.Arbitrary<(n: number) => string>;
  /** Reads a text. Must not throw. */
  read(text: string): unknown;
}

/** Returns the shape of a token that is repeated within one of the frames of its grammar. */
export function tokenShape({ name, read }: Grammar, [before, after]: Grammar["frames"][number], token: string): Shape {
  const text = (n: number) => before + repeat(token, n) + after;
  return { name: `${name}: ${JSON.stringify([before, token, after])}`, text, read };
}

const vetter = createVetter({ host: nodeHost(undefined) });

/** Vets a file and prints the result with every reporter. */
export function vetAndReport(name: string, content: string): void {
  const result = vetter.vetFiles([{ name, content }]);
  for (const { cause, message } of result.diagnostics) if (cause === "internal") throw new Error(message);
  const summary = { ...result.summary, durationMs: 0 };
  const report: Report = { tool: { name: "clustervet", version: "0.0.0" }, target: "1.37", ...result, summary };
  const options = { failLevel: "error", sourceText: () => content, color: false, sensitiveSpans: () => [] } as const;
  for (const print of Object.values(reporters)) print(report, options);
}

/** Calls `read`, which may throw errors of the class `refusal` only. */
function readRefusing(refusal: new (...args: never[]) => Error, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}

/** Messages of errors that are caused by a bug in the code rather than by the input. */
const ownFault = /undefined|not a function|not iterable|call stack|null/i;

const environments: readonly Environment[] = [
  kubernetesEnvironment("request", "1.37"),
  kubernetesEnvironment("claims", "1.37"),
  admissionEnvironment("1.37", { patches: true }),
];
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
  texts: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...corpus.yamlTexts) },
    { weight: 1, arbitrary: sentences.yamlDocument },
  ),
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
  texts: fc.oneof(fc.constantFrom(...corpus.jsonTexts), sentences.jsonValue),
  read: (text) => {
    scanJson(text);
    vetAndReport("a.json", text);
  },
};

const shape = { apiVersion: "v1", kind: "Pod", schema: pod };

/** Decodes a body as the server does, and checks that encoding and decoding it again gives the same value. */
function bodies(codec: Codec, bytes: Uint8Array): void {
  const decoded = readRefusing(StatusError, () => codec.decode(bytes, shape).value);
  if (!isPlainObject(decoded)) return;
  const written = jsonCodec.encodeValue(decoded);
  // The JSON form may exceed the limit of values in a body.
  const again = readRefusing(StatusError, () => jsonCodec.decode(written, shape).value);
  if (isPlainObject(again) && !Buffer.from(written).equals(jsonCodec.encodeValue(again)))
    throw new Error("a body is another one when it is read again");
}

const jsonBody: Grammar = { ...json, name: "JSON bodies", read: (text) => bodies(jsonCodec, Buffer.from(text)) };
const yamlBody: Grammar = { ...yaml, name: "YAML bodies", read: (text) => bodies(yamlCodec, Buffer.from(text)) };

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
  texts: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...corpus.expressions) },
    { weight: 2, arbitrary: sentences.celExpression },
  ),
  read: (text) => {
    for (const environment of environments) evaluates(environment, text);
  },
};

const input = {
  user: "a",
  groups: ["a", "b"],
  metadata: { name: "a", labels: { a: "b" } },
  spec: { a: 2 ** 53, b: [1] },
};
const variables = new Map(["request", "claims", "object", "oldObject"].map((name) => [name, fromJson(input)] as const));

function evaluates(environment: Environment, text: string): void {
  const { checked } = compile(environment, text);
  if (!checked) return;
  const costs = costRules(environment, costProfile("1.37"));
  estimate(checked, costs);
  lintExpression(checked, { environment, costRules: costs });
  planCounting(checked, environment, costs).measure(variables, { costLimit: perCallCostLimit });
}

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
  texts: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...corpus.patterns) },
    { weight: 3, arbitrary: sentences.regexPattern },
  ),
  read: (text) => {
    const compiled = compileRegex(text);
    if (!compiled.ok) return;
    compiled.value.matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    compiled.value.findAll("aaab", 10);
  },
};

/** A path that is deeper than any tree but shorter than the length limit. */
const deepPath = `${"a/".repeat(1_000)}b`;

/** Creates the grammar of a short text, whose tokens are single characters and some words. */
const smallGrammar = (
  name: string,
  words: readonly string[],
  read: (text: string) => unknown,
  texts?: fc.Arbitrary<string>,
): Grammar => ({
  name,
  frames: plain,
  tokens: [...letters, ...words],
  ...(texts && { texts }),
  read,
});

function sumOf(text: string): void {
  const read = parseQuantity(text);
  if (read.ok) formatQuantity(addQuantities(read.value, read.value));
}

function parseSelector(text: string): void {
  const selector = parseLabelSelector(text);
  if (selector.ok) matchesLabels(selector.value, { a: "b" });
}

const durations = (text: string) => [parseDuration(text), parseLooseDuration(text)];
const addresses = (text: string) => [
  parseIp(text),
  parseIpPrefix(text),
  legacyIpFaults(text, false),
  legacyCidrFaults(text, true),
];
const formats = (text: string) =>
  [
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "duration",
    "datetime",
    "isbn",
    "creditcard",
    "rgbcolor",
    "uri",
  ].map((name) => stringFormat(name, () => true)?.(text));
const names = (text: string) => [
  validateQualifiedName(text),
  validateDns1123Subdomain(text),
  validateSignerName(text),
  validateSysctlName(text),
  validateDomainPrefixedPath(text),
];

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
}

const podPatches = patchSchemaOf(pod);
const pods = corpus.objects.filter(({ kind }) => kind === "Pod").slice(0, 3);

function strategicPatches(text: string): void {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    return;
  }
  if (isPlainObject(patch)) for (const each of pods) applyStrategicPatch(each, patch, podPatches);
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
  texts: sentences.patchText,
  read: (text) => {
    patches(text);
    strategicPatches(text);
  },
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
  texts: fc.constantFrom(...corpus.certificates).map((bytes) => pemOf("CERTIFICATE", bytes)),
  growing: spoiledTrees(corpus.certificates, der),
  read: (text) => {
    for (const { bytes } of pemBlocks(text)) decodeBase64(Buffer.from(bytes).toString("base64"));
    parseCertificates(text);
    const bytes = bytesOf(text);
    readCertificate(bytes);
    parseCertificates(pemOf("CERTIFICATE", bytes));
  },
};

const pemOf = (type: string, bytes: Uint8Array): string =>
  `-----BEGIN ${type}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${type}-----\n`;

const certificateRequest: Grammar = {
  ...certificate,
  name: "certificate requests",
  texts: fc.constantFrom(...corpus.certificateRequests).map((bytes) => pemOf("CERTIFICATE REQUEST", bytes)),
  growing: spoiledTrees(corpus.certificateRequests, der),
  read: (text) => {
    readRequest(text);
    readRequest(pemOf("CERTIFICATE REQUEST", bytesOf(text)));
  },
};

const podIndex = String.fromCharCode(corpus.messages.findIndex(([schema]) => schema === pod));

/** Checks that a message that can be decoded can also be encoded, with the same content. */
function readMessage(text: string): void {
  const [schema = pod] = corpus.messages[text.charCodeAt(0)] ?? [];
  const bytes = bytesOf(text.slice(1));
  readRefusing(StatusError, () => protobufCodec.decode(bytes, shape));
  const read = decodeMessage(bytes, schema);
  if (!read.ok) {
    if (ownFault.test(read.error)) throw new Error(read.error);
    return;
  }
  const written = encodeMessage(read.value, schema);
  const again = decodeMessage(written, schema);
  if (!again.ok || !Buffer.from(written).equals(encodeMessage(again.value, schema)))
    throw new Error("a message is another one when it is read again");
}

const protobuf: Grammar = {
  name: "Protobuf",
  // The first byte selects the kind of the message.
  frames: [
    [podIndex, ""],
    [`${podIndex}\x12\xff\xff\x03`, ""],
    [`${podIndex}\x0a\x04\x0a\x02ab`, ""],
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
  growing: fc
    .nat(corpus.messages.length - 1)
    .chain((index) =>
      spoiledTrees(corpus.messages[index]?.[1] ?? [], protobufFormat).map(
        (text) => (n: number) => String.fromCharCode(index) + text(n),
      ),
    ),
  read: readMessage,
};

const base64Url = (text: string): string => Buffer.from(text).toString("base64url");

const tokenText = fc
  .tuple(fc.constantFrom('{"alg":"ES256"}', "{}", "null"), fc.oneof(sentences.claims, sentences.jsonValue))
  .map(([header, claims]) => `${base64Url(header)}.${base64Url(claims)}.c2ln`);

const continueText = sentences.jsonValue.map((start) => base64Url(`{"v":"meta.k8s.io/v1","rv":1,"start":${start}}`));

function vetLines(text: string): void {
  const args = text.split("\n");
  for (const component of components) vetCommandLine(args, component, { target: "1.37" });
}

/** Many options on one line, as in systemd units and shell commands. */
const flags = ["--feature-gates=", "--v=2\n", "-v=3\n", "--a#=b\n", "--", "A#=true,", "--taints=a=b:NoSchedule,\n"];
const otherFlags = [
  "--runtime-config=",
  "api/all#=true,",
  "--tls-sni-cert-key=a,b:c\n",
  "--vmodule=a#=1,",
  "--bind-address=::1\n",
];

export const grammars: readonly Grammar[] = [
  yaml,
  json,
  yamlBody,
  jsonBody,
  expression,
  regex,
  patch,
  certificate,
  certificateRequest,
  protobuf,
  smallGrammar("tokens", ["e30", "e30.", "eyJhIjoxfQ", "_"], claimsOfToken, tokenText),
  smallGrammar("token files", ['"', '""', "a,b,c\n", "\r\n", '"a,b"', "#"], (text) =>
    readRefusing(SyntaxError, () => parseTokenFile(text)),
  ),
  smallGrammar(
    "continue tokens",
    ["e30", "eyJ2IjoxfQ"],
    (text) => readRefusing(StatusError, () => parseContinue(text)),
    continueText,
  ),
  smallGrammar("command lines", [...flags, ...otherFlags], vetLines, fc.constantFrom(...corpus.commandLines)),
  smallGrammar(
    "quantities",
    ["9", "0", "Ki", "e9", "E", "m", "+"],
    sumOf,
    fc.constantFrom(...corpus.quantities, ...edgeNumbers),
  ),
  smallGrammar(
    "label selectors",
    ["a#=b,", "a in (b),", "a in (", "b#,", "!a#,", ")", "a notin (b,c),", "=="],
    parseSelector,
    sentences.labelSelector,
  ),
  smallGrammar(
    "field selectors",
    ["metadata.name=a,", "a!=b,", "\\,", "\\=", "\\\\"],
    parseFieldSelector,
    sentences.labelSelector,
  ),
  smallGrammar("durations", ["1h", "1m", "1.5s", "9", "µs"], durations),
  smallGrammar(
    "cron schedules",
    ["*/1", "1-2,", "* * * * *", "@every 1h", "TZ=", "JAN"],
    parseCronSchedule,
    fc.constantFrom(...corpus.schedules),
  ),
  smallGrammar(
    "URLs",
    ["http://", "a=b&", "%41", "[::1]", "?", "#", "//", "a@", ";"],
    urls,
    fc.constantFrom(...corpus.urls),
  ),
  smallGrammar(
    "addresses",
    ["1.", "::", "fe80::1%", "0", "00.", "/1", "255."],
    addresses,
    fc.constantFrom(...corpus.addresses),
  ),
  smallGrammar("names", ["a.", "a-", "A", "é"], names, fc.constantFrom(...corpus.names)),
  smallGrammar(
    "images",
    ["a/", ":tag", "@sha256:", "__", "a--", "a."],
    imageNameFault,
    fc.constantFrom(...corpus.images),
  ),
  smallGrammar(
    "formats of texts",
    ["a@b", "<a@b.c>", "a b <", '"', "a.", "00", "0.", "-", "978", "rgb(", "s "],
    formats,
  ),
  smallGrammar("processor sets", ["1,", "1-2,", "0-"], parseCpuSet),
  smallGrammar("versions", ["1.", "-a", "+b", "v1", "-0"], parseSemver),
  smallGrammar("times", ["2020-01-01T00:00:00Z", "0", "+00:00"], parseTimestamp, fc.constantFrom(...corpus.times)),
  smallGrammar("media types", ["application/json", ";q=0.5", ";as=Table", ";v=v1", "*/*,"], (text) => [
    acceptedTypes(text),
    mediaTypeOf(text),
  ]),
  smallGrammar("patterns of files", ["**/", "{1..9}", "{a,b}", "[a-z]", "!(a)", "+(a)", "?"], (text) =>
    readRefusing(UsageError, () => isPattern(text) && parsePattern(text).matches("a/b/c.yaml")),
  ),
  smallGrammar("ignore files", ["a/**/", "**", "*a", "[a-z]", "[[:", "[!a]", "\\", " ", "!", "#", "\n", "a/"], (text) =>
    ignoreRules(text.split("\n")).ignores(deepPath, ""),
  ),
];
