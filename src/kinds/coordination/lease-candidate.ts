/**
 * coordination.k8s.io/v1beta1 LeaseCandidate: a component that is a candidate for a Lease, and its version.
 *
 * @module
 */
import type { LeaseCandidate } from "../../api/types/coordination-v1beta1.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateConfigMapKey } from "../../text/names.ts";
import { compareSemvers, parseSemver, type Semver } from "../../text/semver.ts";
import { kind } from "../kind.ts";
import { checkStrategy, ownStrategy } from "./lease.ts";

const holder = rule<LeaseCandidate>(
  {
    id: "lease-candidate/strategy",
    severity: "error",
    summary: "a candidate names its lease and a strategy that is known or has a domain prefix",
  },
  ({ spec = {} }, place) => {
    const { leaseName, strategy } = spec;
    if (!leaseName) place.at("spec", "leaseName").required();
    if (!strategy) place.at("spec", "strategy").required();
    else checkStrategy(strategy, place.at("spec", "strategy"));
  },
);

const versions = rule<LeaseCandidate>(
  {
    id: "lease-candidate/versions",
    severity: "error",
    summary: "`binaryVersion` and `emulationVersion` are semantic versions, and the binary is at least as new",
  },
  ({ spec = {} }, place) => {
    const { binaryVersion, emulationVersion, strategy } = spec;
    const [binaryPlace, emulationPlace] = [place.at("spec", "binaryVersion"), place.at("spec", "emulationVersion")];
    if (!binaryVersion) binaryPlace.required();
    // kube-apiserver treats a version that it cannot parse as 0.0.0.
    const needsEmulation = strategy === ownStrategy;
    const emulated = versionIn(emulationVersion, emulationPlace, needsEmulation ? [tooOldToEmulate] : []);
    const olderWords = `${quoteGo(binaryVersion ?? "")}: must be greater than or equal to \`emulationVersion\``;
    const isBelow = emulated !== undefined && compareSemvers(zero, emulated) < 0;
    const binary = versionIn(binaryVersion, binaryPlace, isBelow ? [{ serverText: olderWords }] : []);
    if (binaryVersion && binary && emulated && compareSemvers(binary, emulated) < 0) {
      binaryPlace.invalid("must not be older than `emulationVersion`", binaryVersion, { serverText: olderWords });
    }
    const isEmpty = !emulationVersion || (emulated !== undefined && compareSemvers(emulated, zero) === 0);
    if (!needsEmulation || !isEmpty) return;
    const { serverText } = tooOldToEmulate;
    emulationPlace.required(`\`emulationVersion\` must be set with the strategy ${ownStrategy}`, { serverText });
  },
);

const zero: Semver = { major: 0n, minor: 0n, patch: 0n, prerelease: [], build: [] };

const tooOldToEmulate = {
  cause: "required",
  serverText: `must be specified when \`strategy\` is '${ownStrategy}'`,
} as const;

/** @param also - further errors of kube-apiserver about a version that cannot be parsed */
function versionIn(text: string | undefined, place: Place<string>, also: readonly AlsoNamed[]): Semver | undefined {
  if (!text) return undefined;
  const version = parseSemver(text);
  if (version.ok) return version.value;
  const serverText = `${quoteGo(text)}: must be a valid semantic version`;
  place.invalid("must be a semantic version", text, { serverText, also });
  return undefined;
}

const fixed = rule<LeaseCandidate>(
  { id: "lease-candidate/immutable", severity: "error", summary: "`leaseName` is immutable" },
  ({ spec = {} }, place, { oldObject }) => {
    if (oldObject === undefined || oldObject.spec?.leaseName === spec.leaseName) return;
    place.at("spec", "leaseName").say("field is immutable", { atKey: true, value: spec.leaseName ?? "" });
  },
);

export const leaseCandidate = kind("coordination/v1beta1.LeaseCandidate", {
  rules: [holder, versions, fixed],
  nameRule: validateConfigMapKey,
});
