/**
 * The parts of the engine that benchmarks call and the package does not export.
 *
 * @module
 */
export { compile } from "../src/cel/compile.ts";
export { createEnvironment } from "../src/cel/environment.ts";
export { fromJson, toJson } from "../src/cel/eval/json.ts";
export { planCounting } from "../src/cel/eval/plan.ts";
export { dynType, listType, mapType, stringType } from "../src/cel/types/types.ts";
export { librariesOf } from "../src/cel-kubernetes/base-environment.ts";
export { perCallCostLimit } from "../src/cel-kubernetes/cost/budget.ts";
export { costProfile } from "../src/cel-kubernetes/cost/profile.ts";
export { costRules } from "../src/cel-kubernetes/cost/rules.ts";
export { policySet } from "../src/policy/policy-set.ts";
