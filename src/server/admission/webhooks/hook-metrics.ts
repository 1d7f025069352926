/**
 * Metrics of admission webhooks, with the names that kube-apiserver uses.
 *
 * @module
 */
import { Counter, type Registry } from "prom-client";
import { NativeHistogram } from "../../http/native-histogram.ts";

/** In seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
/**
 * The highest status code that is counted. Webhooks can return arbitrary codes; higher ones are counted as this one.
 */
const maxCode = 600;

export type HookType = "admit" | "validating";

/** The outcome of a call of a webhook. */
export interface HookCall {
  readonly name: string;
  readonly type: HookType;
  readonly operation: string;
  readonly seconds: number;
  readonly code: number;
  /** Why the request is rejected; absent if it is not rejected. */
  readonly rejection?: "calling_webhook_error" | "apiserver_internal_error" | "no_error";
  /** Whether the webhook failed and the request is admitted nevertheless. */
  readonly failsOpen?: boolean;
}

export interface HookMetrics {
  countCall(call: HookCall): void;
  /** Counts a webhook that was not called because of its match conditions. */
  countExclusion(hook: Pick<HookCall, "name" | "type" | "operation">): void;
}

const known = new WeakMap<Registry, HookMetrics>();

/** Returns the metrics of a registry. All plugins share them. */
export function hookMetrics(register: Registry): HookMetrics {
  const made = known.get(register) ?? metricsIn(register);
  known.set(register, made);
  return made;
}

function metricsIn(register: Registry): HookMetrics {
  const registers = [register];
  const duration = new NativeHistogram({
    name: "apiserver_admission_webhook_admission_duration_seconds",
    help: "Duration of calls of admission webhooks, by name, type and operation.",
    labelNames: ["name", "type", "operation", "rejected"],
    buckets: durationBuckets,
    registers,
  });
  const total = new Counter({
    name: "apiserver_admission_webhook_request_total",
    help: "Calls of admission webhooks by status code; codes above 600 are counted as 600.",
    labelNames: ["name", "type", "operation", "code", "rejected"],
    registers,
  });
  const rejections = new Counter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Requests that admission webhooks refused, or that were refused because a webhook failed.",
    labelNames: ["name", "type", "operation", "error_type", "rejection_code"],
    registers,
  });
  const failOpen = new Counter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Requests that passed although an admission webhook failed.",
    labelNames: ["name", "type"],
    registers,
  });
  const exclusions = new Counter({
    name: "apiserver_admission_match_condition_exclusions_total",
    help: "Requests that match conditions kept from a webhook.",
    labelNames: ["name", "kind", "type", "operation"],
    registers,
  });
  return {
    countCall({ name, type, operation, seconds, code, rejection, failsOpen }) {
      const hook = { name, type, operation };
      const counted = String(Math.min(code, maxCode));
      const rejected = String(rejection !== undefined);
      duration.record({ ...hook, rejected }, seconds);
      total.inc({ ...hook, code: counted, rejected });
      if (rejection !== undefined) rejections.inc({ ...hook, error_type: rejection, rejection_code: counted });
      if (failsOpen) failOpen.inc({ name, type });
    },
    countExclusion: (hook) => exclusions.inc({ ...hook, kind: "webhook" }),
  };
}
