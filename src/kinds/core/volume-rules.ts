/**
 * What the API server asks of volumes: a name, one source, and what each source cannot do without.
 *
 * @module
 */
import { validateDns1123Label, validateDns1123Subdomain } from "../../lexical/names.ts";
import { quantitySign } from "../../lexical/quantity.ts";
import { utf8Length } from "../../lexical/utf8.ts";
import {
  type Check,
  type Checks,
  each,
  fields,
  inRange,
  required,
  setFields,
  text,
  unique,
  unlessEmpty,
  whenSet,
} from "../../rule/check.ts";
import { claimTemplate } from "./claim-checks.ts";
import { descending, noBacksteps } from "./path-checks.ts";
import type { PodRule, PodScope } from "./pod-rule.ts";
import { downwardAPIFiles, fileMode, keysToPaths, projectedVolume, userId } from "./projected-volume-rules.ts";
import { quantityOf } from "./resource-rules.ts";
import type { Volume, VolumeSource } from "./volume.ts";
import type {
  AzureDiskVolumeSource,
  CsiVolumeSource,
  FcVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  IscsiVolumeSource,
  QuobyteVolumeSource,
} from "./volume-sources.ts";

type VolumeScope = PodScope & { readonly volumeName: string };

const name = required<string>();
const label = text(validateDns1123Label);
const partition = inRange(0, 255);
const secretName: Check<{ readonly name?: string } | undefined> = fields<{ readonly name?: string }>({ name });

const absolute: Check<string> = (value, place) => {
  if (!value.startsWith("/")) place.invalid("must be an absolute path", value);
};

/** Modes of a directory may have the sticky bit. */
const directoryMode = inRange(0, 0o1777);

/** The forms of names by how they start. */
const iscsiNames: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.[A-Za-z\d.-]+:[^,;*&$|\t\n\f\r ]+$/,
  eui: /^eui.[A-Za-z\d]{16}$/,
  naa: /^naa.[A-Za-z\d]{32}$/,
};

const iscsiName: Check<string> = (value, place) => {
  const form = iscsiNames[value.slice(0, 3)];
  if (!form) place.invalid("must start with iqn, eui or naa", value);
  else if (!form.test(value)) place.invalid("must be a well-formed iSCSI name", value);
};

/** In bytes; what is longer makes no directory name. */
const maxInitiatorBytes = 64;

const iscsi: Check<IscsiVolumeSource, VolumeScope> = (source, place, scope) => {
  iscsiFields(source, place, scope);
  const { chapAuthDiscovery, chapAuthSession, secretRef, initiatorName, targetPortal = "" } = source;
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef)
    place.at("secretRef").required("`secretRef` must be set for CHAP");
  if (initiatorName !== undefined && utf8Length(`${scope.volumeName}:${targetPortal}`) > maxInitiatorBytes) {
    place
      .at("initiatorName")
      .say(
        `the volume's name and \`targetPortal\` must have at most ${maxInitiatorBytes - 1} bytes together`,
        "invalid",
      );
  }
};
const iscsiFields = fields<IscsiVolumeSource>({
  targetPortal: name,
  iqn: required(iscsiName),
  lun: whenSet(partition),
  initiatorName: whenSet(iscsiName),
});

const fc: Check<FcVolumeSource> = ({ targetWWNs = [], wwids = [], lun }, place) => {
  if (targetWWNs.length === 0 && wwids.length === 0)
    place.at("targetWWNs").required("`targetWWNs` or `wwids` must be set");
  if (targetWWNs.length === 0) return;
  if (wwids.length > 0) place.at("targetWWNs").say("must be absent where `wwids` is set", "invalid", { atKey: true });
  if (lun === undefined) place.at("lun").required("`lun` must be set with `targetWWNs`");
  else partition(lun, place.at("lun"), undefined);
};

const maxTenantBytes = 64;

const quobyte: Check<QuobyteVolumeSource> = ({ registry = "", tenant = "", volume }, place) => {
  const at = place.at("registry");
  if (registry === "") at.required();
  else if (utf8Length(tenant) > maxTenantBytes) {
    place.at("tenant").say(`must have at most ${maxTenantBytes} characters`, "required");
  } else if (!registry.split(",").every(isHostAndPort))
    at.invalid("must be host:port, or several with commas", registry);
  name(volume, place.at("volume"), undefined);
};

/** As Go splits them: brackets around an address with colons. */
const isHostAndPort = (pair: string): boolean => /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair);

const flocker: Check<FlockerVolumeSource> = ({ datasetName = "", datasetUUID = "" }, place) => {
  if (datasetName === "" && datasetUUID === "") place.required("`datasetName` or `datasetUUID` must be set");
  if (datasetName !== "" && datasetUUID !== "")
    place.say("must not have both `datasetName` and `datasetUUID`", "invalid");
  if (datasetName.includes("/")) place.at("datasetName").invalid('must not contain "/"', datasetName);
};

const flexVolume: Check<FlexVolumeSource> = ({ driver, options = {} }, place) => {
  name(driver, place.at("driver"), undefined);
  for (const key of Object.keys(options)) {
    const domain = `.${key.split("/", 1)[0]?.toLowerCase()}`;
    if (!domain.endsWith(".kubernetes.io") && !domain.endsWith(".k8s.io")) continue;
    place.at("options").at(key).invalid("must not be in a reserved domain", key, { atKey: true });
  }
};

