/**
 * What pods get from the node agent's configuration: log files, sysctls, user namespaces, memory limits.
 *
 * @module
 */
import { parseQuantity, quantityToInteger } from "../../lexical/quantity.ts";
import type { Rule } from "../../rule/rule.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";

/** A relative path is no fault: it is below the directory of the file that has it, once that is loaded. */
const podLogsDir: Rule<KubeletConfiguration> = {
  id: "kubelet/pod-logs-dir",
  severity: "error",
  summary: "the directory of pod logs is written without detours, in ASCII",
  check({ podLogsDir: path = "" }, _context, report) {
    const at = ["podLogsDir"];
    const clean = cleanPath(path);
    if (path.startsWith("/") && path !== clean) {
      const message = `must be written without detours and final slash; got ${JSON.stringify(path)}`;
      report({ path: at, message, help: `write \`${clean}\``, value: path });
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
    if (/[^\x00-\x7f]/.test(path)) {
      report({ path: at, message: `must have ASCII characters only; got ${JSON.stringify(path)}`, value: path });
    }
  },
};

/** The shortest way to write an absolute path, as Go's filepath.Clean has it. */
function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const logSize: Rule<KubeletConfiguration> = {
  id: "kubelet/container-log-size",
  severity: "error",
  summary: "the size at which logs are rotated is a whole number of bytes",
  check({ containerLogMaxSize: text = "" }, _context, report) {
    const size = parseQuantity(text);
    if (text === "" || (size.ok && quantityToInteger(size.value) !== undefined)) return;
    report({
      path: ["containerLogMaxSize"],
      message: `must be a size such as "10Mi"; got ${JSON.stringify(text)}`,
      value: text,
    });
  },
};

const sysctlName = /^(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const maxSysctlLength = 253;
const namespacedSysctls =
  /^(?:kernel\.(?:domainname|sem|shm|shmall|shmmax|shmmni|shm_rmid_forced|msg|msgmax|msgmnb|msgmni)$|(?:net|fs\.mqueue|user)\.)/;

const podSysctls: Rule<KubeletConfiguration> = {
  id: "kubelet/default-pod-sysctls",
  severity: "error",
  summary: "sysctls that every pod gets are ones of a namespace, each once",
  check(config, context, report) {
    if (!context.isEnabled("DefaultPodSysctls")) return;
    const firstByName = new Map<string, string>();
    for (const name of Object.keys(config.defaultPodSysctls ?? {})) {
      const path = ["defaultPodSysctls", name];
      if (name.length > maxSysctlLength || !sysctlName.test(name)) {
        report({ path, atKey: true, message: `must be the name of a sysctl; got ${JSON.stringify(name)}` });
        continue;
      }
      const dotted = dottedName(name);
      if (!namespacedSysctls.test(dotted)) {
        report({ path, atKey: true, message: `must be a sysctl of a namespace; ${dotted} is one of the whole node` });
      }
      const first = firstByName.get(dotted);
      if (first === undefined) firstByName.set(dotted, name);
      else {
        report({
          path,
          atKey: true,
          cause: "duplicate",
          message: `must be unique: ${JSON.stringify(first)} is the same sysctl`,
          see: { path: ["defaultPodSysctls", first], message: "first set here" },
        });
      }
    }
  },
};

/** A name may be written with slashes; then its dots stand for slashes. */
function dottedName(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replace(/[./]/g, (separator) => (separator === "." ? "/" : "."));
}

/** Ids of a user namespace come in blocks of this size. */
const idBlock = 65_536;
const maxIds = 2 ** 32 - 1;

const userNamespaces: Rule<KubeletConfiguration> = {
  id: "kubelet/user-namespaces",
  severity: "error",
  summary: "the user ids of a pod are a multiple of 65536",
  check({ userNamespaces: settings }, _context, report) {
    const ids = settings?.idsPerPod;
    if (ids === undefined || (ids >= idBlock && ids <= maxIds && BigInt(ids) % BigInt(idBlock) === 0n)) return;
    report({
      path: ["userNamespaces", "idsPerPod"],
      message: `must be a multiple of ${idBlock}, below 2^32; got ${ids}`,
      value: Number(ids),
    });
  },
};

const throttlingFactor: Rule<KubeletConfiguration> = {
  id: "kubelet/memory-throttling-factor",
  severity: "error",
  summary: "the memory throttling factor is above 0 and at most 1",
  check({ memoryThrottlingFactor: factor }, _context, report) {
    if (factor === undefined || (factor > 0 && factor <= 1)) return;
    report({
      path: ["memoryThrottlingFactor"],
      message: `must be above 0 and at most 1; got ${factor}`,
      value: factor,
    });
  },
};

const runOnce: Rule<KubeletConfiguration> = {
  id: "kubelet/run-once",
  severity: "error",
  cause: "forbidden",
  summary: "run-once mode is gone since 1.32",
  check({ runOnce: once }, context, report) {
    if (!once) return;
    const severity = context.reaches("1.32") ? "error" : "warning";
    report({ path: ["runOnce"], severity, message: "must not be true: the mode is no longer supported", value: true });
  },
};

export const podSettingRules: readonly Rule<KubeletConfiguration>[] = [
  podLogsDir,
  logSize,
  podSysctls,
  userNamespaces,
  throttlingFactor,
  runOnce,
];
