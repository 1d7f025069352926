/**
 * LeaderMigrationConfiguration: which controllers move from one controller manager to another without two running.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import type { Rule } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";

const leaderMigrationFields = {
  leaderName: text({ description: "Name of the lease that both managers hold.", "x-required": true }),
  resourceLock: text({ description: "What the lease is: leases.", "x-required": true }),
  controllerLeaders: list(
    struct({
      name: text({ description: "The controller.", "x-required": true }),
      component: text({ description: "The manager that runs it; `*` for any.", "x-required": true }),
    }),
    { description: "Controllers that move.", "x-required": true },
  ),
};

/** As it stands inside of a manager's configuration. */
export const leaderMigration = struct({ apiVersion: text(), kind: text(), ...leaderMigrationFields });

const schema = struct(
  { apiVersion: text({ "x-required": true }), kind: text({ "x-required": true }), ...leaderMigrationFields },
  { $id: "LeaderMigrationConfiguration" },
);

type LeaderMigration = Static<typeof schema>;

const locks = ["leases", "endpoints"] as const;

const complete: Rule<LeaderMigration> = {
  id: "controller-manager/leader-migration",
  severity: "error",
  cause: "required",
  summary: "a leader migration has a name, a lock, and a component for each controller",
  check({ leaderName, resourceLock = "", controllerLeaders = [] }, _context, report) {
    if (!leaderName) report({ path: ["leaderName"], message: "`leaderName` must be set" });
    if (!locks.some((known) => known === resourceLock)) {
      const message = `must be "leases" (or "endpoints"); got "${resourceLock}"`;
      report({ path: ["resourceLock"], cause: "invalid", message, value: resourceLock });
    }
    for (const [index, leader] of controllerLeaders.entries()) {
      for (const name of ["component", "name"] as const) {
        if (!leader[name]) report({ path: ["controllerLeaders", index, name], message: `\`${name}\` must be set` });
      }
    }
  },
};

export const leaderMigrationConfiguration: Kind<LeaderMigration> = {
  kind: "LeaderMigrationConfiguration",
  group: "controllermanager.config.<domain>",
  versions: ["v1", "v1beta1", "v1alpha1"].map((name) => ({ name, schema })),
  description: "Which controllers move from one controller manager to another.",
  rules: [complete],
  loader: {
    flag: "--leader-migration-config",
    emptyFile: "error",
    unknownFields: "error",
    mayOmit: "nothing",
  },
};
