/**
 * Holds the small grammars against what the real libraries say of texts: quantities, durations, selectors, names.
 */
import { join } from "node:path";
import { importSources, readLines } from "./parity-sources.mjs";

/**
 * @param cases - the folder of the cases
 * @param list - whether to print what differs
 * @returns whether all are the same
 */
export async function grammarsAgree(cases, list) {
  const lexical = await importSources(
    ["quantity", "duration", "label-selector", "field-selector", "names"]
      .map((name) => `export * from "./src/lexical/${name}.ts";`)
      .join("\n"),
  );
  const readers = readersOf(lexical);
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

/** For each type of text a reader that says of it what a row says. */
function readersOf(lexical) {
  const parsed = (parse, describe) => (text) => {
    const { ok, value } = parse(text);
    return ok ? { valid: true, ...describe(value) } : { valid: false };
  };
  const named = (validate) => (text) => ({ valid: validate(text).length === 0 });
  return {
    quantity: parsed(lexical.parseQuantity, (value) => ({
      canonical: lexical.formatQuantity(value),
      format: value.format,
      sign: lexical.quantitySign(value),
      value: String(lexical.quantityValue(value)),
      milli: String(lexical.quantityMilliValue(value)),
    })),
    duration: parsed(lexical.parseDuration, (nanos) => ({
      canonical: lexical.formatDuration(nanos),
      nanoseconds: String(nanos),
    })),
    labelSelector: parsed(lexical.parseLabelSelector, (value) => ({ canonical: lexical.formatLabelSelector(value) })),
    fieldSelector: parsed(lexical.parseFieldSelector, (value) => ({ canonical: lexical.formatFieldSelector(value) })),
    qualifiedName: named(lexical.validateQualifiedName),
    labelValue: named(lexical.validateLabelValue),
    dns1123Subdomain: named(lexical.validateDns1123Subdomain),
    dns1123Label: named(lexical.validateDns1123Label),
  };
}
