/**
 * The resources of the node that pods may use, and the cgroups in which the kubelet enforces the limits.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { Place } from "../../rule/place.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { parseQuantity, type Quantity, quantitySign } from "../../text/quantity.ts";

const enforcements = [
  "pods",
  "system-reserved",
  "system-reserved-compressible",
  "kube-reserved",
  "kube-reserved-compressible",
  "none",
] as const;

/** Enforcements that exclude each other, and the cgroup that each of them requires. */
const exclusiveEnforcements = [
  { forms: ["system-reserved", "system-reserved-compressible"], cgroup: "systemReservedCgroup" },
  { forms: ["kube-reserved", "kube-reserved-compressible"], cgroup: "kubeReservedCgroup" },
] as const;

const enforced = rule<KubeletConfiguration>(
  {
    id: "kubelet/node-allocatable",
    severity: "error",
    summary: "`enforceNodeAllocatable` has known values that do not contradict each other, and their cgroups are set",
  },
  (config, place, visit) => {
    const { enforceNodeAllocatable: items = [] } = config;
    const placeOf = (index: number) => place.at("enforceNodeAllocatable", index);
    if (visit.reaches("1.31")) reportRepeats(items, { item: "item", what: "enforcement", placeOf });
    const accepted: readonly string[] = visit.reaches("1.32")
      ? enforcements
      : enforcements.filter((each) => !each.includes("compress"));
    for (const [index, item] of items.entries()) {
      if (items.indexOf(item) < index) continue;
      if (!accepted.includes(item)) reportUnknown(item, accepted, placeOf(index));
      if (item === "none" && items.length > 1) {
        placeOf(index).say('must be the only entry when it is "none"', { cause: "forbidden", value: item });
      }
    }
    for (const pair of exclusiveEnforcements) checkPair(pair, config, place);
    checkQosCgroups(config, visit.reaches("1.31"), place);
  },
);

function reportUnknown(item: string, accepted: readonly string[], place: Place<string>): void {
  const meant = closest(item, accepted);
  place.say(`must be one of ${accepted.map((each) => JSON.stringify(each)).join(", ")}; got ${JSON.stringify(item)}`, {
    cause: "unsupported",
    ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
    value: item,
  });
}

function checkPair(
  { forms, cgroup }: (typeof exclusiveEnforcements)[number],
  config: KubeletConfiguration,
  place: Place,
): void {
  const { enforceNodeAllocatable: items = [] } = config;
  const indexes = forms.map((form) => items.indexOf(form));
  const [first = -1, second = -1] = indexes;
  if (first >= 0 && second >= 0) {
    place
      .at("enforceNodeAllocatable", Math.max(first, second))
      .say(`must not contain both "${forms[0]}" and "${forms[1]}"`, {
        cause: "forbidden",
        see: place.at("enforceNodeAllocatable", Math.min(first, second)).note("the other one"),
      });
  }
  const used = indexes.find((index) => index >= 0);
  if (used === undefined || config[cgroup]) return;
  place.at(cgroup).required(`\`${cgroup}\` must be set: enforceNodeAllocatable has "${items[used]}"`, {
    see: place.at("enforceNodeAllocatable", used).note("enforced here"),
  });
}

/** Reports enforcement without the cgroups of the QoS classes, which it needs. */
function checkQosCgroups(config: KubeletConfiguration, knowsNone: boolean, place: Place): void {
  const { cgroupsPerQOS = true, enforceNodeAllocatable: items = [] } = config;
  const needing = items.find(
    (item) => !knowsNone || (item !== "none" && (enforcements as readonly string[]).includes(item)),
  );
  if (cgroupsPerQOS || needing === undefined) return;
  place.at("cgroupsPerQOS").say(`must be true while enforceNodeAllocatable has ${JSON.stringify(needing)}; got false`, {
    help: knowsNone
      ? "write `enforceNodeAllocatable: [none]` to enforce nothing"
      : "write `enforceNodeAllocatable: []`",
    value: false,
  });
}

const cgroupRoot = rule<KubeletConfiguration>(
  { id: "kubelet/system-cgroups", severity: "error", summary: "`systemCgroups` needs `cgroupRoot`" },
  ({ systemCgroups, cgroupRoot: root }, place) => {
    if (!systemCgroups || root) return;
    place.at("systemCgroups").required("may be set only with `cgroupRoot`, which is not set", {
      help: "write `cgroupRoot: /`",
      value: systemCgroups,
    });
  },
);

/** Resources that can be reserved for the system. */
const reservable: readonly string[] = ["cpu", "memory", "ephemeral-storage", "pid"];

const reservedResources = rule<KubeletConfiguration>(
  {
    id: "kubelet/reserved-resources",
    severity: "error",
    summary: "reserved resources are cpu, memory, ephemeral-storage or pid, and their amounts are not negative",
  },
  (config, place) => {
    for (const field of ["systemReserved", "kubeReserved"] as const) {
      for (const [resource, text] of Object.entries(config[field] ?? {})) {
        const at = place.at(field, resource);
        const amount = parseQuantity(text);
        if (!reservable.includes(resource)) {
          const meant = closest(resource, reservable);
          at.say(`must be one of ${reservable.join(", ")}; got ${JSON.stringify(resource)}`, {
            atKey: true,
            cause: "unsupported",
            ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
          });
        } else if (!amount.ok) {
          at.invalid('must be a quantity such as "500m" or "1Gi"', text);
        } else if (quantitySign(amount.value) < 0) {
          at.invalid("must not be negative", text);
        }
      }
    }
  },
);

/** Returns a reserved amount; undefined if it is absent or invalid. */
export function reservedAmount(
  reserved: Readonly<Record<string, string>> | undefined,
  resource: string,
): Quantity | undefined {
  const text = reserved && Object.hasOwn(reserved, resource) ? reserved[resource] : undefined;
  const amount = text === undefined ? undefined : parseQuantity(text);
  return amount?.ok ? amount.value : undefined;
}

const qosReserved = rule<KubeletConfiguration>(
  {
    id: "kubelet/qos-reserved",
    severity: "error",
    summary: "`qosReserved` is a percentage of memory",
  },
  ({ qosReserved: reserved = {} }, place) => {
    for (const [resource, share] of Object.entries(reserved)) {
      const at = place.at("qosReserved", resource);
      const percent = /^([-+]?\d+)%+$/.exec(share)?.[1];
      if (resource !== "memory") {
        at.say(`must be memory; got ${JSON.stringify(resource)}`, { atKey: true, cause: "unsupported" });
      } else if (percent === undefined || Number(percent) < 0 || Number(percent) > 100) {
        at.invalid('must be from "0%" to "100%"', share);
      }
    }
  },
);

export const nodeAllocatableRules: readonly Rule<KubeletConfiguration>[] = [
  enforced,
  cgroupRoot,
  reservedResources,
  qosReserved,
];
