/**
 * Validates persistent volume claims like kube-apiserver.
 *
 * @module
 */
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from "../../api/types/core-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { type Demand, required, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import type { RuleInfo } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { quantitySign, quantityValue } from "../../text/quantity.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { labelFindings } from "../meta/labels.ts";
import { adviseOnWholeBytes, quantityOf } from "./resource-rules.ts";

const subdomain = text(validateDns1123Subdomain);
const label = text(validateDns1123Label);

const dataSource: Demand<TypedObjectReference> = (source, place) => {
  required(source.name, place.at("name"));
  required(source.kind, place.at("kind"));
  unlessEmpty(source.apiGroup, place.at("apiGroup"), subdomain);
  unlessEmpty(source.namespace, place.at("namespace"), label);
  if (!source.apiGroup && source.kind !== "PersistentVolumeClaim") {
    const field = place.path;
    place.at("kind").invalid('must be "PersistentVolumeClaim" in the core group', source.kind ?? "", { field });
  }
};

/** Validates the spec of a claim. */
export const claimSpec: Demand<PersistentVolumeClaimSpec> = (spec, place) => {
  unlessEmpty(spec.storageClassName, place.at("storageClassName"), subdomain);
  unlessEmpty(spec.volumeAttributesClassName, place.at("volumeAttributesClassName"), subdomain);
  whenSet(spec.dataSourceRef, place.at("dataSourceRef"), dataSource);
  place.at("selector").pass(labelSelectorFindings(spec.selector ?? {}));
  accessModes(spec.accessModes ?? [], place.at("accessModes"), "at least 1 access mode is required");
  const field = [...place.path, "resources[storage]"];
  const after = place.at("resources").path;
  checkStorage(
    spec.resources?.requests?.["storage"],
    place.at("resources", "requests", "storage").changing((finding) => ({ ...finding, field, after })),
  );
  checkSources(spec, place);
};

export const wholeBytesInfo: RuleInfo = {
  id: "volume-claim/fractional-bytes",
  severity: "warning",
  summary: "a claim asks for whole bytes",
};

/**
 * Warns about the storage request and limit of a claim.
 *
 * @param upstream - the path of the spec in kube-apiserver's warnings
 */
export function adviseOnClaim(
  { resources }: PersistentVolumeClaimSpec,
  place: Place<PersistentVolumeClaimSpec>,
  upstream: FieldPath = place.path,
): void {
  for (const part of ["requests", "limits"] as const) {
    const amount = resources?.[part]?.["storage"];
    if (amount === undefined) continue;
    const field = [...upstream, "resources", `${part}[storage]`];
    adviseOnWholeBytes(amount, place.at("resources", part, "storage"), { field });
  }
}

export const oldAnnotationInfo: RuleInfo = {
  id: "volume/old-annotation",
  severity: "warning",
  summary: "storage class and mount options are fields, not annotations",
};

/** The annotation with the storage class of a claim or a volume, which predates the field. */
export const classAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The fields that replaced annotations, and the release that deprecated the annotation. */
const fieldsOfAnnotations = {
  [classAnnotation]: { since: "1.8", field: "storageClassName" },
  "volume.beta.kubernetes.io/mount-options": { since: "1.31", field: "mountOptions" },
} as const;

type OldAnnotation = keyof typeof fieldsOfAnnotations;

export function adviseOnStorageAnnotations(
  metadata: ObjectMeta | undefined,
  names: readonly OldAnnotation[],
  { place, reaches }: Pick<Visit<{ readonly metadata?: ObjectMeta }>, "place" | "reaches">,
): void {
  for (const name of names) {
    const { since, field } = fieldsOfAnnotations[name];
    if (metadata?.annotations?.[name] === undefined || !reaches(since)) continue;
    place.at("metadata", "annotations", name).say(`the annotation is deprecated since ${since}`, {
      help: `use the field \`spec.${field}\``,
      serverWarning: `{field}: deprecated since v${since}; use "${field}" attribute instead`,
      atKey: true,
    });
  }
}

