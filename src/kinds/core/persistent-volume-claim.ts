/**
 * v1 PersistentVolumeClaim: a request for storage, bound to a volume.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { asRule } from "../../rule/check.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { claimSpec } from "./claim-checks.ts";
import { defaultClaimSpec } from "./claim-defaults.ts";
import type { PersistentVolumeClaimSpec } from "./persistent-volume-claim-spec.ts";

interface PersistentVolumeClaim {
  metadata?: ObjectMeta;
  spec?: PersistentVolumeClaimSpec;
  status?: { phase?: string };
}

const wellFormed = asRule<PersistentVolumeClaim>(
  {
    id: "volume-claim/spec",
    severity: "error",
    summary: "a claim says how it is mounted and how much storage it asks for",
  },
  ({ spec }, place, context) => claimSpec(spec ?? {}, place.at("spec"), context),
);

/** What changes when a volume is resized, or bound. */
const changing = ["resources", "volumeAttributesClassName"] as const;

const fixed = asRule<PersistentVolumeClaim>(
  {
    id: "volume-claim/immutable",
    severity: "error",
    cause: "forbidden",
    summary: "a claim never changes, but for the size of a bound one",
  },
  ({ spec = {}, status }, place, { oldObject }) => {
    const { spec: stored } = (oldObject ?? {}) as PersistentVolumeClaim;
    if (!stored) return;
    const now: PersistentVolumeClaimSpec = { ...spec };
    const before: PersistentVolumeClaimSpec = { ...stored };
    if (!stored.volumeName) delete now.volumeName;
    if (stored.storageClassName === undefined) delete now.storageClassName;
    for (const name of status?.phase === "Bound" ? changing : []) {
      delete now[name];
      delete before[name];
    }
    if (!semanticEqual(now, before)) place.at("spec").say("must stay as it is stored", "forbidden", { atKey: true });
  },
);

export const persistentVolumeClaim: Kind<PersistentVolumeClaim> = kindFromTable<PersistentVolumeClaim>(
  "",
  "PersistentVolumeClaim",
  {
    rules: [wellFormed, fixed],
    // Where a claim is but a template, the server drops nothing.
    notes: {
      "spec.dataSourceRef": { "x-gate": "CrossNamespaceVolumeDataSource", "x-gate-part": "namespace" },
    },
    applyDefaults(object) {
      object.spec ??= {};
      defaultClaimSpec(object.spec);
      object.status ??= {};
      object.status.phase ||= "Pending";
    },
  },
);
