/**
 * Generates well-formed sentences of a grammar, with all of its constructs.
 *
 * @module
 */
import fc from "fast-check";
import { edgeNumbers, inheritedNames } from "../fuzz/mutation.ts";

type Texts = fc.Arbitrary<string>;

const pick = (...texts: readonly string[]): Texts => fc.constantFrom(...texts);
const name: Texts = fc.oneof(
  { weight: 5, arbitrary: pick("a", "b", "x", "spec", "user", "name") },
  { weight: 1, arbitrary: pick(...inheritedNames) },
);
const edgeNumber: Texts = pick(...edgeNumbers, "0", "1", "-1", "1.5", "1e308", "1e999", "0.1");
const edgeText: Texts = fc.oneof(
  name,
  pick("", "\0", "\ud800", "a\udfffb", "\u{1f600}", "é", "\u2028", "a b", "'", '"', "\\", "\n"),
);

/** Joins the parts of a template: literal texts and generated ones. */
function joinParts(strings: TemplateStringsArray, ...parts: readonly Texts[]): Texts {
  return fc.tuple(...parts).map((made) => strings.map((text, index) => text + (made[index] ?? "")).join(""));
}

const repeatedItem = (item: Texts, separator: string, maxLength = 4): Texts =>
  fc.array(item, { maxLength }).map((items) => items.join(separator));

const celRoots = ["request", "claims", "object", "oldObject", "user", "variables", "self", "authorizer"];
const celFields = ["groups", "user", "metadata", "labels", "spec", "resourceAttributes", "extra", ...inheritedNames];
const celFunctions = [
  ...["size", "string", "int", "uint", "double", "bytes", "bool", "dyn", "type", "duration", "timestamp"],
  ...["quantity", "isQuantity", "url", "isURL", "ip", "isIP", "cidr", "isCIDR", "semver", "isSemver", "optional.of"],
  ...["optional.none", "math.greatest", "math.least", "sets.contains", "lists.range", "cel.bind", "format.named"],
];
const celMethods = [
  ...["size", "contains", "startsWith", "endsWith", "matches", "find", "findAll", "split", "join", "replace"],
  ...["substring", "trim", "lowerAscii", "charAt", "indexOf", "lastIndexOf", "format", "reverse", "sum", "min", "max"],
  ...["isSorted", "getHours", "getDayOfWeek", "orValue", "hasValue", "value", "isGreaterThan", "compareTo", "add"],
  ...["getHost", "getQuery", "family", "containsIP", "masked", "prefixLength", "major", "flatten", "sort", "distinct"],
];
const celMacros = ["all", "exists", "exists_one", "map", "filter", "transformList", "transformMap", "optMap"];

export const celExpression: Texts = fc.letrec<{ expr: string }>((tie) => {
  const expr = tie("expr");
  const list = repeatedItem(expr, ", ", 3);
  return {
    expr: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      pick(...celRoots),
      fc.oneof(edgeNumber, pick("1u", "0x1F", "true", "false", "null", "b'\\xff'", "r'\\d'", "18446744073709551615u")),
      edgeText.map((text) => JSON.stringify(text)),
      pick("'2020-01-01T00:00:00Z'", "'1h'", "'10.0.0.0/8'", "'::1'", "'1.2.3'", "'1Gi'", "'%s %d'", "'[[:alpha:]]+'"),
      joinParts`${expr}.${pick(...celFields)}`,
      joinParts`${expr}.?${pick(...celFields)}`,
      joinParts`${expr}[${expr}]`,
      joinParts`${expr}[?${expr}]`,
      joinParts`has(${expr}.${pick(...celFields)})`,
      joinParts`${expr} ${pick("&&", "||", "==", "!=", "<", "<=", ">", "in", "+", "-", "*", "/", "%")} ${expr}`,
      joinParts`${pick("!", "-")}${expr}`,
      joinParts`${expr} ? ${expr} : ${expr}`,
      joinParts`(${expr})`,
      joinParts`[${list}]`,
      joinParts`{${repeatedItem(joinParts`${expr}: ${expr}`, ", ", 3)}}`,
      joinParts`${pick("Object", "Object.spec", ...inheritedNames)}{${repeatedItem(joinParts`${name}: ${expr}`, ", ", 2)}}`,
      joinParts`${pick(...celFunctions, ...inheritedNames)}(${list})`,
      joinParts`${expr}.${pick(...celMethods, ...inheritedNames)}(${list})`,
      joinParts`${expr}.${pick(...celMacros)}(${pick("x", "y", ...inheritedNames)}, ${expr})`,
      joinParts`${expr}.${pick("all", "exists", "transformList", "transformMap")}(x, y, ${expr})`,
    ),
  };
}).expr;

const regexClass = pick("\\d", "\\W", "\\s", "\\pL", "\\p{Greek}", "\\PN", "[[:alpha:]]", ".", "\\x{10FFFF}", "\\101");

export const regexPattern: Texts = fc.letrec<{ regex: string }>((tie) => {
  const regex = tie("regex");
  const range = fc.oneof(pick("a", "a-z", "^", "-", "0-9", "\\-", "\\]", "[:digit:]", "[:^word:]", "é-ü"), regexClass);
  return {
    regex: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      pick("a", "b", "ab", "é", "\u{1f600}", "\\.", "\\Qa.b\\E", "^", "$", "\\b", "\\B", "\\A", "\\z", ""),
      regexClass,
      joinParts`${regex}${regex}`,
      joinParts`${regex}|${regex}`,
      joinParts`(${regex})${pick("*", "+", "?", "*?", "+?", "{2}", "{0,3}", "{3,}", "{0,1000}", "{1000}", "{2,1}", "")}`,
      joinParts`(?:${regex})${pick("*", "+", "{5}", "??", "")}`,
      joinParts`(?${pick("i", "s", "m", "U", "-i", "i-s")}:${regex})`,
      joinParts`(?P<${name}>${regex})`,
      joinParts`[${pick("", "^")}${range}${range}]`,
    ),
  };
}).regex;

