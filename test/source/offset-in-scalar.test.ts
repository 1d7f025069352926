import fc from "fast-check";
import { expect, test } from "vitest";
import { Document, Scalar, visit } from "yaml";
import type { FieldPath } from "../../src/diagnostic/diagnostic.ts";
import { nodeAt, offsetInScalar } from "../../src/source/locate.ts";
import { readSource } from "../../src/source/read-source.ts";
import type { ScalarNode, SourceFile } from "../../src/source/source-file.ts";

/** For each scalar, its text and the source character of each character of the text; `$` is a line break. */
const scalars: readonly { name: string; source: string; text: string; origin: string }[] = [
  { name: "plain", source: "a: some text", text: "some text", origin: "some text" },
  { name: "plain, folded", source: "a: one\n  two\n\n  three", text: "one two\nthree", origin: "one$two$three" },
  { name: "plain, folded at CRLF", source: "a: one \r\n  two", text: "one two", origin: "one$two" },
  { name: "plain, three empty lines", source: "a: x\n\n\n  y", text: "x\n\ny", origin: "x$$y" },
  { name: "single", source: "a: 'it''s # here'", text: "it's # here", origin: "it's # here" },
  { name: "single, folded", source: "a: ' x \n  y'", text: " x y", origin: " x$y" },
  { name: "single, empty", source: "a: ''", text: "", origin: "" },
  { name: "double", source: 'a: "x y"', text: "x y", origin: "x y" },
  {
    name: "double, escapes",
    source: String.raw`a: "\t\x41\u00e9b\"\\ "`,
    text: '\tA\u00e9b"\\ ',
    origin: "\\\\\\b\\\\ ",
  },
  { name: "double, astral", source: String.raw`a: "\U0001F600x"`, text: "\u{1F600}x", origin: "\\\\x" },
  { name: "double, folded", source: 'a: "x\n\n  y\t\n z"', text: "x\ny z", origin: "x$y$z" },
  { name: "double, escaped break", source: 'a: "x \\\n   y"', text: "x y", origin: "x y" },
  { name: "literal", source: "a: |\n  x\n   y\n\n  z\n", text: "x\n y\n\nz\n", origin: "x$ y$$z$" },
  { name: "literal, no break at the end", source: "a: |\n  x", text: "x", origin: "x" },
  { name: "literal, keep", source: "a: |+\n  x\n\nb: 1\n", text: "x\n\n", origin: "x$$" },
  { name: "literal, strip", source: "a: |-  # note\n  x\n\n", text: "x", origin: "x" },
  { name: "literal, indented", source: "a:\n  b: |2\n      x\n     y\n", text: "  x\n y\n", origin: "  x$ y$" },
  { name: "literal, CRLF", source: "a: |\r\n  x\r\n  y\r\n", text: "x\ny\n", origin: "x$y$" },
  { name: "literal, empty", source: "a: |\nb: 1\n", text: "", origin: "" },
  { name: "folded", source: "a: >\n  x\n  y\n\n  z\n", text: "x y\nz\n", origin: "x$y$z$" },
  { name: "folded, deeper", source: "a: >-\n  x\n   y\n   z\n  w\n", text: "x\n y\n z\nw", origin: "x$ y$ z$w" },
  { name: "folded, leading empty line", source: "a: >\n\n  x\n", text: "\nx\n", origin: "$x$" },
  { name: "JSON", source: String.raw`{"a": "x\/\ud83d\ude00\n"}`, text: "x/\u{1F600}\n", origin: "x\\\\\\\\" },
];

test.each(scalars)("$name", ({ source, text, origin }) => {
  const { file, node } = readScalar(source, source.includes("b: |2") ? ["a", "b"] : ["a"]);
  expect(node.value).toBe(text);
  const found = Array.from({ length: text.length }, (_, index) =>
    file.text.charAt(offsetInScalar(file.text, node, index)),
  );
  expect(found.join("").replaceAll(/[\r\n]/g, "$")).toBe(origin);
});

test.each(scalars)("$name: the end of the text is after its last source character", ({ source, text }) => {
  const { file, node } = readScalar(source, source.includes("b: |2") ? ["a", "b"] : ["a"]);
  const end = offsetInScalar(file.text, node, text.length);
  expect(end).toBeGreaterThanOrEqual(text === "" ? node.start : offsetInScalar(file.text, node, text.length - 1) + 1);
  expect(offsetInScalar(file.text, node, text.length + 5)).toBe(end);
  expect(offsetInScalar(file.text, node, -1)).toBe(offsetInScalar(file.text, node, 0));
});

