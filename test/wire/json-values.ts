/**
 * Generates JSON values with difficult parts: NUL, lone surrogates, names of `Object.prototype`, 64-bit integers, and
 * texts that this project once used internally for large numbers.
 */
import fc from "fast-check";

const hardTexts = [
  "\u0000exact:1",
  '"\u0000exact:-7"',
  "__proto__",
  "constructor",
  "\0",
  "\ud800",
  "x\udfffy",
  "<<",
  "\u2028",
  "a\u0085b\n",
  "\ufeff",
];
/** Texts that YAML reads as another type or value unless they are quoted. */
const likeScalars = [
  "~",
  "0o17",
  "1_0",
  "0b1",
  "=",
  ".inf",
  "1e3",
  "+1",
  "0x_1f",
  "2020-01-01",
  "1:20",
  "y",
  "-.5",
  "08",
  "",
];

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hardTexts, ...likeScalars));
const name = text.map(wellFormed);

const minInt64 = -(2n ** 63n);
const maxUint64 = 2n ** 64n - 1n;

/** Whole numbers as readers return them: a number if it is exact, otherwise a bigint. */
const whole = fc
  .oneof(fc.bigInt({ min: minInt64, max: maxUint64 }), fc.constantFrom(2n ** 53n, 2n ** 53n - 1n, minInt64, maxUint64))
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.oneof(text, whole, fc.boolean(), fc.constant(null)),
    fc.array(tie("tree")),
    fc.array(fc.tuple(name, tie("tree"))).map(Object.fromEntries),
  ),
}));

export const jsonValue = tree;

/** Replaces lone surrogates by U+FFFD, as readers of the API do. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Returns the value that a reader returns for the written value. */
export function asRead(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asRead(item)]));
}
