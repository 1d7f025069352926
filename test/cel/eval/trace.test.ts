import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { planCounting } from "../../../src/cel/eval/plan.ts";
import { Trace } from "../../../src/cel/eval/trace.ts";
import { kubernetesEnvironment } from "../../../src/cel-kubernetes/configuration-environment.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";

const environment = kubernetesEnvironment("claims", "1.37");
const claims = fromJson({ a: { b: 1 }, list: [1, 2] });

/** Returns each traced part as `text cost*count`. */
function traceTexts(text: string): readonly string[] {
  const { checked } = compile(environment, text);
  if (checked === undefined) throw new Error(`does not compile: ${text}`);
  const trace = new Trace();
  const program = planCounting(checked, environment, costRules(environment, costProfile("1.37")), {
    dialect: "cel-go",
    foldConstants: true,
    instrument: trace.watch,
  });
  trace.reset();
  program.evaluate(new Map([["claims", claims]]));
  return trace
    .nodesInTextOrder(checked.ast)
    .map(({ expr, cost, count }) => `${text.slice(expr.start, expr.end)} ${cost}*${count}`);
}

test.each([
  { name: "a path is one part", text: "claims.a.b", parts: ["claims.a.b 3*1"] },
  { name: "literals are not traced", text: "1 + 2", parts: ["1 + 2 1*1"] },
  {
    name: "operands that are not evaluated have no part",
    text: "true || claims.a.b == 1",
    parts: ["true || claims.a.b == 1 0*1"],
  },
  {
    name: "has() in a branch",
    text: "true ? has(claims.a) : false",
    parts: ["true ? has(claims.a) : false 1*1", "has(claims.a) 1*1"],
  },
  {
    name: "a macro is what it expands to",
    text: "dyn(claims.list).filter(n, n > 1.0)",
    parts: [
      "dyn(claims.list).filter(n, n > 1.0) 21*1",
      "dyn(claims.list) 3*1",
      "claims.list 2*1",
      "n > 1.0 4*2",
      "n 2*2",
    ],
  },
  { name: "the key of an index", text: "claims[string('a')]", parts: ["claims[string('a')] 2*1", "string('a') 0*1"] },
])("$name", ({ text, parts }) => {
  expect(traceTexts(text)).toEqual(parts);
});