const azureDisk: Check<AzureDiskVolumeSource> = ({ diskName, diskURI = "", kind }, place) => {
  name(diskName, place.at("diskName"), undefined);
  const at = place.at("diskURI");
  if (diskURI === "") at.required();
  const start = kind === "Managed" ? "/subscriptions/" : "https://";
  if (kind !== undefined && !diskURI.startsWith(start)) {
    at.say(`must start with ${start} for a disk of kind ${kind}; got ${JSON.stringify(diskURI)}`, "unsupported", {
      value: diskURI,
    });
  }
};

const maxDriverBytes = 63;

const driverName: Check<string> = (value, place) => {
  if (utf8Length(value) > maxDriverBytes) place.say(`must have at most ${maxDriverBytes} bytes`, "too-long");
  for (const fault of validateDns1123Subdomain(value.toLowerCase())) place.invalid(fault, value);
};

const csi = fields<CsiVolumeSource>({
  driver: required(driverName),
  nodePublishSecretRef: fields<{ readonly name?: string }>({ name: required(text(validateDns1123Subdomain)) }),
});

/** What the fields of each source must hold; of two sources only the first counts. */
const sources: Checks<VolumeSource, VolumeScope> = {
  emptyDir: {
    sizeLimit: (value, place) => {
      if (value !== undefined && quantitySign(quantityOf(value)) < 0)
        place.say(`must be 0 or above; got ${value}`, "forbidden");
    },
    mode: whenSet(directoryMode),
  },
  hostPath: { path: required(noBacksteps) },
  gitRepo: { repository: name, directory: unlessEmpty(descending) },
  gcePersistentDisk: { pdName: name, partition: whenSet(partition) },
  awsElasticBlockStore: { volumeID: name, partition: whenSet(partition) },
  secret: { secretName: name, defaultMode: fileMode, defaultUser: userId, items: keysToPaths },
  nfs: { server: name, path: required(absolute) },
  iscsi: whenSet(iscsi),
  glusterfs: { endpoints: name, path: name },
  flocker: whenSet(flocker),
  persistentVolumeClaim: { claimName: name },
  rbd: { monitors: required(), image: name },
  cinder: { volumeID: name, secretRef: secretName },
  cephfs: { monitors: required() },
  quobyte: whenSet(quobyte),
  downwardAPI: { defaultMode: fileMode, defaultUser: userId, items: downwardAPIFiles },
  fc: whenSet(fc),
  flexVolume: whenSet(flexVolume),
  configMap: { name, defaultMode: fileMode, defaultUser: userId, items: keysToPaths },
  azureFile: { secretName: name, shareName: name },
  vsphereVolume: { volumePath: name },
  photonPersistentDisk: { pdID: name },
  portworxVolume: { volumeID: name },
  azureDisk: whenSet(azureDisk),
  storageos: { volumeName: required(label), volumeNamespace: unlessEmpty(label), secretRef: secretName },
  projected: projectedVolume,
  scaleIO: { gateway: name, system: name, volumeName: name },
  csi,
  ephemeral: { volumeClaimTemplate: claimTemplate },
  image: { reference: name },
};

const checkSources = fields<VolumeSource, VolumeScope>(sources);

/** The first that is set is the source; another beside it is one too many. */
const sourceNames = Object.keys(sources) as (keyof VolumeSource)[];

const volumes: PodRule = {
  id: "pod/volumes",
  severity: "error",
  summary: "volumes have unique names, and one source each",
  check({ volumes: list = [] }, place, scope) {
    const at = place.at("volumes");
    checkVolumes(list, at, scope);
    unique(list, at, {
      textOf: ({ name: own }) => own,
      placeOf: (item) => item.at("name"),
      message: (own) => `must be unique in the pod; ${JSON.stringify(own)} is taken`,
    });
  },
};

const checkVolumes = each<Volume, PodScope>((volume, place) => {
  required(label)(volume.name, place.at("name"), undefined);
  const [source, ...others] = setFields(volume, sourceNames);
  for (const other of others) {
    place.at(other).forbidden(`\`${other}\` must be absent: the volume is of type ${source}`);
  }
});

const volumeSources: PodRule = {
  id: "pod/volume-sources",
  severity: "error",
  summary: "the source of a volume says where it is",
  check({ volumes: list = [] }, place, scope) {
    const at = place.at("volumes");
    for (const [index, volume] of list.entries()) {
      checkSources(volume, at.at(index), { ...scope, volumeName: volume.name ?? "" });
    }
  },
};

/** A pod's ephemeral volumes become claims, named for the pod and the volume. */
const ephemeralVolumes: PodRule = {
  id: "pod/ephemeral-volumes",
  severity: "error",
  summary: "the claim of an ephemeral volume has a valid name, and one user",
  check({ volumes: list = [] }, place, { metadata, isPod }) {
    const pod = isPod ? metadata.name : undefined;
    if (!pod || !list.some(({ ephemeral }) => ephemeral)) return;
    const made = new Set(list.filter(({ ephemeral }) => ephemeral).map(({ name: own = "" }) => `${pod}-${own}`));
    for (const [index, { name: own, ephemeral, persistentVolumeClaim }] of list.entries()) {
      const at = place.at("volumes").at(index);
      if (ephemeral && own) {
        for (const fault of validateDns1123Subdomain(`${pod}-${own}`)) {
          at.at("name").invalid(`the claim is named ${pod}-${own}; ${fault}`, own);
        }
      }
      const claim = persistentVolumeClaim?.claimName ?? "";
      if (made.has(claim)) {
        at.along(["persistentVolumeClaim", "claimName"]).invalid("must not be the claim of an ephemeral volume", claim);
      }
    }
  },
};

export const volumeRules: readonly PodRule[] = [volumes, volumeSources, ephemeralVolumes];
