/**
 * Starts priority and fairness for a server: follows its configuration objects and periodically lends seats from level
 * to level.
 *
 * @module
 */
import type { Registry as MetricsRegister } from "prom-client";
import type { Filter, Handler } from "../http/exchange.ts";
import { defaultLimits, type InFlightLimits } from "../http/in-flight.ts";
import type { Registry } from "../registry/registry.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { sizeOf } from "../request/size.ts";
import { processClock } from "./clock.ts";
import { fairnessDumps } from "./fairness-dump.ts";
import { fairnessFilter } from "./fairness-filter.ts";
import { fairnessMetrics } from "./fairness-metrics.ts";
import { type MandatoryObjects, PriorityLevels } from "./priority-levels.ts";
import { WatchCounts } from "./watch-counts.ts";
import { type StoredSize, workEstimate } from "./work-estimate.ts";

export interface FairnessOptions {
  readonly registry: Registry;
  readonly register: MetricsRegister;
  readonly groupDomain: string;
  readonly limits: InFlightLimits;
  readonly mandatory: MandatoryObjects;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  readonly nowMs: () => number;
}

/** The running priority and fairness of a server. */
export interface Fairness {
  readonly filter: Filter;
  /** Handlers of the debug pages, by path. */
  readonly dumps: ReadonlyMap<string, Handler>;
  stop(): void;
}

const msPerSecond = 1000;
/** How often levels lend and borrow seats. */
const rebalanceMs = 10_000;

export function startFairness(options: FairnessOptions): Fairness {
  const { registry, register, groupDomain, nowMs } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const levels = new PriorityLevels(limits.maxReads + limits.maxWrites, processClock, options.mandatory);
  fairnessMetrics(register, levels);
  const group = `flowcontrol.apiserver.${groupDomain}`;
  const levelStore = registry.store(group, "prioritylevelconfigurations");
  const schemaStore = registry.store(group, "flowschemas");
  const digest = () => void levels.digest(levelStore?.cached() ?? [], schemaStore?.cached() ?? []);
  const digestSoon = coalesceCalls(digest);
  const reader = { change: digestSoon, reset: digestSoon };
  const stops = [levelStore, schemaStore].map((store) => store?.subscribe(reader));
  digest();
  const timer = setInterval(() => {
    // A deleted level is removed once it is idle.
    if ([...levels.levels].some(({ isQuiescing, queueSet }) => isQuiescing && queueSet.isIdle)) digest();
    else levels.rebalance();
  }, rebalanceMs).unref();
  const watches = new WatchCounts();
  const estimate = workEstimate({
    estimatesByBytes: options.isEnabled("SizeBasedListCostEstimate"),
    hasWatchLists: options.isEnabled("WatchList"),
    watches,
    sizeOf: storedSizes(registry, nowMs),
  });
  return {
    filter: fairnessFilter({ levels, estimate, watches, limits, clock: processClock, nowMs }),
    dumps: fairnessDumps(levels, (seconds) => nowMs() - (processClock.seconds() - seconds) * msPerSecond),
    stop() {
      clearInterval(timer);
      for (const stop of stops) stop?.();
    },
  };
}

/** Combines calls in the same task into one, so that changes that arrive together are applied together. */
function coalesceCalls(call: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      call();
    });
  };
}

/** How long the average size of a resource's objects is cached. */
const averageLifetimeMs = 60_000;
/** Number of objects of a resource whose sizes are averaged. */
const maxSampled = 16;

function storedSizes(
  registry: Registry,
  nowMs: () => number,
): (group: string, resource: string) => StoredSize | undefined {
  const averages = new WeakMap<ResourceStore, { readonly bytes: number; readonly untilMs: number }>();
  const objectBytes = (store: ResourceStore): number => {
    const known = averages.get(store);
    if (known && known.untilMs > nowMs()) return known.bytes;
    const objects = store.sample(maxSampled);
    const sum = objects.reduce((bytes, object) => bytes + sizeOf(object).bytes, 0);
    const bytes = objects.length > 0 ? Math.ceil(sum / objects.length) : 0;
    if (objects.length === maxSampled) averages.set(store, { bytes, untilMs: nowMs() + averageLifetimeMs });
    return bytes;
  };
  return (group, resource) => {
    const store = registry.store(group, resource);
    return store && { count: store.size, objectBytes: () => objectBytes(store) };
  };
}
