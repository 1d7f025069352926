/** Compares strategic merge patches with the results of the real library. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { importSources } from "./import-sources.mjs";
import { readLines } from "./read-lines.mjs";

/**
 * @param cases - the folder of the cases
 * @param list - whether to print differences
 * @returns whether all results are the same
 */
export async function patchesAgree(cases, list) {
  const { applyStrategicPatch, builtInKinds, patchSchemaOf } = await library();
  const { type, types } = JSON.parse(readFileSync(join(cases, "strategic-merge-patch/schema.json"), "utf8"));
  const tables = JSON.parse(readFileSync(join(cases, "strategic-merge-patch/apply.json"), "utf8"))
    // Leaves out two rows about text that is not JSON.
    .filter(({ originalText }) => originalText === undefined)
    .map((row) => ({ ...row, result: row.expected, schema: typedSchema(types, type) }));
  const generated = readLines(join(cases, "generated/strategic-merge-patch.jsonl")).map((row) => ({
    ...row,
    schema: patchSchemaOf(builtInKinds.find(({ kind }) => kind === row.kind).versions[0].schema),
  }));
  const scores = Object.entries({ tables, generated }).map(([name, rows]) => {
    const wrong = rows.filter((row) => !agrees(row, applyStrategicPatch));
    for (const { original, patch, result, error } of list ? wrong : []) {
      console.log(JSON.stringify({ original, patch, result, error }));
    }
    console.log(`strategic merge patch, ${name}: ${rows.length - wrong.length}/${rows.length}`);
    return wrong.length;
  });
  return scores.every((wrong) => wrong === 0);
}

/**
 * Whether a row has the expected result. The real library removes items from lists of scalars before or after it adds
 * others, at random, so both orders are accepted.
 */
function agrees({ original, patch, schema, result, error }, apply) {
  const outcome = apply(original, patch, schema);
  if (error !== undefined) return !outcome.ok && outcome.error.message.includes(error);
  if (outcome.ok && isDeepStrictEqual(outcome.value, result)) return true;
  const [deletions, rest] = splitDeletions(patch);
  const early = apply(original, deletions, schema);
  const late = early.ok ? apply(early.value, rest, schema) : early;
  return late.ok && isDeepStrictEqual(late.value, result);
}

/** Splits a patch into the deletions from lists of scalars, and the rest. */
function splitDeletions(patch) {
  const deletions = {};
  const rest = {};
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith("$deleteFromPrimitiveList/")) deletions[name] = value;
    else if (typeof value === "object" && value !== null && !Array.isArray(value) && value.$patch === undefined) {
      const [inner, others] = splitDeletions(value);
      if (Object.keys(inner).length > 0) deletions[name] = inner;
      rest[name] = others;
    } else rest[name] = value;
  }
  return [deletions, rest];
}

/**
 * The patch schema of a type in the tables. An object that is patched like a list is a pointer in the tables, so `list`
 * defaults to `object`.
 */
function typedSchema(types, name) {
  return {
    name,
    field(field) {
      const described = types[name]?.[field];
      if (described === undefined) return undefined;
      const { patchStrategy: strategies = [], mergeKey, object = "", list = object } = described;
      return { strategies, mergeKey, value: typedSchema(types, object), item: typedSchema(types, list) };
    },
  };
}

/** Imports the functions under comparison. */
const library = () =>
  importSources(`
    export { applyStrategicPatch } from "./src/patch/strategic.ts";
    export { builtInKinds } from "./src/kinds/index.ts";
    export { patchSchemaOf } from "./src/server/handlers/patch-schema.ts";`);
