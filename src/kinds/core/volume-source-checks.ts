/**
 * Demands on sources of volumes, whether a pod has them or the cluster.
 *
 * @module
 */
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  Volume,
} from "../../api/types/core-v1.ts";
import { type Check, type Checks, fields, inRange, required, text, unlessEmpty, whenSet } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { noBacksteps } from "./path-checks.ts";

/** Where a volume of a pod is: one of these. */
export type VolumeSource = Omit<Volume, "name">;

/** The inputs of checks of sources apart from the source. */
export interface SourceScope {
  readonly volumeName: string;
}

const name = required<string>();
const label = text(validateDns1123Label);
const partition = inRange(0, 255);
const secretName: Check<{ readonly name?: string } | undefined> = fields<{ readonly name?: string }>({ name });

const absolute: Check<string> = (value, place) => {
  if (!value.startsWith("/")) place.invalid("must be an absolute path", value);
};

/** The forms of names by how they start. */
const iscsiNames: ReadonlyMap<string, (name: string) => boolean> = new Map(
  Object.entries({
    iqn: isQualifiedIscsiName,
    eui: (name: string) => /^eui.[A-Za-z\d]{16}$/.test(name),
    naa: (name: string) => /^naa.[A-Za-z\d]{32}$/.test(name),
  }),
);

/** `/iqn\.\d{4}-\d{2}\.[A-Za-z\d.-]+:[^,;*&$|\s]+$/` in linear time: anything may be before it. */
function isQualifiedIscsiName(name: string): boolean {
  const parts = (name.split(/[,;*&$|\t\n\f\r ]/).at(-1) ?? "").split(":");
  const isDated = (part: string) => /iqn\.\d{4}-\d{2}\../.test(part.split(/[^A-Za-z\d.-]/).at(-1) ?? "");
  return parts.slice(0, parts.at(-1) === "" ? -2 : -1).some(isDated);
}

const iscsiName: Check<string> = (value, place) => {
  const form = iscsiNames.get(value.slice(0, 3));
  if (!form) place.invalid("must start with iqn, eui or naa", value);
  else if (!form(value)) place.invalid("must be a well-formed iSCSI name", value);
};

/** In bytes; what is longer makes no directory name. */
const maxInitiatorBytes = 64;

const iscsi: Check<ISCSIVolumeSource, SourceScope> = (source, place, scope) => {
  iscsiFields(source, place, scope);
  const { chapAuthDiscovery, chapAuthSession, secretRef, initiatorName, targetPortal = "" } = source;
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef)
    place.at("secretRef").required("`secretRef` must be set for CHAP");
  if (initiatorName !== undefined && utf8Length(`${scope.volumeName}:${targetPortal}`) > maxInitiatorBytes) {
    place
      .at("initiatorName")
      .say(`the volume's name and \`targetPortal\` must have at most ${maxInitiatorBytes - 1} bytes together`);
  }
};
const iscsiFields = fields<ISCSIVolumeSource>({
  targetPortal: name,
  iqn: required(iscsiName),
  lun: whenSet(partition),
  initiatorName: whenSet(iscsiName),
});

const fc: Check<FCVolumeSource> = ({ targetWWNs = [], wwids = [], lun }, place) => {
  if (targetWWNs.length === 0 && wwids.length === 0)
    place.at("targetWWNs").required("`targetWWNs` or `wwids` must be set");
  if (targetWWNs.length === 0) return;
  if (wwids.length > 0) place.at("targetWWNs").say("must not be set together with `wwids`", { atKey: true });
  if (lun === undefined) place.at("lun").required("`lun` must be set with `targetWWNs`");
  else partition(lun, place.at("lun"));
};

const maxTenantBytes = 64;

const quobyte: Check<QuobyteVolumeSource> = ({ registry = "", tenant = "", volume }, place) => {
  const at = place.at("registry");
  if (registry === "") at.required();
  else if (utf8Length(tenant) > maxTenantBytes) {
    place.at("tenant").say(`must have at most ${maxTenantBytes} characters`, { cause: "required" });
  } else if (!registry.split(",").every(isHostAndPort))
    at.invalid("must be host:port, or several separated by commas", registry);
  name(volume, place.at("volume"), undefined);
};