/** Modes that can be combined. */
const sharedModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"];

/** Validates the access modes of a claim or a volume. */
export function accessModes(modes: readonly string[], place: Place<readonly string[]>, serverText = ""): void {
  if (modes.length === 0) place.required("`accessModes` must have at least one mode", { serverText });
  if (modes.includes("ReadWriteOncePod") && modes.some((mode) => sharedModes.includes(mode))) {
    place.say("must not combine ReadWriteOncePod with other modes", { cause: "forbidden" });
  }
}

function checkStorage(storage: string | undefined, place: Place<string>): void {
  if (storage === undefined) place.required("`storage` must be requested");
  else if (quantitySign(quantityOf(storage)) <= 0) positiveFault(storage, place);
}

const positiveFault = (amount: string, place: Place<string>): void =>
  place.invalid("must be above 0", amount, { serverText: positiveText(amount) });

/** Requires a positive amount. For a negative one, kube-apiserver reports a second error. */
export function positiveAmount(amount: string, place: Place<string>): void {
  const sign = quantitySign(quantityOf(amount));
  if (sign === 0) positiveFault(amount, place);
  if (sign >= 0) return;
  const also = [{ serverText: positiveText(amount) }];
  place.invalid("must be above 0", amount, { serverText: unsoundAmountText(amount), also });
}

const positiveText = (amount: string): string => `${showGoValue(amount)}: must be greater than zero`;

export const unsoundAmountText = (amount: string): string =>
  `${quantityValue(quantityOf(amount))}: must be a valid resource quantity`;

/** The kinds that `dataSource` may name. kube-apiserver drops any other silently. */
const olderSources: readonly string[] = ["/PersistentVolumeClaim", "snapshot.storage.k8s.io/VolumeSnapshot"];

export const isOlderSource = ({ apiGroup, kind = "" }: TypedObjectReference): boolean =>
  olderSources.includes(`${apiGroup ?? ""}/${kind}`);

function checkSources(
  { dataSource: older, dataSourceRef: newer }: PersistentVolumeClaimSpec,
  place: Place<PersistentVolumeClaimSpec>,
): void {
  if (!older) return;
  dataSource(older, place.at("dataSource"));
  if (!newer) return;
  const at = place.at("dataSource");
  const field = place.path;
  if (newer.namespace) {
    const serverText = "{}: may not be specified when dataSourceRef.namespace is specified";
    at.say("must be absent when `dataSourceRef` has a namespace", { atKey: true, field, serverText });
  } else if (older.kind !== newer.kind || older.name !== newer.name || older.apiGroup !== newer.apiGroup) {
    const see = place.at("dataSourceRef").note("the other");
    at.say("must be equal to `dataSourceRef`", { field, see, serverText: "{}: must match dataSourceRef" });
  }
}

/** Validates the metadata of a claim template. */
export const templateMetadata: Demand<ObjectMeta> = (metadata, place) => {
  place.at("labels").pass(labelFindings(metadata.labels));
  for (const key of Object.keys(metadata.annotations ?? {})) {
    for (const fault of validateQualifiedName(key.toLowerCase())) {
      place.at("annotations", key).invalid(fault, key, { atKey: true });
    }
  }
  for (const [name, value] of Object.entries(metadata)) {
    // kube-apiserver treats an empty text and the generation 0 as absent.
    const isAbsent = value === "" || (name === "generation" && Number(value) === 0);
    if (name === "labels" || name === "annotations" || isAbsent) continue;
    place.along([name]).forbidden(`\`${name}\` must be absent: a claim template has labels and annotations only`, {
      serverText: "cannot be set",
      ...(name === "uid" && { field: [...place.path, "uID"] }),
    });
  }
};

/** Validates the claim template of an ephemeral volume. */
export const claimTemplate: Demand<PersistentVolumeClaimTemplate | undefined> = (value, place) => {
  if (!value) {
    place.required();
    return;
  }
  whenSet(value.metadata, place.at("metadata"), templateMetadata);
  claimSpec(value.spec ?? {}, place.at("spec"));
};
