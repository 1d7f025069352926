/**
 * The managers that assign exclusive CPUs and memory to containers: policies, options, and reservations.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { parseCpuSet } from "../../text/cpu-set.ts";
import { parseGoBoolean } from "../../text/go-boolean.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityOfInteger,
  quantitySign,
} from "../../text/quantity.ts";
import { evictionMemory } from "./eviction.ts";
import { reservedAmount } from "./node-allocatable.ts";

/** An option of a policy: the release in which it reached each stage, and the type of its value. */
interface PolicyOption {
  readonly alpha?: string;
  readonly beta?: string;
  readonly stable?: string;
  readonly value: "boolean" | "numa-nodes";
}

const cpuOptions: Readonly<Record<string, PolicyOption>> = {
  "full-pcpus-only": { beta: "1.23", stable: "1.33", value: "boolean" },
  "distribute-cpus-across-numa": { alpha: "1.23", beta: "1.33", value: "boolean" },
  "align-by-socket": { alpha: "1.25", value: "boolean" },
  "distribute-cpus-across-cores": { alpha: "1.31", value: "boolean" },
  "strict-cpu-reservation": { alpha: "1.32", beta: "1.33", stable: "1.35", value: "boolean" },
  "prefer-align-cpus-by-uncorecache": { alpha: "1.32", beta: "1.34", stable: "1.36", value: "boolean" },
};

const topologyOptions: Readonly<Record<string, PolicyOption>> = {
  "prefer-closest-numa-nodes": { beta: "1.28", stable: "1.32", value: "boolean" },
  "max-allowable-numa-nodes": { beta: "1.31", stable: "1.35", value: "numa-nodes" },
};

