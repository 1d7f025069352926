/**
 * The flags of `clustervet serve` for controllers, admission plugins and the addresses of services.
 *
 * @module
 */
import { networkInterfaces } from "node:os";
import { withoutUndefined } from "../json/without-undefined.ts";
import { pluginNamesOf } from "../kinds/admission/plugins.ts";
import { newestTarget } from "../release/release.ts";
import { isOnByDefault, servedPlugins } from "../server/admission/plugins.ts";
import { type ControllerName, controllerNames } from "../server/controllers/start-controllers.ts";
import type { ServiceSettings } from "../server/services/start-services.ts";
import { closest } from "../text/closest.ts";
import { isLoopback, isUnspecified, parseIp, parseIpPrefix } from "../text/ip.ts";
import { UsageError } from "./exit.ts";

export interface ClusterFlags {
  readonly controllers?: readonly string[];
  readonly enableAdmissionPlugins?: readonly string[];
  readonly disableAdmissionPlugins?: readonly string[];
  readonly target?: string;
  readonly serviceClusterIpRange?: readonly string[];
  readonly serviceNodePortRange?: string;
  readonly advertiseAddress?: string;
}

const none = "none";

/**
 * Returns a check which controllers run, in the syntax of kube-controller-manager: `*` turns on all that are on by
 * default, `name` turns one on and `-name` turns one off. An empty list, or `none`, turns all off.
 *
 * @throws {UsageError} for an unknown controller
 */
export function readControllers({ controllers = ["*"] }: ClusterFlags): (name: ControllerName) => boolean {
  const names = controllers.filter((name) => name !== "" && name !== none);
  for (const name of names) {
    const bare = name.replace(/^-/, "");
    if (bare === "*" || controllerNames.some((known) => known === bare)) continue;
    throw new UsageError(
      `--controllers: the server has no controller ${JSON.stringify(bare)}`,
      `it has ${controllerNames.join(", ")}; kube-controller-manager has the others`,
    );
  }
  return (name) => !names.includes(`-${name}`) && (names.includes(name) || names.includes("*"));
}

/**
 * Returns a check which admission plugins are on: the defaults of kube-apiserver, changed by the flags.
 *
 * @throws {UsageError} for a plugin that kube-apiserver of the target release or this server does not have, and for a
 *   plugin in both flags
 */
export function readPlugins(flags: ClusterFlags): (name: string) => boolean {
  const { enableAdmissionPlugins: enabled = [], disableAdmissionPlugins: disabled = [] } = flags;
  const known = pluginNamesOf(flags.target ?? newestTarget);
  assertKnown("--enable-admission-plugins", enabled, known);
  assertKnown("--disable-admission-plugins", disabled, known);
  for (const name of enabled) {
    if (disabled.includes(name)) {
      throw new UsageError(`--disable-admission-plugins: ${name} can't be in --enable-admission-plugins as well`);
    }
    if (!servedPlugins.includes(name)) {
      throw new UsageError(
        `--enable-admission-plugins: the server does not have ${name}`,
        `it has ${servedPlugins.join(", ")}`,
      );
    }
  }
  return (name) => !disabled.includes(name) && (enabled.includes(name) || isOnByDefault(name));
}

function assertKnown(flag: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  const fault = `${flag}: kube-apiserver has no admission plugin ${JSON.stringify(unknown)}`;
  throw new UsageError(fault, meant === undefined ? undefined : `did you mean ${meant}?`);
}

const maxPort = 65_535;

/** @throws {UsageError} for an invalid range or address */
export function readServiceSettings(flags: ClusterFlags, bindAddress: string): ServiceSettings {
  const { serviceClusterIpRange, serviceNodePortRange } = flags;
  return {
    ...withoutUndefined({
      ranges: serviceClusterIpRange && readRanges(serviceClusterIpRange),
      nodePorts: serviceNodePortRange === undefined ? undefined : readPorts(serviceNodePortRange),
      advertiseAddress: readAdvertised(flags, bindAddress),
    }),
  };
}

function readRanges(texts: readonly string[]) {
  const flag = "--service-cluster-ip-range";
  const ranges = texts.map((text) => {
    const prefix = parseIpPrefix(text);
    if (!prefix.ok) throw new UsageError(`${flag}: ${prefix.error}`, "write a range such as 10.0.0.0/24");
    return prefix.value;
  });
  const families = new Set(ranges.map(({ address }) => address.bytes.length));
  if (families.size === ranges.length) return ranges;
  throw new UsageError(`${flag} must be one range, or one of IPv4 and one of IPv6; got ${texts.join(",")}`);
}

function readPorts(text: string) {
  const [, first = Number.NaN, last = Number.NaN] = /^(\d{1,5})-(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (first >= 1 && first <= last && last <= maxPort) return { first, last };
  throw new UsageError(`--service-node-port-range must be a range of ports such as 30000-32767; got ${text}`);
}

/**
 * Returns the address at which pods reach the server. Pods run on other machines, so a loopback address is useless to
 * them.
 */
function readAdvertised({ advertiseAddress }: ClusterFlags, bindAddress: string): string | undefined {
  // An empty address counts as absent, as with kube-apiserver.
  const asked = advertiseAddress || bindAddress;
  const address = parseIp(asked);
  const isReachable = address.ok && !isLoopback(address.value) && !isUnspecified(address.value);
  if (isReachable) return asked;
  if (advertiseAddress) {
    throw new UsageError(`--advertise-address must be an address at which other machines reach this one; got ${asked}`);
  }
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;
}
