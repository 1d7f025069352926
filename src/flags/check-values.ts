/**
 * Checks the values of flags with a special grammar: feature gates, admission plugins, emulated versions, API versions,
 * service ranges, issuers.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import { pluginNamesOf } from "../kinds/admission/plugins.ts";
import { gateFault, gateNames } from "../release/feature-gates.ts";
import { minorOf, reaches } from "../release/release.ts";
import { closest } from "../text/closest.ts";
import { parseUrl } from "../text/go-url.ts";
import { isIpv4, parseIpPrefix } from "../text/ip.ts";
import type { GivenFlag } from "./command-line.ts";
import { atValue, type FlagFindingSink, type Line, textsOf } from "./line.ts";
import { readRuntimeConfig } from "./runtime-config.ts";

export function checkValues(line: Line, report: FlagFindingSink): void {
  checkGates(line, report);
  if (line.component === "kube-apiserver") {
    checkPlugins(line, report);
    checkRuntimeConfig(line, report);
    checkServiceRanges(line, report);
    checkIssuers(line, report);
    checkAudit(line, report);
  }
  checkEmulation(line, report);
}

/**
 * Reports unknown and locked gates. Checks nothing if the command line emulates a release, which may have other gates.
 */
function checkGates(line: Line, report: FlagFindingSink): void {
  const given = line.lastUse("feature-gates");
  if (!given || !isPlainObject(given.value) || line.lastUse("emulated-version")) return;
  for (const [name, value] of Object.entries(given.value)) {
    const gate = name.replace(/^kube:/, "");
    const fault = gate.includes(":") ? undefined : gateFault(gate, value === true, line.target);
    if (!fault) continue;
    const meant = fault.problem === "locked" ? undefined : closest(gate, gateNames(line.target));
    const message =
      fault.problem === "locked"
        ? `feature gate ${gate} is locked to ${fault.enabled} in ${line.target}; got ${value}`
        : `${line.component} ${line.target} has no feature gate ${JSON.stringify(gate)}`;
    const until = fault.problem === "locked" ? undefined : fault.until;
    const help =
      until && reaches(line.target, until) ? `it was removed in ${until}` : meant && `did you mean \`${meant}\`?`;
    report({ rule: "flags/feature-gates", message, ...(help ? { help } : {}), ...atValue(given) });
  }
}

function checkPlugins(line: Line, report: FlagFindingSink): void {
  const known = pluginNamesOf(line.target);
  const enabled = new Set(textsOf(line.lastUse("enable-admission-plugins")));
  for (const flag of ["enable-admission-plugins", "disable-admission-plugins", "admission-control"]) {
    const given = line.lastUse(flag);
    if (!given) continue;
    for (const name of textsOf(given)) {
      if (!known.includes(name)) {
        const meant = closest(name, known);
        const message = `kube-apiserver ${line.target} has no admission plugin ${JSON.stringify(name)}`;
        const help = meant ? { help: `did you mean \`${meant}\`?` } : {};
        report({ rule: "flags/admission-plugins", message, ...help, ...atValue(given) });
      } else if (flag === "disable-admission-plugins" && enabled.has(name)) {
        const message = `${name} can't be in --enable-admission-plugins as well`;
        report({ rule: "flags/admission-plugins", cause: "forbidden", message, ...atValue(given) });
      }
    }
  }
}

function checkRuntimeConfig(line: Line, report: FlagFindingSink): void {
  const given = line.lastUse("runtime-config");
  if (!given || !isPlainObject(given.value)) return;
  const settings = Object.fromEntries(Object.entries(given.value).map(([key, value]) => [key, String(value)]));
  for (const fault of readRuntimeConfig(settings, line).faults) {
    report({ rule: "flags/runtime-config", ...fault, ...atValue(given) });
  }
}

/** Most bits for addresses in a service range. */
const maxServiceBits = 20;

function checkServiceRanges(line: Line, report: FlagFindingSink): void {
  const given = line.lastUse("service-cluster-ip-range");
  if (!given?.text) return;
  const misfit = (message: string) => report({ rule: "flags/service-range", message, ...atValue(given) });
  const texts = given.text.split(",");
  if (texts.length > 2) misfit(`must be one or two ranges; got ${texts.length}`);
  const prefixes = texts.slice(0, 2).map((text) => ({ text, parsed: parseIpPrefix(text) }));
  const families = new Set<boolean>();
  for (const { text, parsed } of prefixes) {
    if (!parsed.ok) {
      misfit(`must be a range such as 10.96.0.0/12; got ${JSON.stringify(text)}`);
      continue;
    }
    const { address, bits } = parsed.value;
    const length = address.bytes.length * 8;
    families.add(isIpv4(address));
    // Since 1.34 addresses are objects; earlier releases keep a bitmap of the whole range.
    if (length - bits > maxServiceBits && !reaches(line.target, "1.34")) {
      misfit(`must have a prefix of ${length - maxServiceBits} bits or more; got ${JSON.stringify(text)}`);
    }
  }
  if (prefixes.length === 2 && prefixes.every(({ parsed }) => parsed.ok) && families.size === 1) {
    misfit("two ranges must be of different IP families");
  }
}

