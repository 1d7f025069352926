/** Compares the parsers of quantities, durations, selectors and names with the results of the real libraries. */
import { join } from "node:path";
import { importSources } from "./import-sources.mjs";
import { readLines } from "./read-lines.mjs";

/**
 * @param cases - the folder of the cases
 * @param list - whether to print differences
 * @returns whether all results are the same
 */
export async function grammarsAgree(cases, list) {
  const grammars = await importSources(
    ["quantity", "duration", "label-selector", "field-selector", "names"]
      .map((name) => `export * from "./src/text/${name}.ts";`)
      .join("\n"),
  );
  const readers = readersOf(grammars);
  const scores = new Map();
  for (const { type, text, error, ...expected } of readLines(join(cases, "generated/lexical.jsonl"))) {
    const actual = readers[type](text);
    const isSame = Object.keys(expected).every((name) => actual[name] === expected[name]);
    const [same, all] = scores.get(type) ?? [0, 0];
    scores.set(type, [same + (isSame ? 1 : 0), all + 1]);
    if (!isSame && list) console.log(JSON.stringify({ type, text, error, expected, actual }));
  }
  for (const [type, [same, all]] of scores) console.log(`${type}: ${same}/${all}`);
  return [...scores.values()].every(([same, all]) => same === all);
}

/** @returns for each type of text a parser whose result has the fields of the rows of that type */
function readersOf(grammars) {
  const parsed = (parse, describe) => (text) => {
    const { ok, value } = parse(text);
    return ok ? { valid: true, ...describe(value) } : { valid: false };
  };
  const named = (validate) => (text) => ({ valid: validate(text).length === 0 });
  return {
    quantity: parsed(grammars.parseQuantity, (value) => ({
      canonical: grammars.formatQuantity(value),
      format: value.format,
      sign: grammars.quantitySign(value),
      value: String(grammars.quantityValue(value)),
      milli: String(grammars.quantityMilliValue(value)),
    })),
    duration: parsed(grammars.parseDuration, (nanos) => ({
      canonical: grammars.formatDuration(nanos),
      nanoseconds: String(nanos),
    })),
    labelSelector: parsed(grammars.parseLabelSelector, (value) => ({ canonical: grammars.formatLabelSelector(value) })),
    fieldSelector: parsed(grammars.parseFieldSelector, (value) => ({ canonical: grammars.formatFieldSelector(value) })),
    qualifiedName: named(grammars.validateQualifiedName),
    labelValue: named(grammars.validateLabelValue),
    dns1123Subdomain: named(grammars.validateDns1123Subdomain),
    dns1123Label: named(grammars.validateDns1123Label),
  };
}
