/**
 * Validates the sources of volumes that pods and PersistentVolumes share.
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
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { atMostBytes, type Demand, inRange, required, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateSubdomainOfAnyCase } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { noBacksteps } from "./path-checks.ts";

/** The possible sources of a pod's volume. */
export type VolumeSource = Omit<Volume, "name">;

/** Validates a source of the named volume. */
type SourceDemand<T> = (source: T, place: Place<T>, volumeName: string) => void;

/** Validates sources, by the field that contains the source. */
export type SourceDemands<S> = { readonly [K in keyof S]-?: SourceDemand<S[K] & {}> };

const label = text(validateDns1123Label);
const lun = inRange(0, 255);

/** Validates a partition. kube-apiserver accepts 0, although its error excludes it. */
const partition: Demand<number> = (value, place) => {
  const serverText = `${value}: must be between 1 and 255, inclusive`;
  inRange(0, 255)(
    value,
    place.changing((finding) => ({ ...finding, serverText })),
  );
};

/** Returns a check that requires text in the named fields. */
const requireFields =
  <K extends string>(...names: readonly K[]) =>
  (source: { readonly [N in K]?: string }, place: Place<{ readonly [N in K]?: string }>): void => {
    for (const name of names) required(memberOf<unknown>(source, name), place.along<object>([name]));
  };
const requireName = requireFields("name");
const volumeId = requireFields("volumeID");

const absolute: Demand<string> = (value, place) => {
  if (!value.startsWith("/")) place.invalid("must be an absolute path", value);
};

/** Whether a name has the form that its prefix requires, by prefix. */
const iscsiNames: ReadonlyMap<string, (name: string) => boolean> = new Map(
  Object.entries({
    iqn: isQualifiedIscsiName,
    eui: (name: string) => /^eui.[A-Za-z\d]{16}$/.test(name),
    naa: (name: string) => /^naa.[A-Za-z\d]{32}$/.test(name),
  }),
);

/**
 * Whether a name matches `/iqn\.\d{4}-\d{2}\.[A-Za-z\d.-]+:[^,;*&$|\s]+$/`, with anything before it, in linear time.
 */
function isQualifiedIscsiName(name: string): boolean {
  const parts = (name.split(/[,;*&$|\t\n\f\r ]/).at(-1) ?? "").split(":");
  const isDated = (part: string) => /iqn\.\d{4}-\d{2}\../.test(part.split(/[^A-Za-z\d.-]/).at(-1) ?? "");
  return parts.slice(0, parts.at(-1) === "" ? -2 : -1).some(isDated);
}

const iscsiName: Demand<string> = (value, place) => {
  const form = iscsiNames.get(value.slice(0, 3));
  if (!form) {
    const serverText = `${JSON.stringify(value)}: must be valid format`;
    place.invalid("must start with iqn, eui or naa", value, { serverText });
  } else if (!form(value)) place.invalid("must be a well-formed iSCSI name", value);
};

/** The maximum length in bytes: a longer name does not fit into a directory name. */
const maxInitiatorBytes = 64;

function iscsi(source: ISCSIVolumeSource, place: Place<ISCSIVolumeSource>, volumeName: string): void {
  required(source.targetPortal, place.at("targetPortal"));
  required(source.iqn, place.at("iqn"), iscsiName);
  whenSet(source.lun, place.at("lun"), lun);
  const initiator = place.at("initiatorName");
  const field = [...place.path, "initiatorname"];
  whenSet(
    source.initiatorName,
    initiator.changing((finding) => ({ ...finding, field })),
    iscsiName,
  );
  const { chapAuthDiscovery, chapAuthSession, secretRef, initiatorName, targetPortal = "" } = source;
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef)
    place.at("secretRef").required("`secretRef` must be set for CHAP");
  if (initiatorName !== undefined && utf8Length(`${volumeName}:${targetPortal}`) > maxInitiatorBytes) {
    const words = `Total length of <volume name>:<iscsi.targetPortal> must be under ${maxInitiatorBytes} characters if iscsi.initiatorName is specified.`;
    initiator.say(`the volume's name and \`targetPortal\` must have at most ${maxInitiatorBytes - 1} bytes in total`, {
      field: [...place.path, "targetportal"],
      after: place.at("targetPortal").path,
      serverText: `${showGoValue(targetPortal)}: ${words}`,
    });
  }
}

