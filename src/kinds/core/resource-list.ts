/**
 * Amounts by resource: how fine they are kept, and their sums over the containers of a pod as the scheduler counts them.
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

/** Amounts by resource, as decoded. */
export type ResourceList = Readonly<Record<string, string>>;

/** Nothing finer than a thousandth is kept. */
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

/** Amounts by resource, as numbers. */
export type Amounts = ReadonlyMap<string, Quantity>;

type Sum = Map<string, Quantity>;

/** The sum of the requests of all containers at the worst moment of the pod's life. */
export const containerRequests = (spec: PodSpec): Amounts => atWorst(spec, "requests");
export const containerLimits = (spec: PodSpec): Amounts => atWorst(spec, "limits");

/** Init containers run one after another, together with the sidecars that were started before them. */
function atWorst({ containers, initContainers = [] }: PodSpec, field: "requests" | "limits"): Sum {
  const running: Sum = new Map();
  const sidecars: Sum = new Map();
  const initial: Sum = new Map();
  for (const { resources } of containers ?? []) add(running, amountsOf(resources?.[field]));
  for (const { resources, restartPolicy } of initContainers) {
    const own = amountsOf(resources?.[field]);
    if (restartPolicy === "Always") {
      add(running, own);
      add(sidecars, own);
      raise(initial, sidecars);
    } else {
      add(own, sidecars);
      raise(initial, own);
    }
  }
  raise(running, initial);
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

/** Amounts of a pod as a whole in the place of the sums over its containers. */
export const overridden = (
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

/** Each amount at least as high as in `floor`. */
function raise(sum: Sum, floor: Sum): void {
  for (const [name, amount] of floor) {
    const before = sum.get(name);
    if (!before || compareQuantities(before, amount) < 0) sum.set(name, amount);
  }
}
