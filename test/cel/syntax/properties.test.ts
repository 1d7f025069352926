import fc from "fast-check";
import { expect, test } from "vitest";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";
import { outline } from "./outline.ts";
import { unparse } from "./unparse.ts";

const options: ParseOptions = { macros: ["standard", "exists-one", "optional", "two-variable", "lists", "bindings"] };

/** Expects either a tree or issues, never both or neither, and issues in order and within the text. */
function expectAnswer(text: string): void {
  const { result, issues } = parse(text, options);
  expect(result === undefined).toBe(issues.length > 0);
  let last = 0;
  for (const { start, end } of issues) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
    last = start;
  }
}

test("every text gives either a tree or issues", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), expectAnswer), { numRuns: 1000 });
});

const fragments =
  "a b has all map exists optMap cel bind sortBy x in true null as for 1 0x 1.5 2u .5 ' \" ''' r' b' `a` ` \\ \\n ( ) [ ] { } . .? [? ? : , + - * / % ! != = == < <= && & || | // @ \n \u{1F600} T{";

test("every sequence of expression fragments gives either a tree or issues", () => {
  const piece = fc.constantFrom(...fragments.split(" "), " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectAnswer(pieces.join(""))),
    { numRuns: 2000 },
  );
});

/** Random valid expressions as texts, with more parentheses than needed. */
const { expression } = fc.letrec<{ expression: string; list: string[] }>((tie) => {
  const sub = tie("expression");
  const part = sub.map((text) => `(${text})`);
  const name = fc.constantFrom("a", "b.c", ".d", "x", "claims");
  const field = fc.constantFrom("f", "as", "`in`", "`a-b`");
  const number = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((n) => `${n}u`),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((n) => (Number.isInteger(n) && Math.abs(n) < 1e21 ? `${n}.0` : `${n}`)),
  );
  const quoted = fc.string({ unit: "binary", maxLength: 8 }).map((text) => JSON.stringify(text).replaceAll("\\/", "/"));
  const binary = fc.constantFrom("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||");
  const macro = fc.constantFrom("all", "exists", "exists_one", "map", "filter", "optMap", "sortBy");
  return {
    list: fc.array(sub, { maxLength: 3 }),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(name, number, quoted, fc.constantFrom("true", "null", "[]", "{}", "b'\\xff\\x00a'")),
      fc.tuple(part, binary, part).map(([left, sign, right]) => `${left} ${sign} ${right}`),
      fc
        .tuple(fc.array(part, { minLength: 2, maxLength: 6 }), fc.constantFrom(" && ", " || "))
        .map(([a, sign]) => a.join(sign)),
      fc.tuple(fc.constantFrom("!", "-", "!!", "---"), part).map(([sign, operand]) => sign + operand),
      fc.tuple(part, part, sub).map(([condition, yes, no]) => `${condition} ? ${yes} : ${no}`),
      fc.tuple(part, fc.constantFrom(".", ".?"), field).map((pieces) => pieces.join("")),
      fc.tuple(part, fc.constantFrom("[", "[?"), sub).map(([operand, open, index]) => `${operand}${open}${index}]`),
      fc.tuple(part, macro, sub).map(([range, call, body]) => `${range}.${call}(x, ${body})`),
      fc.tuple(part, field).map(([operand, selected]) => `has(${operand}.${selected})`),
      tie("list").map((args) => `a.g(${args.join(", ")})`),
      tie("list").map((args) => `f(${args.join(", ")})`),
      tie("list").map(
        (elements) => `[${elements.map((element, i) => (i % 2 === 1 ? `?${element}` : element)).join(", ")}]`,
      ),
      fc.tuple(sub, sub).map(([key, value]) => `{${key}: ${value}, ?${value}: ${key}}`),
      fc.tuple(field, sub).map(([set, value]) => `a.T{${set}: ${value}, ?g: 1}`),
    ),
  };
});

test("unparsing and parsing an expression gives the same tree", () => {
  fc.assert(
    fc.property(expression, (text) => {
      const first = parse(text, options);
      // The parser may only reject sortBy on an operand that is not a list.
      fc.pre(first.issues.every(({ code }) => code === "macro"));
      fc.pre(first.result !== undefined);
      if (first.result === undefined) return;
      const written = unparse(first.result);
      const second = parse(written, options);
      expect(second.issues).toEqual([]);
      expect(second.result && outline(second.result.expr)).toBe(outline(first.result.expr));
    }),
    { numRuns: 1000 },
  );
});

test("an expression with one changed character gives either a tree or issues", () => {
  fc.assert(
    fc.property(expression, fc.nat(), fc.string({ unit: "binary", minLength: 0, maxLength: 1 }), (text, at, char) => {
      const place = at % (text.length + 1);
      expectAnswer(text.slice(0, place) + char + text.slice(place + 1));
    }),
    { numRuns: 1000 },
  );
});
