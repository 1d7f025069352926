/**
 * Mutations of documents: of bytes, lines, indentation, tokens, types, ends, and of syntax that is special in YAML and
 * CEL.
 *
 * @module
 */
import fc from "fast-check";

/** One mutation. Numbers are taken modulo the number of choices, so that every mutation applies to every document. */
export type Mutation =
  | { readonly change: "flip-byte"; readonly at: number; readonly bits: number }
  | { readonly change: "truncate"; readonly at: number }
  | { readonly change: "delete-line" | "duplicate-line"; readonly at: number }
  | { readonly change: "swap-lines" | "swap-tokens"; readonly at: number; readonly with: number }
  | { readonly change: "indent"; readonly at: number; readonly by: number }
  | { readonly change: "replace-token" | "insert"; readonly at: number; readonly text: string }
  | { readonly change: "repeat"; readonly at: number; readonly length: number; readonly times: number };

const yamlTexts = [
  ..."\t\r\n\0\u007f\u0085\u2028\ufeff\ud800😀'\"\\#&*!|>%@`?:-,[]{}<=~",
  ...[
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "%TAG ! tag:x,2000:\n",
    "? ",
    ": ",
    "- ",
    "<<: ",
    "<<: *a",
    "&a ",
    "*a",
    "&a [*a]",
  ],
  ...["!!binary ", "!!str ", "!!map ", "!!set ", "!x ", "|+2\n", ">-\n", "|9", '"\\x', '"\\ud800"', "\r\n", "# "],
  ...["# clustervet-ignore ", "# clustervet: kind=", "[[[[", "{a: {a: ", "[{", "}]"],
];

const valueTexts = [
  ...["null", "~", "true", "yes", "off", "0", "-1", "0o17", "017", "0x1F", "0b1", "1_000", "1e999", "-.inf", ".nan"],
  ...["9223372036854775807", "9223372036854775808", "-9223372036854775809", "2001-01-01", "190:20:30", "1.5", '""'],
  ...[
    "[]",
    "{}",
    "[a, 1, null]",
    "{a: 1}",
    "{__proto__: 1}",
    "constructor",
    "__proto__",
    "3s",
    "-1h",
    "1e3s",
    "=",
    "<<",
  ],
];

const celTexts = [
  ...["claims.", "user.", "request.", "has(", "has(claims.a)", "(", ")", "[", "]", "{", "}", ".", ".?", "[?", "?", ":"],
  ...[
    "&&",
    "||",
    "!",
    "-",
    "--1",
    "in",
    "==",
    "<",
    "+",
    "1u",
    "0x",
    "1e",
    "1.",
    "b'\\xff'",
    "r'",
    '"""',
    "'''",
    "'\\u",
    "//",
  ],
  ...[
    ".map(x, x)",
    ".filter(",
    ".exists_one(x, y, ",
    ".matches('(a*)*$')",
    ".matches('[[:alpha:]\\\\p{Greek}')",
    "optional.of(",
  ],
  ...["type(", "dyn(", "duration('1h')", "timestamp(''", "'%s'.format([", "9223372036854775808", "x.y{z: 1}", "`a-b`"],
];

/** Names of properties that every object inherits; a careless lookup in a table finds them. */
export const inheritedNames: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];

/** Numbers at the limits of 32 bits, of exact doubles, and of 64 bits with and without a sign. */
export const edgeNumbers: readonly string[] = [31n, 32n, 53n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((by) => [2n ** bits + by, -(2n ** bits) + by]).map(String),
);

const edgeTexts = [...inheritedNames, ...edgeNumbers, '"\\0"', '"\\udfff"', '"a\\ud800b"', "\0", "\udfff"];

const place = fc.nat(0xffff);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ change: fc.constant("flip-byte" as const), at: place, bits: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ change: fc.constant("truncate" as const), at: place }),
  fc.record({ change: fc.constantFrom("delete-line", "duplicate-line"), at: place }),
  fc.record({ change: fc.constantFrom("swap-lines", "swap-tokens"), at: place, with: place }),
  fc.record({ change: fc.constant("indent" as const), at: place, by: fc.integer({ min: -4, max: 4 }) }),
  fc.record({
    change: fc.constantFrom("replace-token", "insert"),
    at: place,
    text: fc.constantFrom(...yamlTexts, ...valueTexts, ...celTexts),
  }),
  fc.record({ change: fc.constant("replace-token" as const), at: place, text: fc.constantFrom(...edgeTexts) }),
  fc.record({
    change: fc.constant("repeat" as const),
    at: place,
    length: fc.integer({ min: 1, max: 24 }),
    times: fc.constantFrom(2, 10, 300),
  }),
);

/** @param bytes - UTF-8 text, possibly broken by earlier mutations */
export function mutate(bytes: Buffer, change: Mutation): Buffer {
  if (bytes.length === 0) return bytes;
  if (change.change === "flip-byte") {
    const flipped = Buffer.from(bytes);
    const at = change.at % bytes.length;
    flipped[at] = (flipped[at] ?? 0) ^ change.bits;
    return flipped;
  }
  if (change.change === "truncate") return bytes.subarray(0, change.at % bytes.length);
  return Buffer.from(mutateText(bytes.toString("utf8"), change), "utf8");
}

/**
 * Like `mutate`, for texts that may contain lone surrogates, which UTF-8 cannot encode; here a byte is a UTF-16 code
 * unit.
 */
export function mutateText(text: string, change: Mutation): string {
  if (text === "") return text;
  switch (change.change) {
    case "flip-byte": {
      const at = change.at % text.length;
      return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ change.bits) + text.slice(at + 1);
    }
    case "truncate":
      return text.slice(0, change.at % text.length);
    case "delete-line":
    case "duplicate-line":
      return editLine(text, change.at, (line) => (change.change === "delete-line" ? [] : [line, line]));
    case "indent":
      return editLine(text, change.at, (line) => [
        change.by >= 0 ? " ".repeat(change.by) + line : line.replace(new RegExp(`^ {0,${-change.by}}`), ""),
      ]);
    case "swap-lines":
      return swap(text.split("\n"), change.at, change.with).join("\n");
    case "swap-tokens":
      return swap(tokensOf(text), change.at, change.with).join("");
    case "replace-token": {
      const tokens = tokensOf(text);
      tokens[change.at % tokens.length] = change.text;
      return tokens.join("");
    }
    case "insert": {
      const at = change.at % (text.length + 1);
      return text.slice(0, at) + change.text + text.slice(at);
    }
    case "repeat": {
      const at = change.at % text.length;
      const end = at + change.length;
      return text.slice(0, at) + text.slice(at, end).repeat(change.times) + text.slice(end);
    }
  }
}

function editLine(text: string, at: number, edit: (line: string) => string[]): string {
  const lines = text.split("\n");
  const index = at % lines.length;
  lines.splice(index, 1, ...edit(lines[index] ?? ""));
  return lines.join("\n");
}

/** Splits a text into words, runs of white space, and single other characters. */
function tokensOf(text: string): string[] {
  return text.match(/\w+|\s+|[^\w\s]/g) ?? [text];
}

function swap(parts: string[], first: number, second: number): string[] {
  const [a, b] = [first % parts.length, second % parts.length];
  const kept = parts[a] ?? "";
  parts[a] = parts[b] ?? "";
  parts[b] = kept;
  return parts;
}