test("all offsets in an alias are the position of the alias", () => {
  const { file, node } = readScalar("a: &x 'some text'\nb: *x\n", ["b"]);
  expect(node.value).toBe("some text");
  expect([0, 5, 9].map((index) => offsetInScalar(file.text, node, index))).toEqual([21, 21, 21]);
});

const styles = [
  Scalar.PLAIN,
  Scalar.QUOTE_SINGLE,
  Scalar.QUOTE_DOUBLE,
  Scalar.BLOCK_LITERAL,
  Scalar.BLOCK_FOLDED,
] as const;

const textPiece = fc.oneof(
  fc.constantFrom(" ", "\n", "\t", "'", '"', "\\", ": ", " #", "- ", "\u{1F600}", "\u00e9", "\x07"),
  fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
  fc.lorem({ maxCount: 6 }),
);

const styleAndPlace = [
  fc.constantFrom(...styles),
  fc.constantFrom("\n", "\r\n"),
  fc.integer({ min: 0, max: 3 }).map((depth) => Array.from({ length: depth + 1 }, (_, index) => `k${index}`)),
] as const;

test("generated text in any style is traced to its source characters", () => {
  const text = fc.array(textPiece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const law = fc.property(text, ...styleAndPlace, (value, style, lineBreak, path) => {
    const source = write(value, style, path).replaceAll("\n", lineBreak);
    const file = readSource("scalar.yaml", source);
    const node = scalarAt(file, path);
    // The package writes YAML 1.2. Texts that YAML 1.1 rejects or reads as another type are not tested here.
    fc.pre(file.issues.length === 0 && typeof node?.value === "string");
    expectOrigins(file, node);
  });
  fc.assert(law, { numRuns: 1000 });
});

test("prose in any style is read back and traced to its source characters", () => {
  const words = fc.lorem({ maxCount: 12 }).map((prose) => prose.split(" "));
  const prose = fc
    .tuple(words, fc.array(fc.constantFrom(" ", "\n", "\n\n", "\n  "), { minLength: 1 }))
    .map(([all, gaps]) =>
      all.map((word, index) => word + (index < all.length - 1 ? gaps[index % gaps.length] : "")).join(""),
    );
  const law = fc.property(prose, ...styleAndPlace, (value, style, lineBreak, path) => {
    const source = write(value, style, path).replaceAll("\n", lineBreak);
    const { file, node } = readScalar(source, path);
    expect(node.value).toBe(value);
    expectOrigins(file, node);
  });
  fc.assert(law, { numRuns: 500 });
});

function expectOrigins(file: SourceFile, node: ScalarNode | undefined): void {
  if (typeof node?.value !== "string") throw new Error("no text");
  const text = node.value;
  const faults: string[] = [];
  let last = node.start;
  for (let index = 0; index < text.length; index++) {
    const offset = offsetInScalar(file.text, node, index);
    const isRight = offset >= last && isOrigin(file.text.charAt(offset), text.charAt(index), node.style);
    if (!isRight) faults.push(`${index} at ${offset}`);
    last = offset;
  }
  expect(faults).toEqual([]);
}

/**
 * Whether a source character may be the origin of a text character: the same character, the backslash of an escape, or
 * a line break that became a line feed or a space.
 */
function isOrigin(source: string, text: string, style: ScalarNode["style"]): boolean {
  if (source === text && source !== "\r") return true;
  if (source === "\\") return style === "double";
  return (source === "\n" || source === "\r") && (text === "\n" || text === " ");
}

function write(value: string, style: Scalar.Type, path: readonly string[]): string {
  const root = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const document = new Document(root);
  visit(document, {
    Scalar(key, node) {
      if (key === "value") node.type = style;
    },
  });
  return document.toString({ lineWidth: 30, minContentWidth: 10 });
}

function readScalar(source: string, path: FieldPath): { readonly file: SourceFile; readonly node: ScalarNode } {
  const file = readSource("scalar.yaml", source);
  const node = scalarAt(file, path);
  expect(file.issues).toEqual([]);
  if (node === undefined) throw new Error(`no scalar at ${path.join(".")} in ${JSON.stringify(source)}`);
  return { file, node };
}

function scalarAt(file: SourceFile, path: FieldPath): ScalarNode | undefined {
  const [document] = file.documents;
  const node = document === undefined ? undefined : nodeAt(document, path);
  return node?.kind === "scalar" ? node : undefined;
}
