/**
 * Metrics of admission policies, with the names that kube-apiserver uses.
 *
 * @module
 */
import { Counter, type Registry } from "prom-client";
import { NativeHistogram } from "../http/native-histogram.ts";

/** In seconds. The first bucket is the duration of the simplest expression. */
const durationBuckets = [0.0000005, 0.001, 0.01, 0.1, 1];

/**
 * Registers the metrics of policies.
 *
 * @returns a function that counts one evaluation, with its labels and its duration
 */
export function policyMetrics(register: Registry, pass: "validating" | "mutating") {
  const prefix = `apiserver_${pass}_admission_policy`;
  const actions = pass === "validating" ? ["enforcement_action"] : [];
  const labelNames = ["policy", "policy_binding", "error_type", ...actions];
  const registers = [register];
  const total = new Counter({
    name: `${prefix}_check_total`,
    help: `Evaluations by ${pass} policies that failed, or changed something, by policy and binding.`,
    labelNames,
    registers,
  });
  const duration = new NativeHistogram({
    name: `${prefix}_check_duration_seconds`,
    help: `Duration of the expressions that apiserver_${pass}_admission_policy_check_total counts.`,
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  return (labels: Readonly<Record<string, string>>, elapsedMs: number): void => {
    total.inc(labels);
    duration.record(labels, elapsedMs / 1000);
  };
}

/**
 * Returns the `error_type` label for an error message. kube-apiserver uses `invalid_error` for failed validations, too.
 */
export function errorTypeOf(message: string): string {
  if (message.startsWith("compilation")) return "compile_error";
  return message.startsWith("validation failed due to running out of cost budget") ? "out_of_budget" : "invalid_error";
}