/** Pairs of CPU manager options that exclude each other. */
const exclusiveCpuOptions = [
  ["full-pcpus-only", "distribute-cpus-across-cores"],
  ["distribute-cpus-across-numa", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-numa"],
] as const;

/** The minimum of the topology manager's option for the maximum number of NUMA nodes. */
const minNumaNodes = 8;

const options = rule<KubeletConfiguration>(
  {
    id: "kubelet/policy-options",
    severity: "error",
    summary: "CPU and topology manager policy options are known, enabled and compatible",
  },
  (config, place, visit) => {
    const { cpuManagerPolicyOptions: cpu = {}, topologyManagerPolicyOptions: topology = {} } = config;
    if (config.cpuManagerPolicy === "static") {
      checkOptions(
        { manager: "CPUManager", known: cpuOptions, given: cpu },
        place.at("cpuManagerPolicyOptions"),
        visit,
      );
      checkExclusive(config, place);
    } else if (config.cpuManagerPolicy === "none" && Object.keys(cpu).length > 0) {
      place.at("cpuManagerPolicyOptions").say("may be set only with `cpuManagerPolicy: static`; got none", {
        atKey: true,
        cause: "forbidden",
        help: "set the policy, or remove the options",
      });
    }
    if (config.topologyManagerPolicy !== "none") {
      const at = place.at("topologyManagerPolicyOptions");
      checkOptions({ manager: "TopologyManager", known: topologyOptions, given: topology }, at, visit);
    }
  },
);

interface ManagerOptions {
  readonly manager: "CPUManager" | "TopologyManager";
  readonly known: Readonly<Record<string, PolicyOption>>;
  readonly given: Readonly<Record<string, string>>;
}

function checkOptions(
  { manager, known, given }: ManagerOptions,
  place: Place<Readonly<Record<string, string>>>,
  context: RuleContext,
): void {
  for (const [name, value] of Object.entries(given)) {
    const at = place.at(name);
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    const stage = option && stageOf(option, context);
    const gate = stage === "stable" ? undefined : `${manager}Policy${stage === "beta" ? "Beta" : "Alpha"}Options`;
    if (!option || !stage) {
      const meant = closest(name, Object.keys(known));
      at.say(`${context.target} has no option "${name}" of the policy`, {
        atKey: true,
        cause: "unsupported",
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
      });
    } else if (gate && !context.isEnabled(gate)) {
      const message = `may be set only with the feature gate ${gate}, which is off`;
      at.forbidden(message);
    } else {
      const fault = optionFault(option, value);
      if (fault) at.invalid(fault, value);
    }
  }
}

function stageOf({ alpha, beta, stable }: PolicyOption, context: RuleContext): "alpha" | "beta" | "stable" | undefined {
  const isAt = (release: string | undefined) => release !== undefined && context.reaches(release);
  if (isAt(stable)) return "stable";
  if (isAt(beta)) return "beta";
  return isAt(alpha) ? "alpha" : undefined;
}

const isTrue = (text: string | undefined): boolean => parseGoBoolean(text ?? "") === true;

function optionFault({ value: form }: PolicyOption, value: string): string | undefined {
  if (form === "boolean") return parseGoBoolean(value) !== undefined ? undefined : 'must be "true" or "false"';
  return /^[-+]?\d{1,18}$/.test(value) && Number(value) >= minNumaNodes
    ? undefined
    : `must be ${minNumaNodes} or above`;
}

function checkExclusive(
  { cpuManagerPolicyOptions: given = {}, topologyManagerPolicy }: KubeletConfiguration,
  place: Place<KubeletConfiguration>,
) {
  for (const [one, other] of exclusiveCpuOptions) {
    if (!isTrue(given[one]) || !isTrue(given[other])) continue;
    place.at("cpuManagerPolicyOptions", other).say(`must not be true together with ${one}`, {
      cause: "forbidden",
      see: place.at("cpuManagerPolicyOptions", one).note("the other option"),
    });
  }
  if (isTrue(given["align-by-socket"]) && topologyManagerPolicy === "single-numa-node") {
    place
      .at("cpuManagerPolicyOptions", "align-by-socket")
      .say("must not be true with `topologyManagerPolicy: single-numa-node`", {
        cause: "forbidden",
        see: place.at("topologyManagerPolicy").note("the topology policy"),
      });
  }
}

const reservedCpus = rule<KubeletConfiguration>(
  {
    id: "kubelet/reserved-cpus",
    severity: "error",
    summary: "`reservedSystemCPUs` is a CPU set such as 0-1,8, and no reserved cgroups are set",
  },
  ({ reservedSystemCPUs: text = "", systemReservedCgroup, kubeReservedCgroup }, place) => {
    if (text === "") return;
    const at = place.at("reservedSystemCPUs");
    const cpus = parseCpuSet(text);
    if (!cpus.ok) at.say(`must be a set of CPUs such as "0-1,8": ${cpus.error}`, { value: text });
    if (!systemReservedCgroup && !kubeReservedCgroup) return;
    const cgroup = systemReservedCgroup ? "systemReservedCgroup" : "kubeReservedCgroup";
    at.say(`may not be set together with \`${cgroup}\``, {
      cause: "forbidden",
      see: place.at(cgroup).note("the cgroup"),
      value: text,
    });
  },
);

/** Requires a reservation: without one, containers could take every CPU. */
const staticCpus = rule<KubeletConfiguration>(
  {
    id: "kubelet/static-cpu-reservation",
    severity: "error",
    cause: "required",
    summary: "the static CPU manager policy needs reserved CPUs",
  },
  (config, place) => {
    if (config.cpuManagerPolicy !== "static" || config.reservedSystemCPUs) return;
    const reserved = [reservedAmount(config.systemReserved, "cpu"), reservedAmount(config.kubeReserved, "cpu")];
    if (reserved.some((amount) => amount && quantitySign(amount) > 0)) return;
    place
      .at("cpuManagerPolicy")
      .say("static needs reserved CPUs, but systemReserved, kubeReserved and reservedSystemCPUs reserve none", {
        help: "write `systemReserved: {cpu: 500m}`, or name CPUs in `reservedSystemCPUs`",
        value: "static",
      });
  },
);

const reservedMemory = rule<KubeletConfiguration>(
  {
    id: "kubelet/reserved-memory",
    severity: "error",
    summary: "`reservedMemory` reserves only memory and huge pages, more than 0, and each once per NUMA node",
  },
  ({ reservedMemory: reservations = [] }, place) => {
    const firstByKey = new Map<string, number>();
    for (const [index, { numaNode = 0, limits = {} }] of reservations.entries()) {
      for (const [resource, amount] of Object.entries(limits)) {
        const at = place.at("reservedMemory", index, "limits", resource);
        if (!isMemory(resource)) {
          at.say(`must be memory or hugepages-<size>; got ${JSON.stringify(resource)}`, {
            atKey: true,
            cause: "unsupported",
          });
        }
        if (signOf(amount) === 0) at.say("must not be zero", { value: amount });
        const key = `${numaNode} ${resource}`;
        const first = firstByKey.get(key);
        if (first === undefined) firstByKey.set(key, index);
        else {
          place
            .at("reservedMemory", index)
            .say(`must be unique: item ${first} has ${resource} of NUMA node ${numaNode} already`, {
              cause: "duplicate",
              see: place.at("reservedMemory", first, "limits", resource).note("first reserved here"),
            });
        }
      }
    }
  },
);

const isMemory = (resource: string): boolean => resource === "memory" || resource.startsWith("hugepages-");
const signOf = (text: string): number | undefined => {
  const amount = parseQuantity(text);
  return amount.ok ? quantitySign(amount.value) : undefined;
};

/** Requires that the memory reserved on the NUMA nodes adds up to the memory that is reserved on the node. */
const staticMemory = rule<KubeletConfiguration>(
  {
    id: "kubelet/static-memory-reservation",
    severity: "error",
    summary: "with the static memory manager policy, `reservedMemory` adds up to the memory that the node reserves",
  },
  (config, place) => {
    if (config.memoryManagerPolicy !== "Static") return;
    const { amount: eviction } = evictionMemory(config);
    if (eviction !== "share") {
      const expected = sum([
        reservedAmount(config.systemReserved, "memory"),
        reservedAmount(config.kubeReserved, "memory"),
        eviction === "none" ? undefined : eviction,
      ]);
      const found = totalOf("memory", config);
      if (compareQuantities(expected, found) !== 0) {
        place
          .at("reservedMemory")
          .say(
            `must reserve ${formatQuantity(expected)} of memory in total: systemReserved, kubeReserved and the hard eviction threshold; got ${formatQuantity(found)}`,
            { help: "reserve the sum over the NUMA nodes" },
          );
      }
    }
    for (const [index, { limits = {} }] of (config.reservedMemory ?? []).entries()) {
      for (const resource of Object.keys(limits).filter((each) => each.startsWith("hugepages-"))) {
        place
          .at("reservedMemory", index, "limits", resource)
          .say("must equal the reservation of the node, which cannot contain huge pages", {
            atKey: true,
            help: "remove it",
          });
      }
    }
  },
);

function totalOf(resource: string, { reservedMemory: reservations = [] }: KubeletConfiguration): Quantity {
  return sum(reservations.map(({ limits }) => reservedAmount(limits, resource)));
}

function sum(amounts: readonly (Quantity | undefined)[]): Quantity {
  const zero = quantityOfInteger(0n, "BinarySI");
  return amounts.reduce<Quantity>((total, amount) => (amount ? addQuantities(total, amount) : total), zero);
}

export const resourceManagerRules: readonly Rule<KubeletConfiguration>[] = [
  options,
  reservedCpus,
  staticCpus,
  reservedMemory,
  staticMemory,
];
