/**
 * storage.k8s.io/v1 VolumeAttachment: requests that a driver attaches a volume to a node.
 *
 * @module
 */
import type { PersistentVolumeSpec } from "../../api/types/core-v1.ts";
import type { VolumeAttachment } from "../../api/types/storage-v1.ts";
import { atMostBytes, type Demand, text } from "../../rule/demand.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { accessModes } from "../core/claim-checks.ts";
import { checkSource } from "../core/persistent-volume-source.ts";
import { defaultVolumeSource } from "../core/pod-defaults.ts";
import { roundToMillis } from "../core/resource-list.ts";
import { declaredDriverName, driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { declaredImmutableError, immutableFields } from "../meta/object-meta-update-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { attachmentColumns } from "./columns.ts";

const subdomain = text(validateDns1123Subdomain);

const attacherAndNode = rule<VolumeAttachment>(
  {
    id: "volume-attachment/ends",
    severity: "error",
    summary: "an attachment has an attacher and a node",
  },
  ({ spec: { attacher, nodeName = "" } = {} }, place, { oldObject }) => {
    const at = place.at("spec");
    // For a change, kube-apiserver first reports that the spec is immutable, and skips declarative validation.
    const isNew = oldObject === undefined;
    const ofAttacher = at.at("attacher");
    if (!attacher) ofAttacher.required(undefined, isNew ? { after: [] } : {});
    else if (isNew) declaredDriverName(attacher, ofAttacher);
    else driverName(attacher, ofAttacher);
    subdomain(nodeName, at.at("nodeName"));
  },
);

/** Fields of a PersistentVolume that an inline volume of an attachment must not have. */
const forbiddenInlineFields = ["claimRef", "capacity", "nodeAffinity", "storageClassName"] as const;

/** Other fields of a PersistentVolume, with the only value that an inline volume may have. */
const requiredInlineValues = { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" } as const;

const inlineValueErrors = {
  persistentVolumeReclaimPolicy: "may only be Retain",
  volumeMode: "may not specify volumeMode other than Filesystem",
} as const;

const inlineVolume: Demand<PersistentVolumeSpec> = (spec, place) => {
  const given = { ...spec, capacity: Object.keys(spec.capacity ?? {}).length > 0 };
  for (const field of forbiddenInlineFields.filter((name) => given[name])) {
    const after = field === "capacity" ? { after: [...place.path, "inlineCapacity"] } : {};
    place.at(field).forbidden(`\`${field}\` must be absent in an inline volume`, after);
  }
  for (const [field, only] of Object.entries(requiredInlineValues) as [keyof typeof requiredInlineValues, string][]) {
    const value = spec[field];
    if (value && value !== only)
      place.at(field).say(`must be ${only} here; got ${JSON.stringify(value)}`, {
        cause: "forbidden",
        value,
        serverText: `${inlineValueErrors[field]} in the context of inline volumes`,
        hides: place.at(field).path,
      });
  }
  accessModes(spec.accessModes ?? [], place.at("accessModes"));
  if (!spec.csi) {
    const after = [...place.path, "inlineSource"];
    place.at("csi").required("`csi` must be set: an inline volume spec supports no other volume source", { after });
  }
  if (checkSource(spec, place, "") === "local") {
    const after = place.at("local").path;
    place
      .at("nodeAffinity")
      .required("a local volume needs `nodeAffinity`, which an inline volume cannot have", { after });
  }
};

/** Validates the name of a volume. kube-apiserver does this after the rest of the spec, even for an absent name. */
function checkVolumeName(name: string, place: Place<string>, isOnly: boolean): void {
  const after = ["spec"];
  const faults = validateDns1123Subdomain(name);
  if (name === "" && isOnly) {
    const also = faults.map((fault): AlsoNamed => ({ cause: "invalid", serverText: `"": ${fault}`, after }));
    place.required(undefined, { also });
  } else for (const fault of faults) place.invalid(fault, name, { after });
}

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
      const hides = at.at("inlineVolumeSpec").path;
      at.say("must not have both `persistentVolumeName` and `inlineVolumeSpec`", { cause: "forbidden", hides });
    } else if (name === undefined && inline === undefined) {
      at.required("`persistentVolumeName` or `inlineVolumeSpec` must be set");
    }
    if (name !== undefined) checkVolumeName(name, at.at("persistentVolumeName"), inline === undefined);
    else if (inline !== undefined) inlineVolume(inline, at.at("inlineVolumeSpec"));
  },
);

const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

const status = rule<VolumeAttachment>(
  {
    id: "volume-attachment/status",
    severity: "error",
    summary:
      "an attachment's errors are at most 1024 bytes with a code of 0 or above, and its metadata at most 256 KiB",
  },
  ({ status: found = {} }, place, { subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status");
    const entries = Object.entries(found.attachmentMetadata ?? {});
    const bytes = entries.reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(value), 0);
    if (bytes > maxMetadataBytes) {
      at.at("attachmentMetadata").say(`must have at most ${maxMetadataBytes} bytes; has ${bytes}`, {
        cause: "too-long",
      });
    }
    for (const name of ["attachError", "detachError"] as const) {
      const { message = "", errorCode = 0 } = found[name] ?? {};
      atMostBytes(maxMessageBytes)(message, at.at(name, "message"));
      if (errorCode < 0) {
        const serverText = `${errorCode}: must be between 0 and 2147483647, inclusive`;
        at.at(name, "errorCode").invalid("must be 0 or above", errorCode, { serverText });
      }
    }
  },
);

const fixed = immutableFields<VolumeAttachment>(
  { id: "volume-attachment/immutable", summary: "the spec of a VolumeAttachment is immutable" },
  ["spec"],
  { serverError: declaredImmutableError },
);

export const volumeAttachment = kind("storage/v1.VolumeAttachment", {
  rules: [attacherAndNode, source, status, fixed],
  applyDefaults({ spec }) {
    const inline = spec?.source?.inlineVolumeSpec;
    if (!inline) return;
    roundToMillis(inline.capacity);
    defaultVolumeSource(inline);
  },
  resource: { columns: attachmentColumns, ...statusOnlyStrategy },
});
