/** Compares the parser with cel-go's verdicts and error positions for generated expressions. */
import { describe, expect, test } from "vitest";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";
import { recordedLines } from "../../recorded-lines.ts";

interface Row {
  readonly expr: string;
  readonly errors?: readonly { readonly line: number; readonly column: number; readonly message: string }[];
}

const file = new URL("data/cel-go-verdicts.jsonl.gz", import.meta.url);
const options: ParseOptions = { macros: ["standard", "optional", "two-variable", "lists"] };

/** The messages of cel-go's parser; all other messages are from its checker. */
const parserMessage =
  /^(Syntax error|reserved identifier|invalid argument to has|argument |iteration variable|duplicate variable|opt(Flat)?Map|sortBy|invalid (int|uint|double) literal|unable to unescape|invalid unicode|unsupported syntax)/;

describe("the verdicts of cel-go", () => {
  const rows: Row[] = recordedLines(file).map((line) => JSON.parse(line));
  const refused = rows.filter(({ errors = [] }) => errors.some(({ message }) => parserMessage.test(message)));

  test("the parser rejects the same expressions as cel-go", () => {
    const ours = rows.filter(({ expr }) => parse(expr, options).issues.length > 0);
    expect(ours.map(({ expr }) => expr)).toEqual(refused.map(({ expr }) => expr));
  });

  test("the first error has the same position as cel-go's in at least 99 of 100 expressions", () => {
    const same = refused.filter(({ expr, errors }) => {
      const first = errors?.find(({ message }) => parserMessage.test(message));
      return `${first?.line}:${first?.column}` === placeOfIssue(expr);
    });
    expect(same.length / refused.length).toBeGreaterThanOrEqual(0.99);
  });
});

/** Returns `line:column` of the first issue; both count from 1, columns in code points. */
function placeOfIssue(text: string): string {
  const lines = text.slice(0, parse(text, options).issues[0]?.start).split("\n");
  return `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
}
