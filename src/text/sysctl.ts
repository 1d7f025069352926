/**
 * Names of kernel parameters, `net.core.somaxconn` or `net/core/somaxconn`, and the Linux namespace of each.
 *
 * @module
 */
import { utf8Length } from "./utf8.ts";

const maxNameBytes = 253;
const segment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const source = `^(${segment}[\\./])*${segment}$`;
const pattern = new RegExp(source);

/** Returns the errors for a name; empty if it is valid. */
export const validateSysctlName = (name: string): readonly string[] =>
  utf8Length(name) <= maxNameBytes && pattern.test(name)
    ? []
    : [`must have at most ${maxNameBytes} characters and match regex ${source}`];

const ipcNames: ReadonlySet<string> = new Set(
  ["sem", "shmall", "shmmax", "shmmni", "shm_rmid_forced", "shm", "msgmax", "msgmnb", "msgmni", "msg"].map(
    (name) => `kernel.${name}`,
  ),
);

/**
 * Returns the Linux namespace of a parameter, if it is the network or IPC namespace. A name that ends with `*` is a
 * prefix.
 */
export function sysctlNamespace(name: string): "net" | "ipc" | undefined {
  const [prefix = ""] = withDots(name).split("*", 1);
  if (prefix.startsWith("net.")) return "net";
  return ipcNames.has(prefix) || prefix.startsWith("fs.mqueue.") ? "ipc" : undefined;
}

/** Swaps dots and slashes in a name whose first separator is a slash. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replace(/[./]/g, (separator) => (separator === "/" ? "." : "/"));
}
