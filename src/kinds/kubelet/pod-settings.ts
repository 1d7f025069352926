/**
 * Settings of the kubelet configuration that affect pods: log files, sysctls, user namespaces, memory limits.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { cleanPath } from "../../text/clean-path.ts";
import { parseQuantity, quantityToInteger } from "../../text/quantity.ts";

/** Does not report relative paths: the kubelet resolves them against the directory of the configuration file. */
const podLogsDir = rule<KubeletConfiguration>(
  {
    id: "kubelet/pod-logs-dir",
    severity: "error",
    summary: "`podLogsDir` is a normalized absolute path in ASCII",
  },
  ({ podLogsDir: path = "" }, place) => {
    const spot = place.at("podLogsDir");
    const clean = cleanPath(path);
    if (path.startsWith("/") && path !== clean) {
      const message = `must be normalized, without ".", ".." or a trailing slash; got ${JSON.stringify(path)}`;
      spot.say(message, { help: `write \`${clean}\``, value: path });
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
    if (/[^\x00-\x7f]/.test(path)) {
      spot.invalid("must have ASCII characters only", path);
    }
  },
);

const logSize = rule<KubeletConfiguration>(
  {
    id: "kubelet/container-log-size",
    severity: "error",
    summary: "`containerLogMaxSize` is a whole number of bytes",
  },
  ({ containerLogMaxSize: text = "" }, place) => {
    const size = parseQuantity(text);
    if (text === "" || (size.ok && quantityToInteger(size.value) !== undefined)) return;
    place.at("containerLogMaxSize").invalid('must be a size such as "10Mi"', text);
  },
);

const sysctlName = /^(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const maxSysctlLength = 253;
const namespacedSysctls =
  /^(?:kernel\.(?:domainname|sem|shm|shmall|shmmax|shmmni|shm_rmid_forced|msg|msgmax|msgmnb|msgmni)$|(?:net|fs\.mqueue|user)\.)/;

const podSysctls = rule<KubeletConfiguration>(
  {
    id: "kubelet/default-pod-sysctls",
    severity: "error",
    summary: "default sysctls are namespaced and unique",
  },
  (config, place, visit) => {
    if (!visit.isEnabled("DefaultPodSysctls")) return;
    const firstByName = new Map<string, string>();
    for (const name of Object.keys(config.defaultPodSysctls ?? {})) {
      const at = place.at("defaultPodSysctls", name);
      if (name.length > maxSysctlLength || !sysctlName.test(name)) {
        at.say(`must be the name of a sysctl; got ${JSON.stringify(name)}`, { atKey: true });
        continue;
      }
      const dotted = dottedName(name);
      if (!namespacedSysctls.test(dotted)) {
        at.say(`must be a namespaced sysctl; ${dotted} applies to the whole node`, { atKey: true });
      }
      const first = firstByName.get(dotted);
      if (first === undefined) firstByName.set(dotted, name);
      else {
        at.say(`must be unique: ${JSON.stringify(first)} is the same sysctl`, {
          atKey: true,
          cause: "duplicate",
          see: place.at("defaultPodSysctls", first).note("first set here"),
        });
      }
    }
  },
);

/** Returns the name of a sysctl with dots as separators. If the first separator is a slash, dots represent slashes. */
function dottedName(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replace(/[./]/g, (separator) => (separator === "." ? "/" : "."));
}

/** The number of ids in a block of a user namespace. */
const idBlock = 65_536;
const maxIds = 2 ** 32 - 1;

const userNamespaces = rule<KubeletConfiguration>(
  { id: "kubelet/user-namespaces", severity: "error", summary: "`idsPerPod` is a multiple of 65536" },
  ({ userNamespaces: settings }, place) => {
    const ids = settings?.idsPerPod;
    if (ids === undefined || (ids >= idBlock && ids <= maxIds && BigInt(ids) % BigInt(idBlock) === 0n)) return;
    place
      .at("userNamespaces", "idsPerPod")
      .say(`must be a multiple of ${idBlock}, below 2^32; got ${ids}`, { value: Number(ids) });
  },
);

const throttlingFactor = rule<KubeletConfiguration>(
  {
    id: "kubelet/memory-throttling-factor",
    severity: "error",
    summary: "the memory throttling factor is above 0 and at most 1",
  },
  ({ memoryThrottlingFactor: factor }, place) => {
    if (factor === undefined || (factor > 0 && factor <= 1)) return;
    place.at("memoryThrottlingFactor").say(`must be above 0 and at most 1; got ${factor}`, { value: factor });
  },
);

const runOnce = rule<KubeletConfiguration>(
  { id: "kubelet/run-once", severity: "error", cause: "forbidden", summary: "run-once mode was removed in 1.32" },
  ({ runOnce: once }, place, visit) => {
    if (!once) return;
    const severity = visit.reaches("1.32") ? "error" : "warning";
    place.at("runOnce").say("must not be true: the mode is no longer supported", { severity, value: true });
  },
);

export const podSettingRules: readonly Rule<KubeletConfiguration>[] = [
  podLogsDir,
  logSize,
  podSysctls,
  userNamespaces,
  throttlingFactor,
  runOnce,
];
