/**
 * Eviction thresholds: signals, amounts and grace periods.
 *
 * @module
 */

import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { parseDuration } from "../../text/duration.ts";
import { parseQuantity, type Quantity, quantitySign } from "../../text/quantity.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { defaultEvictionHard } from "./kubelet-defaults.ts";

const signals: readonly string[] = [
  "memory.available",
  "nodefs.available",
  "nodefs.inodesFree",
  "imagefs.available",
  "imagefs.inodesFree",
  "containerfs.available",
  "containerfs.inodesFree",
  "pid.available",
  "allocatableMemory.available",
];

interface EvictionMap {
  readonly field: "evictionHard" | "evictionSoft" | "evictionSoftGracePeriod" | "evictionMinimumReclaim";
  /** Returns the fault of a value as a message that ends with the requirement; undefined if it is valid. */
  fault(text: string): string | undefined;
}

const maps: readonly EvictionMap[] = [
  { field: "evictionHard", fault: thresholdFault },
  { field: "evictionSoft", fault: thresholdFault },
  { field: "evictionSoftGracePeriod", fault: gracePeriodFault },
  { field: "evictionMinimumReclaim", fault: reclaimFault },
];

const thresholds = rule<KubeletConfiguration>(
  {
    id: "kubelet/eviction-thresholds",
    severity: "error",
    summary: "eviction thresholds have known signals and valid amounts",
  },
  (config, place) => {
    for (const { field, fault } of maps) {
      for (const [signal, text] of Object.entries(config[field] ?? {})) {
        const at = place.at(field, signal);
        if (!signals.includes(signal)) at.pass([{ path: [], atKey: true, ...unknownSignal(signal) }]);
        else {
          const message = fault(text);
          if (message) at.invalid(message, text);
        }
      }
    }
  },
);

function unknownSignal(signal: string) {
  const meant = closest(signal, signals);
  return {
    cause: "unsupported" as const,
    message: `"${signal}" is not an eviction signal`,
    help: meant ? `did you mean \`${meant}\`?` : `known signals: ${signals.join(", ")}`,
  };
}

const softGracePeriods = rule<KubeletConfiguration>(
  {
    id: "kubelet/eviction-grace-period",
    severity: "error",
    cause: "required",
    summary: "a soft eviction threshold has a grace period",
  },
  ({ evictionSoft = {}, evictionSoftGracePeriod: periods = {} }, place) => {
    for (const [signal, text] of Object.entries(evictionSoft)) {
      if (disablesSignal(text) || Object.hasOwn(periods, signal)) continue;
      place.at("evictionSoft", signal).say(`\`evictionSoftGracePeriod\` must have a period for "${signal}"`, {
        atKey: true,
        help: `add \`evictionSoftGracePeriod: {${signal}: 1m30s}\``,
      });
    }
  },
);

/** Warns that setting one signal drops the defaults of all others, which few users know. */
const defaultsLost = rule<KubeletConfiguration>(
  {
    id: "kubelet/eviction-defaults-lost",
    severity: "warning",
    summary: "setting one hard eviction threshold turns off the defaults of the others",
  },
  ({ evictionHard, mergeDefaultEvictionSettings: keepsDefaults }, place, visit) => {
    const own = Object.keys(evictionHard ?? {});
    const lost = Object.keys(defaultEvictionHard).filter((signal) => !own.includes(signal));
    if (own.length === 0 || keepsDefaults || lost.length === 0) return;
    place.at("evictionHard").say(`turns off the default thresholds of ${lost.join(", ")}`, {
      atKey: true,
      help: visit.reaches("1.33") ? "set `mergeDefaultEvictionSettings: true`, or list them" : "list them",
    });
  },
);

/** Whether the value disables the signal. */
const disablesSignal = (text: string): boolean => text === "0%" || text === "100%";

function thresholdFault(text: string): string | undefined {
  if (disablesSignal(text)) return undefined;
  if (text.endsWith("%")) {
    const share = percentageOf(text);
    return share !== undefined && share >= 0 && share <= 100 ? undefined : "must be from 0% to 100%";
  }
  return amountFault(text, 1);
}

function reclaimFault(text: string): string | undefined {
  if (text.endsWith("%")) return (percentageOf(text) ?? 0) > 0 ? undefined : "must be above 0%";
  return amountFault(text, 0);
}

function amountFault(text: string, leastSign: 0 | 1): string | undefined {
  const amount = parseQuantity(text);
  if (!amount.ok) return 'must be a quantity such as "500Mi", or a percentage';
  if (quantitySign(amount.value) >= leastSign) return undefined;
  return leastSign === 1 ? "must be above 0" : "must not be negative";
}

/** Parses the number before percent signs like Go's ParseFloat, in the forms that users write. */
function percentageOf(text: string): number | undefined {
  const number = trimEnd("%", text);
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(number) ? Number(number) : undefined;
}

function gracePeriodFault(text: string): string | undefined {
  const period = parseDuration(text);
  if (!period.ok) return 'must be a duration such as "1m30s"';
  return period.value < 0n ? "must not be negative" : undefined;
}

/**
 * Returns the amount of memory below which the kubelet evicts pods; "share" for a percentage, which depends on the
 * node.
 */
export function evictionMemory({ evictionHard, mergeDefaultEvictionSettings: keepsDefaults }: KubeletConfiguration): {
  readonly amount: Quantity | "none" | "share";
  readonly path: FieldPath;
} {
  const signal = "memory.available";
  const own = evictionHard && Object.hasOwn(evictionHard, signal) ? evictionHard[signal] : undefined;
  const text = own ?? (evictionHard === undefined || keepsDefaults ? defaultEvictionHard[signal] : undefined) ?? "0%";
  const path = ["evictionHard", signal];
  if (disablesSignal(text)) return { amount: "none", path };
  const amount = parseQuantity(text);
  return { amount: amount.ok ? amount.value : "share", path };
}

export const evictionRules: readonly Rule<KubeletConfiguration>[] = [thresholds, softGracePeriods, defaultsLost];