function checkIssuers(line: Line, report: FlagFindingSink): void {
  const seen = new Set<string>();
  for (const given of line.allUses("service-account-issuer")) {
    const { text } = given;
    if (text === undefined) continue;
    const fault = issuerFault(text, seen);
    if (fault)
      report({ rule: "flags/service-account", message: `--service-account-issuer ${fault}`, ...atValue(given) });
    seen.add(text);
  }
  const keys = line.lastUse("service-account-jwks-uri");
  if (!keys?.text) return;
  const url = parseUrl(keys.text);
  if (url.ok && url.value.scheme === "https") return;
  const message = `--service-account-jwks-uri must be an https URL; got ${JSON.stringify(keys.text)}`;
  report({ rule: "flags/service-account", message, ...atValue(keys) });
}

function issuerFault(text: string, seen: ReadonlySet<string>): string | undefined {
  if (text === "") return "must not be empty";
  if (seen.has(text)) return `must be used once for each issuer; got ${JSON.stringify(text)} again`;
  return text.includes(":") && !parseUrl(text).ok
    ? `must be a URL if it has a colon; got ${JSON.stringify(text)}`
    : undefined;
}

/** Reports audit flags that kube-apiserver accepts but that have no effect. */
function checkAudit(line: Line, report: FlagFindingSink): void {
  const isGiven = (name: string) => (line.lastUse(name)?.text ?? "$") !== "" && line.lastUse(name) !== undefined;
  const backends = ["audit-log-path", "audit-webhook-config-file"].filter(isGiven);
  if (!line.isComplete) return;
  const policy = line.lastUse("audit-policy-file");
  if (policy && backends.length === 0) {
    const message = "--audit-policy-file has no effect: no events are written without a backend";
    report({
      rule: "flags/audit",
      message,
      help: "add `--audit-log-path` or `--audit-webhook-config-file`",
      ...at(policy),
    });
  }
  const [backend] = backends;
  const opener = backend && !policy ? line.lastUse(backend) : undefined;
  if (opener) {
    const message = `--${backend} has no effect: without a policy, no events are written`;
    report({ rule: "flags/audit", message, help: "add `--audit-policy-file`", ...at(opener) });
  }
}

const at = ({ place }: GivenFlag) => ({ argument: place.argument });

/** How many releases back a component can emulate, and the minor version of the first release that can be emulated. */
const emulatedReleases = 3;
const firstEmulated = 31;

function checkEmulation(line: Line, report: FlagFindingSink): void {
  const given = line.lastUse("emulated-version");
  const binary = minorOf(line.target);
  checkForwardCompatible(given, line, report);
  if (!given || binary === undefined) return;
  const floor = reaches(line.target, "1.33") ? Math.max(firstEmulated, binary - emulatedReleases) : binary - 1;
  const seen = new Set<string>();
  for (const text of textsOf(given)) {
    const [, component = "kube", version = ""] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? [];
    const misfit = (message: string) => report({ rule: "flags/emulated-version", message, ...atValue(given) });
    const [, major, minor, patch = "0"] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version.trim()) ?? [];
    if (major === undefined) misfit(`must have the form kube=1.${binary}; got ${JSON.stringify(text)}`);
    else if (seen.has(component.trim())) misfit(`must name a component once; got ${JSON.stringify(text)}`);
    else if (Number(patch) !== 0) misfit(`must not name a patch release; got ${JSON.stringify(text)}`);
    else if (component.trim() === "kube" && (major !== "1" || Number(minor) < floor || Number(minor) > binary)) {
      misfit(`must be from 1.${floor} to 1.${binary}; got ${JSON.stringify(text)}`);
    }
    seen.add(component.trim());
  }
}

/** Reports flags that enable APIs newer than the emulated release if no older release is emulated. */
function checkForwardCompatible(emulated: GivenFlag | undefined, line: Line, report: FlagFindingSink): void {
  const isOlder = emulated !== undefined && textsOf(emulated).every((text) => !text.endsWith(line.target));
  if (isOlder || !line.isComplete) return;
  for (const name of ["emulation-forward-compatible", "runtime-config-emulation-forward-compatible"]) {
    const given = line.lastUse(name);
    if (given?.value !== true) continue;
    const message = `--${name} needs --emulated-version of a release before ${line.target}`;
    report({ rule: "flags/requires", message, argument: given.place.argument });
  }
}
