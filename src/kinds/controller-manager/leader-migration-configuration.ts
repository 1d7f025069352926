/**
 * LeaderMigrationConfiguration: which controllers move from one controller manager to another without two running.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";

const sharedFields = {
  leaderName: text({ description: "Name of the lease that both managers hold.", "x-required": true }),
  controllerLeaders: list(
    struct({
      name: text({ description: "The controller.", "x-required": true }),
      component: text({ description: "The manager that runs it; `*` for any.", "x-required": true }),
    }),
    { description: "Controllers that move.", "x-required": true },
  ),
};

/** Version v1 knows leases only. */
const fieldsBeforeV1 = {
  ...sharedFields,
  resourceLock: text({ description: "What the lease is: leases.", "x-required": true }),
};

/** As it stands inside of a manager's configuration. */
export const leaderMigration = struct({ apiVersion: text(), kind: text(), ...fieldsBeforeV1 });

const identity = { apiVersion: text({ "x-required": true }), kind: text({ "x-required": true }) };
const schema = struct({ ...identity, ...sharedFields }, { $id: "LeaderMigrationConfiguration" });
const schemaBeforeV1 = struct({ ...identity, ...fieldsBeforeV1 }, { $id: "LeaderMigrationConfigurationBeforeV1" });

type LeaderMigration = Static<typeof schemaBeforeV1>;

const locks = ["leases", "endpoints"] as const;

const complete = rule<LeaderMigration>(
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

export const leaderMigrationConfiguration: Kind<LeaderMigration> = {
  kind: "LeaderMigrationConfiguration",
  group: "controllermanager.config.<domain>",
  versions: [
    { name: "v1", schema },
    { name: "v1beta1", schema: schemaBeforeV1 },
    { name: "v1alpha1", schema: schemaBeforeV1 },
  ],
  description: "Which controllers move from one controller manager to another.",
  rules: [complete],
  loader: {
    flag: "--leader-migration-config",
    emptyFile: "error",
    unknownFields: "error",
    mayOmit: "nothing",
  },
};
