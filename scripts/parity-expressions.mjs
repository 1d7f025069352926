/** Compares evaluations of CEL expressions with those of cel-go: values, errors, costs, cost estimates. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { importSources } from "./import-sources.mjs";

/** The release with the version of cel-go that recorded the cases. */
const target = "1.37";

const modules = [
  "cel/compile",
  "cel/cost/estimate",
  "cel/eval/json",
  "cel/eval/plan",
  "cel/eval/value-type",
  "cel/types/format-type",
  "cel/types/values",
  "cel-kubernetes/configuration-environment",
  "cel-kubernetes/cost/budget",
  "cel-kubernetes/cost/profile",
  "cel-kubernetes/cost/rules",
];

/**
 * @param cases - the folder of the cases
 * @param list - whether to print differences
 * @returns whether enough results are the same
 */
export async function evaluationsAgree(cases, list) {
  const cel = await importSources(modules.map((module) => `export * from "./src/${module}.ts";`).join("\n"));
  const rows = readFileSync(join(cases, "generated/cel-eval.jsonl"), "utf8").trim().split("\n");
  const scores = { outcome: [0, 0], type: [0, 0], cost: [0, 0], estimate: [0, 0] };
  for (const line of rows) {
    const row = JSON.parse(line);
    const found = evaluate(row, cel);
    const wanted = { ...row, outcome: row.error === undefined ? normal(row.value) : "fault" };
    for (const [name, score] of Object.entries(scores)) {
      if (wanted[name] === undefined) continue;
      score[1]++;
      if (isDeepStrictEqual(found[name], wanted[name])) score[0]++;
      else if (list)
        console.log(`${name} ${JSON.stringify({ found: found[name], wanted: wanted[name] })}: ${row.expr}`);
    }
  }
  const shares = Object.entries(scores).map(([name, [same, all]]) => {
    console.log(`${name} ${same}/${all}`);
    return [name, same / all];
  });
  const least = { outcome: 1, type: 1, cost: 1, estimate: 0.995 };
  return shares.every(([name, share]) => share >= least[name]);
}

/** Evaluates an expression. @returns the result in the format of the cases */
function evaluate({ env, expr, input }, cel) {
  const environment = cel.kubernetesEnvironment(env, target);
  const { checked, issues } = cel.compile(environment, expr);
  if (checked === undefined) return { outcome: `does not compile: ${issues[0].message}` };
  const rules = cel.costRules(environment, cel.costProfile(target));
  const program = cel.planCounting(checked, environment, rules, { dialect: "cel-go", foldConstants: true });
  const value = cel.fromJson(input, environment.variables.get(env), { objects: environment.objects });
  const { result, cost } = program.measure(new Map([[env, value]]), { costLimit: cel.perCallCostLimit });
  const { min, max } = cel.estimate(checked, rules);
  return {
    outcome: result instanceof cel.CelError ? "fault" : normal(written(result, cel)),
    type: typeText(cel.formatType(checked.outputType)),
    cost,
    estimate: [String(min), String(max)],
  };
}

/**
 * Normalizes a value: sorts the entries of maps, whose order has no meaning, and parses doubles, which have several
 * notations.
 */
function normal(value) {
  const [[type, content]] = Object.entries(value);
  if (type === "list") return { list: content.map(normal) };
  if (type === "optional") return { optional: content && normal(content) };
  if (type === "double") return { double: Number(content) };
  if (type !== "map") return value;
  const entries = content.map((entry) => entry.map(normal));
  return { map: entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

/** Formats a type in the way that cel-go prints it. */
function typeText(type) {
  const messages = { any: "Any", timestamp: "Timestamp", duration: "Duration" };
  return type.replaceAll(/\b(?:any|timestamp|duration)\b/g, (name) => `google.protobuf.${messages[name]}`);
}

function written(value, cel) {
  const type = cel.typeNameOf(value);
  if (Array.isArray(value)) return { list: value.map((item) => written(item, cel)) };
  if (value instanceof cel.CelMap) {
    return { map: [...value.keys()].map((key) => [written(key, cel), written(value.get(key), cel)]) };
  }
  if (value instanceof cel.Optional) return { optional: value.value === undefined ? null : written(value.value, cel) };
  const json = cel.toJson(value);
  if (type === "google.protobuf.Timestamp") return { timestamp: json };
  if (type === "google.protobuf.Duration") return { duration: json };
  const isSimple = ["bool", "string", "int", "uint", "double", "bytes"].includes(type);
  if (!isSimple) return { other: type };
  return { [type]: type === "bool" || type === "string" ? value : String(json) };
}
