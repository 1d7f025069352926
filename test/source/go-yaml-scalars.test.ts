import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";

/** Plain scalars and the JSON that sigs.k8s.io/yaml converts them to. */
const scalars: readonly (readonly [string, unknown])[] = [
  ["y", true],
  ["n", false],
  ["yes", true],
  ["no", false],
  ["on", true],
  ["off", false],
  ["Yes", true],
  ["NO", false],
  ["yEs", "yEs"],
  ["true", true],
  ["TRUE", true],
  ["tRUE", "tRUE"],
  ["~", null],
  ["null", null],
  ["Null", null],
  ["nULL", "nULL"],
  ["014", 12],
  ["0o14", 12],
  ["08", 8],
  ["0x1F", 31],
  ["0X1f", 31],
  ["-0x1F", -31],
  ["0b101", 5],
  ["-0b101", -5],
  ["0b+101", 5],
  ["1_000", 1000],
  ["_1", "_1"],
  ["+5", 5],
  ["-0", 0],
  ["+", "+"],
  ["12:30:45", "12:30:45"],
  ["1e3", 1000],
  ["1e999", "1e999"],
  ["1.", 1],
  ["1.0", 1],
  [".5", 0.5],
  ["-.5", -0.5],
  [".5_0", ".5_0"],
  [".", "."],
  ["1.2.3", "1.2.3"],
  ["2001-01-01", "2001-01-01"],
  ["2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"],
  ["=", "="],
  ["<<", "<<"],
  ["123456789012345678901", 123456789012345680000],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-9223372036854775809", -9223372036854776000],
  ["18446744073709551615", 18446744073709551615n],
  ["+18446744073709551615", 18446744073709552000],
  ["0xFFFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFFFF"],
];

const tagged: readonly (readonly [string, unknown])[] = [
  ["!!binary aGk=", "hi"],
  ["!!binary /w==", "\ufffd"],
  ["!!str 5", "5"],
  ["!!str", ""],
  ['!!int "5"', 5],
  ["!!int 1_000", 1000],
  ["!!float 5", 5],
  ["!!bool yes", true],
  ["!!null ~", null],
  ["!!timestamp 2001-01-01", "2001-01-01"],
  ["!unknown 5", "5"],
  ["!<tag:yaml.org,2002:int> 5", 5],
  ["! 12", "12"],
  ["!!set 5", "5"],
];

const refused: readonly (readonly [string, string])[] = [
  [".inf", "source/value"],
  ["-.INF", "source/value"],
  [".nan", "source/value"],
  ["!!int five", "source/tag"],
  ["!!int 1.5", "source/tag"],
  ["!!int", "source/tag"],
  ["!!float 18446744073709551615", "source/tag"],
  ["!!bool 1", "source/tag"],
  ["!!null x", "source/tag"],
  ["!!timestamp 2001-02-30", "source/tag"],
  ["!!binary a", "source/tag"],
];

test.each([...scalars, ...tagged])("%s", (source, expected) => {
  const file = readSource("scalar.yaml", `a: ${source}\n`);
  expect(file).toMatchObject({ issues: [], documents: [{ root: { value: { a: expected } } }] });
});

test.each(refused)("%s is rejected", (source, rule) => {
  expect(readSource("scalar.yaml", `a: ${source}\n`).issues).toMatchObject([{ rule, start: 3 + tagLength(source) }]);
});

function tagLength(source: string): number {
  const tag = /^!!\w+ ?/.exec(source)?.[0] ?? "";
  return tag.length;
}
