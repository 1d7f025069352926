/**
 * Compares sequences of server-side applies and updates by several managers with the results of the real field manager.
 */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { importSources } from "./import-sources.mjs";
import { readLines } from "./read-lines.mjs";

/**
 * @param cases - the folder of the cases
 * @param list - whether to print differences
 * @returns whether all results are the same
 */
export async function appliesAgree(cases, list) {
  const sources = await library();
  const sequences = readLines(join(cases, "generated/server-side-apply.jsonl"));
  let [steps, wrong] = [0, 0];
  for (const sequence of sequences) {
    for (const { step, outcome, isSame } of played(sequence, sources)) {
      steps++;
      if (isSame) continue;
      wrong++;
      if (list) console.log(JSON.stringify({ kind: sequence.kind, step, outcome }));
    }
  }
  console.log(`server-side apply: ${steps - wrong}/${steps} steps of ${sequences.length} sequences`);
  return wrong === 0;
}

function* played(sequence, sources) {
  let live = { value: {}, entries: undefined };
  for (const step of sequence.steps) {
    const outcome = outcomeOf(sequence, { step, live }, sources);
    yield { step, outcome, isSame: isExpected(step.result, outcome) };
    if (outcome.error === undefined) live = outcome;
  }
}

/** All steps were recorded within one second, so entries are never ordered by time. */
const recordedAt = "2026-01-01T00:00:00Z";

function outcomeOf(sequence, { step, live }, { applyConfiguration, conflictMessage, entriesAfterUpdate, ...sources }) {
  const apiVersion = [sequence.group, sequence.version].filter((part) => part !== "").join("/");
  const type = typeOf(sequence, sources);
  const typed = (value) => ({ value, apiVersion, type });
  const convert = (object, version) => (version === apiVersion ? object : undefined);
  const write = { manager: step.manager, subresource: "", now: recordedAt, convert };
  const held = { object: typed(live.value), entries: live.entries };
  if (step.op === "update") {
    const value = sources.applyMergePatch(live.value, step.merge).value;
    // The field manager treats an object without a UID as new, and no step sets one.
    const isNew = true;
    return {
      value,
      entries: entriesAfterUpdate({ ...held, isNew }, { object: typed(value), entries: undefined }, write),
    };
  }
  const applied = applyConfiguration(held, typed(step.object), { ...write, empty: typed({}), isForced: step.force });
  if (applied.ok) return { value: applied.value.object.value, entries: applied.value.entries };
  return { error: typeof applied.error === "string" ? applied.error : conflictMessage(applied.error) };
}

function typeOf({ kind, schema }, { builtInKinds, applyTypeOfVersion, deduced }) {
  return schema === "none" ? deduced : applyTypeOfVersion(builtInKinds.find((each) => each.kind === kind).versions[0]);
}

function isExpected({ live, managedFields = [], error }, outcome) {
  if (error !== undefined || outcome.error !== undefined) return error === outcome.error;
  const entries = outcome.entries.map(({ time, fieldsType, ...entry }) => entry);
  return isDeepStrictEqual(outcome.value, live) && isDeepStrictEqual(entries, managedFields);
}

/** Imports the functions under comparison. */
const library = () =>
  importSources(`
    export { deduced } from "./src/patch/apply/apply-type.ts";
    export { conflictMessage } from "./src/patch/apply/conflicts.ts";
    export { applyConfiguration, entriesAfterUpdate } from "./src/patch/apply/field-manager.ts";
    export { applyMergePatch } from "./src/patch/merge-patch.ts";
    export { builtInKinds } from "./src/kinds/index.ts";
    export { applyTypeOfVersion } from "./src/schema/apply-type.ts";`);