/** As Go splits them: brackets around an address with colons. */
const isHostAndPort = (pair: string): boolean => /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair);

const flocker: Check<FlockerVolumeSource> = ({ datasetName = "", datasetUUID = "" }, place) => {
  if (datasetName === "" && datasetUUID === "") place.required("`datasetName` or `datasetUUID` must be set");
  if (datasetName !== "" && datasetUUID !== "") place.say("must not have both `datasetName` and `datasetUUID`");
  if (datasetName.includes("/")) place.at("datasetName").invalid('must not contain "/"', datasetName);
};

const flexVolume: Check<FlexVolumeSource> = ({ driver, options = {} }, place) => {
  name(driver, place.at("driver"), undefined);
  for (const key of Object.keys(options)) {
    const domain = `.${key.split("/", 1)[0]?.toLowerCase()}`;
    if (!domain.endsWith(".kubernetes.io") && !domain.endsWith(".k8s.io")) continue;
    place.at("options", key).invalid("must not be in a reserved domain", key, { atKey: true });
  }
};

const azureDisk: Check<AzureDiskVolumeSource> = ({ diskName, diskURI = "", kind }, place) => {
  name(diskName, place.at("diskName"), undefined);
  const at = place.at("diskURI");
  if (diskURI === "") at.required();
  const start = kind === "Managed" ? "/subscriptions/" : "https://";
  if (kind !== undefined && !diskURI.startsWith(start)) {
    at.say(`must start with ${start} for a disk of kind ${kind}; got ${JSON.stringify(diskURI)}`, {
      cause: "unsupported",
      value: diskURI,
    });
  }
};

const maxDriverBytes = 63;

export const driverName: Check<string> = (value, place) => {
  if (utf8Length(value) > maxDriverBytes) place.say(`must have at most ${maxDriverBytes} bytes`, { cause: "too-long" });
  for (const fault of validateDns1123Subdomain(value.toLowerCase())) place.invalid(fault, value);
};

/** The API server's name for a source that is one too many, where it is not what it calls the field. */
const surplusName: ReadonlyMap<string, string> = new Map([
  ["gcePersistentDisk", "gcePersistentDisk"],
  ["cephfs", "cephFS"],
  ["downwardAPI", "downwarAPI"],
]);

/** Reports a source in addition to the one that counts. */
export function forbidSurplus(other: string, first: string, volume: Place): void {
  const field = [...volume.path, surplusName.get(other) ?? other];
  volume.at(other).forbidden(`\`${other}\` must be absent: the volume is of type ${first}`, { field });
}

/** By the field that holds the source. */
export const sharedSources = {
  hostPath: { path: required(noBacksteps) },
  gcePersistentDisk: { pdName: name, partition: whenSet(partition) },
  awsElasticBlockStore: { volumeID: name, partition: whenSet(partition) },
  nfs: { server: name, path: required(absolute) },
  iscsi: whenSet(iscsi),
  glusterfs: { endpoints: name, path: name },
  flocker: whenSet(flocker),
  rbd: { monitors: required(), image: name },
  cinder: { volumeID: name, secretRef: secretName },
  cephfs: { monitors: required() },
  quobyte: whenSet(quobyte),
  fc: whenSet(fc),
  flexVolume: whenSet(flexVolume),
  azureFile: { secretName: name, shareName: name },
  vsphereVolume: { volumePath: name },
  photonPersistentDisk: { pdID: name },
  portworxVolume: { volumeID: name },
  azureDisk: whenSet(azureDisk),
  storageos: { volumeName: required(label), volumeNamespace: unlessEmpty(label), secretRef: secretName },
  scaleIO: { gateway: name, system: name, volumeName: name },
} as const satisfies Checks<VolumeSource, SourceScope>;
