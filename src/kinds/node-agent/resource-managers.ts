/**
 * The managers that give containers CPUs and memory of their own: policies, options, and what is reserved from them.
 *
 * @module
 */
import { closest } from "../../lexical/closest.ts";
import { parseCpuSet } from "../../lexical/cpu-set.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityOfInteger,
  quantitySign,
} from "../../lexical/quantity.ts";
import type { Finding, Rule, RuleContext } from "../../rule/rule.ts";
import { evictionMemory } from "./eviction.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";
import { reservedAmount } from "./node-allocatable.ts";

type Report = (finding: Finding) => void;

/** An option of a policy: the release in which it reached each stage, and the form of its value. */
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

/** Options of the CPU manager that can't be used together. */
const exclusiveCpuOptions = [
  ["full-pcpus-only", "distribute-cpus-across-cores"],
  ["distribute-cpus-across-numa", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-numa"],
] as const;

/** The topology manager refuses to allow for fewer. */
const leastNumaNodes = 8;

const options: Rule<KubeletConfiguration> = {
  id: "kubelet/policy-options",
  severity: "error",
  summary: "options of a CPU or topology policy are known, may be used, and go together",
  check(config, context, report) {
    const { cpuManagerPolicyOptions: cpu = {}, topologyManagerPolicyOptions: topology = {} } = config;
    if (config.cpuManagerPolicy === "static") {
      checkOptions("CPUManager", cpuOptions, ["cpuManagerPolicyOptions", cpu], { context, report });
      checkExclusive(config, report);
    } else if (config.cpuManagerPolicy === "none" && Object.keys(cpu).length > 0) {
      report({
        path: ["cpuManagerPolicyOptions"],
        atKey: true,
        cause: "forbidden",
        message: "may be set only with `cpuManagerPolicy: static`; the policy is none",
        help: "set the policy, or remove the options",
      });
    }
    if (config.topologyManagerPolicy !== "none") {
      checkOptions("TopologyManager", topologyOptions, ["topologyManagerPolicyOptions", topology], {
        context,
        report,
      });
    }
  },
};

interface Checking {
  readonly context: RuleContext;
  readonly report: Report;
}

function checkOptions(
  manager: "CPUManager" | "TopologyManager",
  known: Readonly<Record<string, PolicyOption>>,
  [field, given]: readonly [string, Readonly<Record<string, string>>],
  { context, report }: Checking,
): void {
  for (const [name, value] of Object.entries(given)) {
    const path = [field, name];
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    const stage = option && stageOf(option, context);
    const gate = stage === "stable" ? undefined : `${manager}Policy${stage === "beta" ? "Beta" : "Alpha"}Options`;
    if (!option || !stage) {
      const meant = closest(name, Object.keys(known));
      report({
        path,
        atKey: true,
        cause: "unsupported",
        message: `${context.target} has no option "${name}" of the policy`,
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
      });
    } else if (gate && !context.isEnabled(gate)) {
      const message = `may be set only with the feature gate ${gate}, which is off`;
      report({ path, atKey: true, cause: "forbidden", message });
    } else {
      const fault = optionFault(option, value);
      if (fault) report({ path, message: `${fault}; got ${JSON.stringify(value)}`, value });
    }
  }
}

function stageOf({ alpha, beta, stable }: PolicyOption, context: RuleContext): "alpha" | "beta" | "stable" | undefined {
  const isAt = (release: string | undefined) => release !== undefined && context.reaches(release);
  if (isAt(stable)) return "stable";
  if (isAt(beta)) return "beta";
  return isAt(alpha) ? "alpha" : undefined;
}

/** Words that Go's ParseBool takes. */
const booleanWords = /^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/;
const isTrue = (text: string | undefined): boolean => /^(?:1|t|T|TRUE|true|True)$/.test(text ?? "");

function optionFault({ value: form }: PolicyOption, value: string): string | undefined {
  if (form === "boolean") return booleanWords.test(value) ? undefined : 'must be "true" or "false"';
  return /^[-+]?\d{1,18}$/.test(value) && Number(value) >= leastNumaNodes
    ? undefined
    : `must be ${leastNumaNodes} or above`;
}

function checkExclusive(
  { cpuManagerPolicyOptions: given = {}, topologyManagerPolicy }: KubeletConfiguration,
  report: Report,
) {
  for (const [one, other] of exclusiveCpuOptions) {
    if (!isTrue(given[one]) || !isTrue(given[other])) continue;
    report({
      path: ["cpuManagerPolicyOptions", other],
      cause: "forbidden",
      message: `must not be true together with ${one}`,
      see: { path: ["cpuManagerPolicyOptions", one], message: "the other option" },
    });
  }
  if (isTrue(given["align-by-socket"]) && topologyManagerPolicy === "single-numa-node") {
    report({
      path: ["cpuManagerPolicyOptions", "align-by-socket"],
      cause: "forbidden",
      message: "must not be true with `topologyManagerPolicy: single-numa-node`",
      see: { path: ["topologyManagerPolicy"], message: "the topology policy" },
    });
  }
}

const reservedCpus: Rule<KubeletConfiguration> = {
  id: "kubelet/reserved-cpus",
  severity: "error",
  summary: "reserved CPUs are a set such as 0-1,8, and are not reserved by cgroup as well",
  check({ reservedSystemCPUs: text = "", systemReservedCgroup, kubeReservedCgroup }, _context, report) {
    if (text === "") return;
    const path = ["reservedSystemCPUs"];
    const cpus = parseCpuSet(text);
    if (!cpus.ok) report({ path, message: `must be a set of CPUs such as "0-1,8": ${cpus.error}`, value: text });
    if (!systemReservedCgroup && !kubeReservedCgroup) return;
    const cgroup = systemReservedCgroup ? "systemReservedCgroup" : "kubeReservedCgroup";
    report({
      path,
      cause: "forbidden",
      message: `may not be set together with \`${cgroup}\``,
      see: { path: [cgroup], message: "the cgroup" },
      value: text,
    });
  },
};

/** Without a reservation, containers could take every CPU. */
const staticCpus: Rule<KubeletConfiguration> = {
  id: "kubelet/static-cpu-reservation",
  severity: "error",
  cause: "required",
  summary: "the static CPU policy needs CPUs that are reserved for the system",
  check(config, _context, report) {
    if (config.cpuManagerPolicy !== "static" || config.reservedSystemCPUs) return;
    const reserved = [reservedAmount(config.systemReserved, "cpu"), reservedAmount(config.kubeReserved, "cpu")];
    if (reserved.some((amount) => amount && quantitySign(amount) > 0)) return;
    report({
      path: ["cpuManagerPolicy"],
      message: "static needs reserved CPUs: none of systemReserved, kubeReserved and reservedSystemCPUs has any",
      help: "write `systemReserved: {cpu: 500m}`, or name CPUs in `reservedSystemCPUs`",
      value: "static",
    });
  },
};

const reservedMemory: Rule<KubeletConfiguration> = {
  id: "kubelet/reserved-memory",
  severity: "error",
  summary: "reserved memory is an amount above zero of memory or huge pages, once for each NUMA node",
  check({ reservedMemory: reservations = [] }, _context, report) {
    const firstByKey = new Map<string, number>();
    for (const [index, { numaNode = 0, limits = {} }] of reservations.entries()) {
      for (const [resource, amount] of Object.entries(limits)) {
        const path = ["reservedMemory", index, "limits", resource];
        if (!isMemory(resource)) {
          report({
            path,
            atKey: true,
            cause: "unsupported",
            message: `must be memory or hugepages-<size>; got ${JSON.stringify(resource)}`,
          });
        }
        if (signOf(amount) === 0) report({ path, message: "must not be zero", value: amount });
        const key = `${numaNode} ${resource}`;
        const first = firstByKey.get(key);
        if (first === undefined) firstByKey.set(key, index);
        else {
          report({
            path: ["reservedMemory", index],
            cause: "duplicate",
            message: `must be unique: item ${first} has ${resource} of NUMA node ${numaNode} already`,
            see: { path: ["reservedMemory", first, "limits", resource], message: "first reserved here" },
          });
        }
      }
    }
  },
};

const isMemory = (resource: string): boolean => resource === "memory" || resource.startsWith("hugepages-");
const signOf = (text: string): number | undefined => {
  const amount = parseQuantity(text);
  return amount.ok ? quantitySign(amount.value) : undefined;
};

/** The static memory policy compares what is reserved by NUMA node with what is reserved of the node. */
const staticMemory: Rule<KubeletConfiguration> = {
  id: "kubelet/static-memory-reservation",
  severity: "error",
  summary: "the static memory policy needs as much reserved by NUMA node as is reserved of the node",
  check(config, _context, report) {
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
        report({
          path: ["reservedMemory"],
          message: `must reserve ${formatQuantity(expected)} of memory in all: systemReserved, kubeReserved and the hard eviction threshold together; got ${formatQuantity(found)}`,
          help: "reserve the sum over the NUMA nodes",
        });
      }
    }
    for (const [index, { limits = {} }] of (config.reservedMemory ?? []).entries()) {
      for (const resource of Object.keys(limits).filter((each) => each.startsWith("hugepages-"))) {
        report({
          path: ["reservedMemory", index, "limits", resource],
          atKey: true,
          message: "must equal what is reserved of the node, and huge pages can't be reserved there",
          help: "remove it",
        });
      }
    }
  },
};

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
