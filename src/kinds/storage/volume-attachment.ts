/**
 * storage.k8s.io/v1 VolumeAttachment: asks a driver to attach a volume to a node.
 *
 * @module
 */
import type { PersistentVolumeSpec } from "../../api/types/core-v1.ts";
import type { VolumeAttachment } from "../../api/types/storage-v1.ts";
import { type Demand, required, text } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { accessModes } from "../core/claim-checks.ts";
import { checkSource } from "../core/persistent-volume-source.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { declaredImmutable, immutableFields } from "../meta/object-meta-update-rules.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { attachmentColumns } from "./columns.ts";

const subdomain = text(validateDns1123Subdomain);

const ends = rule<VolumeAttachment>(
  {
    id: "volume-attachment/ends",
    severity: "error",
    summary: "an attachment has an attacher and a node",
  },
  ({ spec: { attacher, nodeName = "" } = {} }, place, { oldObject }) => {
    const at = place.at("spec");
    if (attacher) driverName(attacher, at.at("attacher"));
    else at.at("attacher").required(undefined, oldObject ? {} : { after: at.path });
    subdomain(nodeName, at.at("nodeName"));
  },
);

/** Fields that a volume of its own has, and one inside an attachment has not. */
const ofOwnVolumes = ["claimRef", "capacity", "nodeAffinity", "storageClassName"] as const;

/** Other settings of a volume of its own, with the one value accepted here. */
const onlyValues = { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" } as const;

const inlineVolume: Demand<PersistentVolumeSpec> = (spec, place) => {
  const given = { ...spec, capacity: Object.keys(spec.capacity ?? {}).length > 0 };
  for (const field of ofOwnVolumes.filter((name) => given[name])) {
    place.at(field).forbidden(`\`${field}\` must be absent in an inline volume`);
  }
  for (const [field, only] of Object.entries(onlyValues) as [keyof typeof onlyValues, string][]) {
    const value = spec[field];
    if (value && value !== only)
      place.at(field).say(`must be ${only} here; got ${JSON.stringify(value)}`, { cause: "forbidden", value });
  }
  accessModes(spec.accessModes ?? [], place.at("accessModes"));
  if (!spec.csi) place.at("csi").required("`csi` must be set: an inline volume spec supports no other volume source");
  if (checkSource(spec, place, "") === "local") {
    place.at("nodeAffinity").required("a local volume needs `nodeAffinity`, which an inline volume cannot have");
  }
};

const source = rule<VolumeAttachment>(
  {
    id: "volume-attachment/source",
    severity: "error",
    summary: "an attachment has one volume: a PersistentVolume name or an inline volume spec",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "source");
    const { persistentVolumeName: name, inlineVolumeSpec: inline } = spec?.source ?? {};
    if (name !== undefined && inline !== undefined) {
      at.say("must not have both `persistentVolumeName` and `inlineVolumeSpec`", { cause: "forbidden" });
    } else if (name === undefined && inline === undefined) {
      at.required("`persistentVolumeName` or `inlineVolumeSpec` must be set");
    }
    if (name !== undefined) required(name, at.at("persistentVolumeName"), subdomain);
    else if (inline !== undefined) inlineVolume(inline, at.at("inlineVolumeSpec"));
  },
);

const fixed = immutableFields<VolumeAttachment>(
  { id: "volume-attachment/immutable", summary: "the spec of a VolumeAttachment is immutable" },
  ["spec"],
  { says: declaredImmutable },
);

export const volumeAttachment = kind("storage/v1.VolumeAttachment", {
  rules: [ends, source, fixed],
  resource: { columns: attachmentColumns, ...statusAlone },
});
