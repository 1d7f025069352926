/**
 * storagemigration.k8s.io/v1 StorageVersionMigration: rewrites all objects of a resource in the current storage
 * version.
 *
 * @module
 */
import type { StorageVersionMigration, StorageVersionMigrationStatus } from "../../api/types/storagemigration-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateDns1035Label, validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { column, nameColumn } from "../meta/columns.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";

const resource = rule<StorageVersionMigration>(
  {
    id: "storage-version-migration/resource",
    severity: "error",
    summary: "`resource` has the plural name of a resource, and the API group unless it is the core group",
  },
  ({ spec }, place, { subresource }) => {
    // kube-apiserver validates nothing but the status in a write of the status.
    if (subresource === "status") return;
    const { resource: name, group } = spec?.resource ?? {};
    const at = place.at("spec", "resource");
    if (!name) at.at("resource").required();
    else for (const fault of validateDns1035Label(name)) at.at("resource").invalid(fault, name);
    if (group) for (const fault of validateDns1123Subdomain(group)) at.at("group").invalid(fault, group);
  },
);

const fixed = rule<StorageVersionMigration>(
  { id: "storage-version-migration/immutable", severity: "error", summary: "the spec of a migration is immutable" },
  ({ spec }, place, { oldObject }) => {
    if (oldObject === undefined || semanticEqual(spec, oldObject.spec)) return;
    place.at("spec").say("field is immutable", { atKey: true });
  },
);

/** Matches a resource version without leading zeros, as kube-apiserver writes it. */
const revisionPattern = /^[1-9][0-9]*$/;

const status = rule<StorageVersionMigration>(
  {
    id: "storage-version-migration/status",
    severity: "error",
    summary: "the `resourceVersion` of a migration is immutable, and a finished migration keeps its result",
  },
  ({ status: now = {} }, place, { oldObject, subresource }) => {
    if (subresource !== "status") return;
    const { status: before = {} }: StorageVersionMigration = oldObject ?? {};
    const [version, conditions] = [place.at("status", "resourceVersion"), place.at("status", "conditions")];
    const { resourceVersion = "" } = now;
    if (resourceVersion !== "" && !revisionPattern.test(resourceVersion)) {
      version.invalid("must be digits that do not begin with 0", resourceVersion);
    }
    if (before.resourceVersion && before.resourceVersion !== resourceVersion) {
      version.say("field is immutable", { atKey: true, value: resourceVersion });
    }
    if (isTrue(now, "Succeeded") && isTrue(now, "Failed")) conditions.say("must not be both Succeeded and Failed");
    for (const type of ["Succeeded", "Failed"]) {
      if (isTrue(before, type) && !isTrue(now, type)) conditions.say(`must keep ${type}, which was True`);
    }
  },
);

const isTrue = ({ conditions = [] }: StorageVersionMigrationStatus, wanted: string): boolean =>
  conditions.find(({ type }) => type === wanted)?.status === "True";

const resourceCell = ({ spec }: StorageVersionMigration): string => {
  const { resource: name = "", group = "" } = spec?.resource ?? {};
  return group === "" ? name : `${name}.${group}`;
};

const phases = ["Running", "Failed", "Succeeded"];

const phaseCell = ({ status }: StorageVersionMigration): string =>
  status?.conditions?.findLast(({ type = "", status: is }) => is === "True" && phases.includes(type))?.type ??
  "Unknown";

const columns: readonly Column<object>[] = [
  { ...nameColumn, format: "" } as Column<object>,
  column<StorageVersionMigration>("Resource", "The resource whose objects are written again.", resourceCell),
  column<StorageVersionMigration>("Status", "How far it is.", phaseCell),
];

export const storageVersionMigration = kind("storagemigration/v1.StorageVersionMigration", {
  rules: [resource, fixed, status, statusConditions("common", "is required")],
  resource: { columns, ...statusOnlyStrategy },
});
