/**
 * Rules of kube-apiserver about volumes: a name, exactly one source, and the required fields of each source.
 *
 * @module
 */
import type {
  ConfigMapVolumeSource,
  CSIVolumeSource,
  EmptyDirVolumeSource,
  PodSpec,
  Volume,
} from "../../api/types/core-v1.ts";
import { type Demand, each, inRange, required, setFields, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type UniqueOptions, unique } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { quantitySign } from "../../text/quantity.ts";
import { claimTemplate } from "./claim-checks.ts";
import { relativePath } from "./path-checks.ts";
import { podOf } from "./pod-rule.ts";
import { downwardAPIFile, keyToPath, projectedVolume, volumeFiles } from "./projected-volume-rules.ts";
import { quantityOf } from "./resource-rules.ts";
import {
  checkSourceIn,
  driverName,
  forbidSurplus,
  type SourceDemands,
  sharedSources,
  type VolumeSource,
} from "./volume-source-checks.ts";
import { volumePlace } from "./volume-uses.ts";

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);
/** The mode of a directory, which may have the sticky bit. */
const directoryMode = inRange(0, 0o1777);

const emptyDir: Demand<EmptyDirVolumeSource> = ({ sizeLimit, mode }, place) => {
  if (sizeLimit !== undefined && quantitySign(quantityOf(sizeLimit)) < 0)
    place.at("sizeLimit").say(`must be 0 or above; got ${sizeLimit}`, { cause: "forbidden" });
  whenSet(mode, place.at("mode"), directoryMode);
};

const csi: Demand<CSIVolumeSource> = ({ driver, nodePublishSecretRef: secret }, place) => {
  required(driver, place.at("driver"), driverName);
  if (secret) required(secret.name, place.at("nodePublishSecretRef", "name"), subdomain);
};

/** Validates each source. If a volume has several, only the first counts. */
const sources: SourceDemands<VolumeSource> = {
  emptyDir,
  hostPath: sharedSources.hostPath,
  gitRepo: ({ repository, directory }, place) => {
    required(repository, place.at("repository"));
    unlessEmpty(directory, place.at("directory"), relativePath);
  },
  gcePersistentDisk: sharedSources.gcePersistentDisk,
  awsElasticBlockStore: sharedSources.awsElasticBlockStore,
  secret: (source, place) => {
    required(source.secretName, place.at("secretName"));
    filesOfKeys(source, place);
  },
  nfs: sharedSources.nfs,
  iscsi: sharedSources.iscsi,
  glusterfs: sharedSources.glusterfs,
  flocker: sharedSources.flocker,
  persistentVolumeClaim: ({ claimName }, place) => required(claimName, place.at("claimName")),
  rbd: sharedSources.rbd,
  cinder: sharedSources.cinder,
  cephfs: sharedSources.cephfs,
  quobyte: sharedSources.quobyte,
  downwardAPI: (source, place) => {
    volumeFiles(source, place);
    each(source.items, place.at("items"), downwardAPIFile);
  },
  fc: sharedSources.fc,
  flexVolume: sharedSources.flexVolume,
  configMap: (source, place) => {
    required(source.name, place.at("name"));
    filesOfKeys(source, place);
  },
  azureFile: sharedSources.azureFile,
  vsphereVolume: sharedSources.vsphereVolume,
  photonPersistentDisk: sharedSources.photonPersistentDisk,
  portworxVolume: sharedSources.portworxVolume,
  azureDisk: sharedSources.azureDisk,
  storageos: sharedSources.storageos,
  projected: projectedVolume,
  scaleIO: sharedSources.scaleIO,
  csi,
  ephemeral: ({ volumeClaimTemplate }, place) => claimTemplate(volumeClaimTemplate, place.at("volumeClaimTemplate")),
  image: ({ reference }, place) => required(reference, place.at("reference")),
};

type FilesOfKeys = Pick<ConfigMapVolumeSource, "defaultMode" | "defaultUser" | "items">;

function filesOfKeys(source: FilesOfKeys, place: Place<FilesOfKeys>): void {
  volumeFiles(source, place);
  each(source.items, place.at("items"), keyToPath);
}

/** In kube-apiserver's order: the first one that is set is the source, any other is superfluous. */
const sourceNames = Object.keys(sources) as (keyof VolumeSource)[];
const sourceNameSet: ReadonlySet<string> = new Set(sourceNames);
const isSource = (field: string): field is keyof VolumeSource => sourceNameSet.has(field);

const uniqueNames: UniqueOptions<Volume> = {
  textOf: ({ name: own }) => own,
  placeOf: (item) => item.at("name"),
  message: (own) => `must be unique in the pod; ${JSON.stringify(own)} is taken`,
};

const volumes = rule<PodSpec>(
  { id: "pod/volumes", severity: "error", summary: "volume names are unique, and a volume has one source" },
  ({ volumes: list }, place, visit) => {
    if (!list) return;
    const at = place.at("volumes");
    list.forEach((volume, index) => {
      checkVolume(volume, volumePlace(volume, at.at(index), visit));
    });
    unique(list, at, uniqueNames);
  },
);

/** Returns the sources of a volume, in kube-apiserver's order. */
function sourcesOf(volume: Volume): readonly (keyof VolumeSource)[] {
  const found: (keyof VolumeSource)[] = [];
  for (const field in volume) if (isSource(field)) found.push(field);
  return found.length < 2 ? found : setFields(volume, sourceNames);
}

function checkVolume(volume: Volume, place: Place<Volume>): void {
  required(volume.name, place.at("name"), label);
  const [source, ...others] = sourcesOf(volume);
  for (const other of others) forbidSurplus(other, source ?? "", place);
}

const volumeSources = rule<PodSpec>(
  { id: "pod/volume-sources", severity: "error", summary: "a volume source has its required fields" },
  ({ volumes: list }, place, visit) => {
    if (!list) return;
    const at = place.at("volumes");
    list.forEach((volume, index) => {
      const { name: volumeName = "" } = volume;
      const [source] = sourcesOf(volume);
      if (source)
        checkSourceIn(source, { volume, volumeName, demands: sources }, volumePlace(volume, at.at(index), visit));
    });
  },
);

/** Validates the claims of ephemeral volumes, which are named after the pod and the volume. */
const ephemeralVolumes = rule<PodSpec>(
  {
    id: "pod/ephemeral-volumes",
    severity: "error",
    summary: "the claim of an ephemeral volume has a valid name and no other user",
  },
  ({ volumes: list = [] }, place, visit) => {
    const { metadata, isPod } = podOf(visit);
    const pod = isPod ? metadata.name : undefined;
    if (!pod || !list.some(({ ephemeral }) => ephemeral)) return;
    const made = new Set(list.filter(({ ephemeral }) => ephemeral).map(({ name: own = "" }) => `${pod}-${own}`));
    list.forEach(({ name: own, ephemeral, persistentVolumeClaim }, index) => {
      const at = place.at("volumes", index);
      if (ephemeral && own) {
        for (const fault of validateDns1123Subdomain(`${pod}-${own}`)) {
          at.at("name").invalid(`the claim is named ${pod}-${own}; ${fault}`, own);
        }
      }
      const claim = persistentVolumeClaim?.claimName ?? "";
      if (made.has(claim)) {
        at.at("persistentVolumeClaim", "claimName").invalid("must not be the claim of an ephemeral volume", claim);
      }
    });
  },
);

export const volumeRules: readonly Rule<PodSpec>[] = [volumes, volumeSources, ephemeralVolumes];
