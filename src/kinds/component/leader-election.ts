/**
 * Leader election: how several instances of a component agree on the active one.
 *
 * @module
 */
import type { LeaderElectionConfiguration } from "../../api/types/component-v1alpha1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";

/** The defaults that every component uses. */
export const leaderElectionDefaults = {
  leaderElect: true,
  leaseDuration: "15s",
  renewDeadline: "10s",
  retryPeriod: "2s",
  resourceLock: "leases",
} as const;

const periods = ["leaseDuration", "renewDeadline", "retryPeriod"] as const;

/**
 * The maximum randomized wait between attempts, in percent of the retry period. A leader must be able to renew within
 * its deadline even then.
 */
const jitterPercent = 120n;

const times = rule<LeaderElectionConfiguration>(
  {
    id: "component/leader-election-times",
    severity: "error",
    summary: "`leaseDuration` is above `renewDeadline`, which is above 1.2 times `retryPeriod`",
  },
  (election, place) => {
    if (election.leaderElect === false) return;
    const nanos = Object.fromEntries(periods.map((name) => [name, nanosOf(election[name])]));
    for (const name of periods) {
      const value = nanos[name] ?? 0n;
      if (value <= 0n) place.at(name).say(`must be above 0; got "${election[name] ?? ""}"`);
    }
    const { leaseDuration: lease = 0n, renewDeadline: renew = 0n, retryPeriod: retry = 0n } = nanos;
    if (lease <= renew) {
      const message = `must be longer than \`renewDeadline\` (${election.renewDeadline}); got "${election.leaseDuration}"`;
      place.at("leaseDuration").say(message);
    }
    if (renew * 100n <= retry * jitterPercent) {
      const message = `must be longer than 1.2 times \`retryPeriod\` (${election.retryPeriod}); got "${election.renewDeadline}"`;
      place.at("renewDeadline").say(message);
    }
  },
);

const lock = rule<LeaderElectionConfiguration>(
  {
    id: "component/leader-election-lock",
    severity: "error",
    summary: "leader election uses a Lease with a name and a namespace",
  },
  (election, place) => {
    if (election.leaderElect === false) return;
    const { resourceLock = "" } = election;
    if (resourceLock !== "leases") {
      place.at("resourceLock").say(`must be "leases"; got "${resourceLock}"`, { value: resourceLock });
    }
    for (const name of ["resourceName", "resourceNamespace"] as const) {
      if (!election[name]) place.at(name).required(`\`${name}\` must be set`);
    }
  },
);

/** Paths are relative to the election. The rules run after the component's defaults are set. */
export const leaderElectionRules: readonly Rule<LeaderElectionConfiguration>[] = [times, lock];