const jsonScalar: Texts = fc.oneof(
  edgeNumber,
  edgeText.map((text) => JSON.stringify(text)),
  pick("null", "true", "false", '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', "[]", "{}"),
);

const jsonOf = (key: Texts): Texts =>
  fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      jsonScalar,
      joinParts`[${repeatedItem(tie("json"), ",")}]`,
      joinParts`{${repeatedItem(joinParts`${key.map((text) => JSON.stringify(text))}:${tie("json")}`, ",")}}`,
    ),
  })).json;

export const jsonValue: Texts = jsonOf(edgeText);

/** YAML documents in block style, with all kinds of scalars, tags and anchors. */
export const yamlDocument: Texts = fc.letrec<{ lines: string }>((tie) => {
  const inner = tie("lines");
  const indented = inner.map((text) => text.replace(/\n/g, "\n  "));
  const scalar = fc.oneof(
    jsonScalar,
    name,
    pick("~", "0o17", "0x1F", "1_000", ".inf", "-.nan", "yes", "2001-01-01", "!!binary YQ==", "!!str 1", "*a", "<<"),
    pick("|\n  a\n   b\n", ">-\n  a\n\n  b\n", "'it''s'", '"\\x41\\u0041\\\n"', "!!int x", "!!float 1", "&a 1", "- -"),
  );
  return {
    lines: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      scalar,
      repeatedItem(joinParts`\n${name}: ${indented}`, "", 3),
      repeatedItem(joinParts`\n- ${indented}`, "", 3),
      joinParts`&a ${inner}`,
      joinParts`\n? ${indented}\n: ${indented}`,
      joinParts`{${repeatedItem(joinParts`${name}: ${scalar}`, ", ")}}`,
      joinParts`[${repeatedItem(scalar, ", ")}]`,
      joinParts`\n<<: ${pick("*a", "{a: 1}", "[*a, {b: 1}]")}\n${name}: ${indented}`,
    ),
  };
}).lines;

const label = fc.oneof(pick("a", "app.kubernetes.io/name", "b-c", "-", "a/b/c", "é", "9".repeat(64)), edgeText);

export const labelSelector: Texts = repeatedItem(
  fc.oneof(
    joinParts`${label}${pick("=", "==", "!=", " = ", "=!")}${label}`,
    joinParts`${label} ${pick("in", "notin", "In")} (${repeatedItem(label, ",")})`,
    joinParts`${pick("", "!", "! ")}${label}`,
    joinParts`${label}${pick(">", "<")}${edgeNumber}`,
  ),
  ",",
);

const pointer = repeatedItem(
  fc.oneof(
    pick("list", "map", "a", "b", "-", "0", "9", "-1", "01", "~0", "~1", "~", ""),
    pick(...inheritedNames, ...edgeNumbers),
  ),
  "/",
).map((text) => `/${text}`);
const quotedPointer = pointer.map((text) => JSON.stringify(text));
const patchOperation = pick('"add"', '"remove"', '"replace"', '"move"', '"copy"', '"test"', '"constructor"', "1");

const jsonPatch: Texts = repeatedItem(
  fc.oneof(
    joinParts`{"op":${patchOperation},"path":${quotedPointer},"value":${jsonValue}}`,
    joinParts`{"op":${patchOperation},"path":${quotedPointer},"from":${quotedPointer}}`,
    joinParts`{"op":${patchOperation},"path":${jsonScalar}}`,
  ),
  ",",
  6,
).map((operations) => `[${operations}]`);

const directive: Texts = fc.oneof(
  name,
  pick(
    "$patch",
    "$retainKeys",
    "$setElementOrder/containers",
    "$deleteFromPrimitiveList/finalizers",
    "$setElementOrder/",
  ),
  pick(
    "metadata",
    "spec",
    "containers",
    "volumes",
    "ports",
    "env",
    "tolerations",
    "name",
    "containerPort",
    "finalizers",
  ),
  pick("ownerReferences", "uid", "status", "conditions", "type", "topologySpreadConstraints", "imagePullSecrets"),
);

export const patchText: Texts = fc.oneof(jsonPatch, jsonOf(directive), jsonValue);

/** The claims of service account tokens, with generated values. */
export const claims: Texts = repeatedItem(
  fc.oneof(
    joinParts`"${pick("iss", "sub", "aud", "jti", ...inheritedNames)}":${jsonValue}`,
    joinParts`"${pick("exp", "nbf", "iat")}":${edgeNumber}`,
    pick('"aud":"https://issuer.example"', '"iss":"https://issuer.example"', '"exp":4102444800', '"nbf":0', '"iat":0'),
    pick('"sub":"system:serviceaccount:default:one"', '"exp":1e999', '"aud":[null]'),
    joinParts`"kubernetes.io":{"namespace":"default","serviceaccount":{"name":"one","uid":${jsonScalar}},"pod":${jsonValue}}`,
    joinParts`"kubernetes.io":${jsonValue}`,
  ),
  ",",
  8,
).map((members) => `{${members}}`);