const fc: Demand<FCVolumeSource> = ({ targetWWNs = [], wwids = [], lun: number }, place) => {
  const at = place.at("targetWWNs");
  if (targetWWNs.length === 0 && wwids.length === 0) {
    const serverText = "must specify either targetWWNs or wwids, but not both";
    at.required("`targetWWNs` or `wwids` must be set", { serverText });
  }
  if (targetWWNs.length === 0) return;
  if (wwids.length > 0) {
    const shown = showGoValue(targetWWNs);
    const serverText = `${shown}: targetWWNs and wwids can not be specified simultaneously`;
    at.say("must not be set together with `wwids`", { atKey: true, serverText });
  }
  if (number === undefined) place.at("lun").required("`lun` must be set with `targetWWNs`");
  else lun(number, place.at("lun"));
};

const maxTenantBytes = 64;

const quobyte: Demand<QuobyteVolumeSource> = ({ registry = "", tenant = "", volume }, place) => {
  const at = place.at("registry");
  if (registry === "") at.required();
  else if (utf8Length(tenant) > maxTenantBytes) {
    const serverText = `must be a UUID and may not exceed a length of ${maxTenantBytes} characters`;
    place.at("tenant").say(`must have at most ${maxTenantBytes} characters`, { cause: "required", serverText });
  } else if (!registry.split(",").every(isHostAndPort))
    at.invalid("must be host:port, or several separated by commas", registry);
  required(volume, place.at("volume"));
};

/** Whether Go can split the text into host and port: an address with colons must be in brackets. */
const isHostAndPort = (pair: string): boolean => /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair);

const flocker: Demand<FlockerVolumeSource> = ({ datasetName = "", datasetUUID = "" }, place) => {
  if (datasetName === "" && datasetUUID === "") place.required("`datasetName` or `datasetUUID` must be set");
  if (datasetName !== "" && datasetUUID !== "") {
    const serverText = '"resource": datasetName and datasetUUID can not be specified simultaneously';
    place.say("must not have both `datasetName` and `datasetUUID`", { serverText });
  }
  if (datasetName.includes("/")) {
    const serverText = `${showGoValue(datasetName)}: must not contain '/'`;
    place.at("datasetName").invalid('must not contain "/"', datasetName, { serverText });
  }
};

const flexVolume: Demand<FlexVolumeSource> = ({ driver, options = {} }, place) => {
  required(driver, place.at("driver"));
  for (const key of Object.keys(options)) {
    const domain = `.${key.split("/", 1)[0]?.toLowerCase()}`;
    if (!domain.endsWith(".kubernetes.io") && !domain.endsWith(".k8s.io")) continue;
    place.at("options", key).invalid("must not be in a reserved domain", key, { atKey: true });
  }
};

const azureDisk: Demand<AzureDiskVolumeSource> = ({ diskName, diskURI = "", kind }, place) => {
  required(diskName, place.at("diskName"));
  const at = place.at("diskURI");
  if (diskURI === "") at.required();
  const [start, rest] =
    kind === "Managed"
      ? ["/subscriptions/", "{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"]
      : ["https://", "{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"];
  if (kind !== undefined && !diskURI.startsWith(start)) {
    at.say(`must start with ${start} for a disk of kind ${kind}; got ${JSON.stringify(diskURI)}`, {
      cause: "unsupported",
      value: diskURI,
      serverText: `${showGoValue(diskURI)}: supported values: "${start}${rest}"`,
    });
  }
};

const maxDriverBytes = 63;

