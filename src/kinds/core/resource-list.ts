/**
 * Amounts by resource: their precision, and their totals over the containers of a pod as the scheduler computes them.
 *
 * @module
 */
import type { PodSpec } from "../../api/types/core-v1.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
} from "../../text/quantity.ts";

/** Amounts by resource, as text from the decoded object. */
export type ResourceList = Readonly<Record<string, string>>;

/** Rounds amounts to thousandths, the finest precision that kube-apiserver stores. */
export function roundToMillis(list: Record<string, string> | undefined): void {
  for (const name in list) {
    const amount = list[name] ?? "";
    const quantity = /[nu]$|e-/i.test(amount) ? parseQuantity(amount) : undefined;
    if (quantity?.ok && quantity.value.scale < -3) {
      const rounded = parseQuantity(`${quantityMilliValue(quantity.value)}m`);
      if (rounded.ok) list[name] = formatQuantity(rounded.value);
    }
  }
}

/** Amounts by resource, as parsed quantities. */
export type Amounts = ReadonlyMap<string, Quantity>;

type Sum = Map<string, Quantity>;

/** Returns the maximum total of the containers' requests or limits over the life of the pod. */
export const containerRequests = (spec: PodSpec): Amounts => maxTotals(spec, "requests");
export const containerLimits = (spec: PodSpec): Amounts => maxTotals(spec, "limits");

/**
 * Returns the maximum total. Init containers run one after another, each together with the sidecars that started before
 * it.
 */
function maxTotals({ containers, initContainers = [] }: PodSpec, field: "requests" | "limits"): Sum {
  const running: Sum = new Map();
  const sidecars: Sum = new Map();
  const initial: Sum = new Map();
  for (const { resources } of containers ?? []) add(running, amountsOf(resources?.[field]));
  for (const { resources, restartPolicy } of initContainers) {
    const own = amountsOf(resources?.[field]);
    if (restartPolicy === "Always") {
      add(running, own);
      add(sidecars, own);
      raiseToFloor(initial, sidecars);
    } else {
      add(own, sidecars);
      raiseToFloor(initial, own);
    }
  }
  raiseToFloor(running, initial);
  return running;
}

export function amountsOf(list: ResourceList | undefined): Sum {
  const sum: Sum = new Map();
  for (const [name, amount] of Object.entries(list ?? {})) {
    const result = parseQuantity(amount);
    if (result.ok) sum.set(name, result.value);
  }
  return sum;
}

/** Replaces totals over the containers by the pod-level amounts. */
export const overrideAmounts = (
  sums: Amounts,
  list: ResourceList | undefined,
  overrides: (name: string) => boolean,
): Amounts => new Map([...sums, ...[...amountsOf(list)].filter(([name]) => overrides(name))]);

export function addAmounts(a: Amounts, b: Amounts): Amounts {
  const sum: Sum = new Map(a);
  add(sum, b);
  return sum;
}

function add(sum: Sum, more: Amounts): void {
  for (const [name, amount] of more) {
    const before = sum.get(name);
    sum.set(name, before ? addQuantities(before, amount) : amount);
  }
}

/** Raises each amount at least to that in `floor`. */
function raiseToFloor(sum: Sum, floor: Sum): void {
  for (const [name, amount] of floor) {
    const before = sum.get(name);
    if (!before || compareQuantities(before, amount) < 0) sum.set(name, amount);
  }
}
