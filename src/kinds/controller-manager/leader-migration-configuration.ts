/**
 * LeaderMigrationConfiguration: which controllers move from one controller manager to another without ever running in
 * both.
 *
 * @module
 */
import type { LeaderMigrationConfiguration } from "../../api/types/controllermanager-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const locks = ["leases", "endpoints"] as const;

const complete = rule<LeaderMigrationConfiguration>(
  {
    id: "controller-manager/leader-migration",
    severity: "error",
    cause: "required",
    summary: "a leader migration has a name, a resource lock, and a component for each controller",
  },
  ({ leaderName, resourceLock = "", controllerLeaders = [] }, place, { version }) => {
    if (!leaderName) place.at("leaderName").say("`leaderName` must be set");
    if (version !== "v1" && !locks.some((known) => known === resourceLock)) {
      const message = `must be "leases" (or "endpoints"); got "${resourceLock}"`;
      place.at("resourceLock").say(message, { cause: "invalid", value: resourceLock });
    }
    for (const [index, leader] of controllerLeaders.entries()) {
      for (const name of ["component", "name"] as const) {
        if (!leader[name]) place.at("controllerLeaders", index, name).say(`\`${name}\` must be set`);
      }
    }
  },
);

export const leaderMigrationConfiguration = kind("controllermanager/v1.LeaderMigrationConfiguration", {
  rules: [complete],
  loader: {
    flag: "--leader-migration-config",
    emptyFile: "error",
    unknownFields: "error",
    mayOmit: "nothing",
  },
});