export const driverName: Demand<string> = (value, place) => {
  atMostBytes(maxDriverBytes)(value, place);
  for (const fault of validateDns1123Subdomain(value.toLowerCase())) place.invalid(fault, value);
};

/**
 * Validates a driver name like kube-apiserver's declarative validation, which runs after all other validation:
 * regardless of case, the form first.
 */
export const declaredDriverName: Demand<string> = (value, at) => {
  const place = at.changing((finding) => ({ ...finding, after: [] }));
  for (const fault of validateSubdomainOfAnyCase(value)) {
    place.invalid(fault, value, { serverText: `${showGoValue(value)}: ${fault.replace(/characters$/, "bytes")}` });
  }
  const serverText = `may not be more than ${maxDriverBytes} characters`;
  atMostBytes(maxDriverBytes)(
    value,
    place.changing((finding) => ({ ...finding, serverText })),
  );
};

/** kube-apiserver's names of superfluous sources that differ from its names of the fields. */
const surplusName: ReadonlyMap<string, string> = new Map([
  ["gcePersistentDisk", "gcePersistentDisk"],
  ["cephfs", "cephFS"],
  ["downwardAPI", "downwarAPI"],
]);

/** Reports a source in addition to the first one. */
export function forbidSurplus(other: string, first: string, volume: Place): void {
  const field = [...volume.path, surplusName.get(other) ?? other];
  const serverText = "may not specify more than 1 volume type";
  const surplus = volume.at(other);
  // kube-apiserver does not validate a superfluous source.
  const hides = surplus.path;
  surplus.forbidden(`\`${other}\` must be absent: the volume is of type ${first}`, { field, hides, serverText });
}

/** Validates the sources that volumes of pods and PersistentVolumes share. */
export const sharedSources = {
  hostPath: ({ path }, place) => required(path, place.at("path"), noBacksteps),
  gcePersistentDisk: (source, place) => {
    required(source.pdName, place.at("pdName"));
    whenSet(source.partition, place.at("partition"), partition);
  },
  awsElasticBlockStore: (source, place) => {
    volumeId(source, place);
    whenSet(source.partition, place.at("partition"), partition);
  },
  nfs: ({ server, path }, place) => {
    required(server, place.at("server"));
    const also = [{ cause: "invalid", serverText: '"": must be an absolute path' } as const];
    required(
      path,
      place.at("path").changing((finding) => (path ? finding : { ...finding, also })),
      absolute,
    );
  },
  iscsi,
  glusterfs: requireFields("endpoints", "path"),
  flocker,
  rbd: ({ monitors, image }, place) => {
    required(monitors, place.at("monitors"));
    required(image, place.at("image"));
  },
  cinder: (source, place) => {
    volumeId(source, place);
    whenSet(source.secretRef, place.at("secretRef"), requireName);
  },
  cephfs: ({ monitors }, place) => required(monitors, place.at("monitors")),
  quobyte,
  fc,
  flexVolume,
  azureFile: requireFields("secretName", "shareName"),
  vsphereVolume: requireFields("volumePath"),
  photonPersistentDisk: requireFields("pdID"),
  portworxVolume: volumeId,
  azureDisk,
  storageos: (source, place) => {
    required(source.volumeName, place.at("volumeName"), label);
    unlessEmpty(source.volumeNamespace, place.at("volumeNamespace"), label);
    whenSet(source.secretRef, place.at("secretRef"), requireName);
  },
  scaleIO: requireFields("gateway", "system", "volumeName"),
} as const satisfies Partial<SourceDemands<VolumeSource>>;

/** Validates the source in a field. */
export function checkSourceIn<S extends object, K extends keyof S & string>(
  field: K,
  { volume, volumeName, demands }: { volume: S; volumeName: string; demands: SourceDemands<S> },
  place: Place<S>,
): void {
  const source = volume[field];
  if (source !== undefined) demands[field](source as S[K] & {}, place.along<S[K] & {}>([field]), volumeName);
}
