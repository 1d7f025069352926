/**
 * What of the node's resources pods may have, and on what that is enforced.
 *
 * @module
 */
import { closest } from "../../lexical/closest.ts";
import { parseQuantity, type Quantity, quantitySign } from "../../lexical/quantity.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import type { Finding, Rule } from "../../rule/rule.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";

type Report = (finding: Finding) => void;

const enforcements = [
  "pods",
  "system-reserved",
  "system-reserved-compressible",
  "kube-reserved",
  "kube-reserved-compressible",
  "none",
] as const;

/** The forms of an enforcement that exclude each other, and the cgroup that either needs. */
const pairs = [
  { forms: ["system-reserved", "system-reserved-compressible"], cgroup: "systemReservedCgroup" },
  { forms: ["kube-reserved", "kube-reserved-compressible"], cgroup: "kubeReservedCgroup" },
] as const;

const enforced: Rule<KubeletConfiguration> = {
  id: "kubelet/node-allocatable",
  severity: "error",
  summary: "enforcements of the node's limits are known, agree, and have the cgroups that they need",
  check(config, context, report) {
    const { enforceNodeAllocatable: items = [] } = config;
    const pathOf = (index: number) => ["enforceNodeAllocatable", index];
    if (context.reaches("1.31")) reportRepeats(items, { item: "item", what: "enforcement", pathOf }, report);
    const accepted: readonly string[] = context.reaches("1.32")
      ? enforcements
      : enforcements.filter((each) => !each.includes("compress"));
    for (const [index, item] of items.entries()) {
      if (items.indexOf(item) < index) continue;
      if (!accepted.includes(item)) reportUnknown(item, accepted, pathOf(index), report);
      if (item === "none" && items.length > 1) {
        report({ path: pathOf(index), cause: "forbidden", message: 'must stand alone when it is "none"', value: item });
      }
    }
    for (const pair of pairs) checkPair(pair, config, report);
    checkQosCgroups(config, context.reaches("1.31"), report);
  },
};

function reportUnknown(item: string, accepted: readonly string[], path: Finding["path"], report: Report): void {
  const meant = closest(item, accepted);
  report({
    path,
    cause: "unsupported",
    message: `must be one of ${accepted.map((each) => JSON.stringify(each)).join(", ")}; got ${JSON.stringify(item)}`,
    ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
    value: item,
  });
}

function checkPair({ forms, cgroup }: (typeof pairs)[number], config: KubeletConfiguration, report: Report): void {
  const { enforceNodeAllocatable: items = [] } = config;
  const indexes = forms.map((form) => items.indexOf(form));
  const [first = -1, second = -1] = indexes;
  if (first >= 0 && second >= 0) {
    report({
      path: ["enforceNodeAllocatable", Math.max(first, second)],
      cause: "forbidden",
      message: `must not hold both "${forms[0]}" and "${forms[1]}"`,
      see: { path: ["enforceNodeAllocatable", Math.min(first, second)], message: "the other one" },
    });
  }
  const used = indexes.find((index) => index >= 0);
  if (used === undefined || config[cgroup]) return;
  report({
    path: [cgroup],
    cause: "required",
    message: `\`${cgroup}\` must be set: enforceNodeAllocatable has "${items[used]}"`,
    see: { path: ["enforceNodeAllocatable", used], message: "enforced here" },
  });
}

/** Enforcement works on the cgroups of the quality of service classes. */
function checkQosCgroups(config: KubeletConfiguration, knowsNone: boolean, report: Report): void {
  const { cgroupsPerQOS = true, enforceNodeAllocatable: items = [] } = config;
  const needing = items.find(
    (item) => !knowsNone || (item !== "none" && (enforcements as readonly string[]).includes(item)),
  );
  if (cgroupsPerQOS || needing === undefined) return;
  report({
    path: ["cgroupsPerQOS"],
    message: `must be true while enforceNodeAllocatable has ${JSON.stringify(needing)}; got false`,
    help: knowsNone ? "write `enforceNodeAllocatable: [none]` to do without" : "write `enforceNodeAllocatable: []`",
    value: false,
  });
}

const cgroupRoot: Rule<KubeletConfiguration> = {
  id: "kubelet/system-cgroups",
  severity: "error",
  summary: "a cgroup for system processes needs the root cgroup",
  check({ systemCgroups, cgroupRoot: root }, _context, report) {
    if (!systemCgroups || root) return;
    report({
      path: ["systemCgroups"],
      cause: "required",
      message: "may be set only with `cgroupRoot`, which is not set",
      help: "write `cgroupRoot: /`",
      value: systemCgroups,
    });
  },
};

/** Resources that can be kept from pods. */
const reservable: readonly string[] = ["cpu", "memory", "ephemeral-storage", "pid"];

const reservedResources: Rule<KubeletConfiguration> = {
  id: "kubelet/reserved-resources",
  severity: "error",
  summary: "reserved resources are cpu, memory, ephemeral-storage and pid, in amounts that are not negative",
  check(config, _context, report) {
    for (const field of ["systemReserved", "kubeReserved"] as const) {
      for (const [resource, text] of Object.entries(config[field] ?? {})) {
        const path = [field, resource];
        const amount = parseQuantity(text);
        if (!reservable.includes(resource)) {
          const meant = closest(resource, reservable);
          report({
            path,
            atKey: true,
            cause: "unsupported",
            message: `must be one of ${reservable.join(", ")}; got ${JSON.stringify(resource)}`,
            ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
          });
        } else if (!amount.ok) {
          report({
            path,
            message: `must be a quantity such as "500m" or "1Gi"; got ${JSON.stringify(text)}`,
            value: text,
          });
        } else if (quantitySign(amount.value) < 0) {
          report({ path, message: `must not be negative; got ${JSON.stringify(text)}`, value: text });
        }
      }
    }
  },
};

/** A reserved amount; undefined where there is none that can be read. */
export function reservedAmount(
  reserved: Readonly<Record<string, string>> | undefined,
  resource: string,
): Quantity | undefined {
  const text = reserved && Object.hasOwn(reserved, resource) ? reserved[resource] : undefined;
  const amount = text === undefined ? undefined : parseQuantity(text);
  return amount?.ok ? amount.value : undefined;
}

const qosReserved: Rule<KubeletConfiguration> = {
  id: "kubelet/qos-reserved",
  severity: "error",
  summary: "what guaranteed pods have to themselves is a percentage of memory",
  check({ qosReserved: reserved = {} }, _context, report) {
    for (const [resource, share] of Object.entries(reserved)) {
      const path = ["qosReserved", resource];
      const percent = /^([-+]?\d+)%+$/.exec(share)?.[1];
      if (resource !== "memory") {
        report({ path, atKey: true, cause: "unsupported", message: `must be memory; got ${JSON.stringify(resource)}` });
      } else if (percent === undefined || Number(percent) < 0 || Number(percent) > 100) {
        report({ path, message: `must be from "0%" to "100%"; got ${JSON.stringify(share)}`, value: share });
      }
    }
  },
};

export const nodeAllocatableRules: readonly Rule<KubeletConfiguration>[] = [
  enforced,
  cgroupRoot,
  reservedResources,
  qosReserved,
];
