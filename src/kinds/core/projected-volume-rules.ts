/**
 * Rules of kube-apiserver about volumes that contain files from other objects: keys and paths, modes and owners, and
 * the sources of a projected volume.
 *
 * @module
 */
import type {
  ClusterTrustBundleProjection,
  DownwardAPIVolumeFile,
  KeyToPath,
  PodCertificateProjection,
  PodSpec,
  ProjectedVolumeSource,
  SecretProjection,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from "../../api/types/core-v1.ts";
import { type Demand, each, inRange, required, setFields, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import type { Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain, validateDomainPrefixedKey } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { checkSigner } from "../meta/signer-name.ts";
import { fieldInFile, resourceInFile } from "./env-rules.ts";
import { fileInVolume } from "./path-checks.ts";
import { mirrorAnnotation, podOf } from "./pod-rule.ts";
import { volumePlace } from "./volume-uses.ts";

const fileMode = inRange(0, 0o777);
export const userId = inRange(0, 2 ** 31 - 1);

type Files = Pick<ProjectedVolumeSource, "defaultMode" | "defaultUser">;

/** Validates the mode and the owner of the files in a volume. */
export function volumeFiles({ defaultMode, defaultUser }: Files, place: Place<Files>): void {
  whenSet(defaultMode, place.at("defaultMode"), fileMode);
  whenSet(defaultUser, place.at("defaultUser"), userId);
}

export const keyToPath: Demand<KeyToPath> = ({ key, path, mode, user }, place) => {
  required(key, place.at("key"));
  required(path, place.at("path"), fileInVolume);
  whenSet(mode, place.at("mode"), fileMode);
  whenSet(user, place.at("user"), userId);
};

export const downwardAPIFile: Demand<DownwardAPIVolumeFile> = (file, item) => {
  // kube-apiserver's error does not contain the index of the item.
  const { path: base } = item;
  const place = item.changing((finding) => {
    const { path, field = path } = finding;
    return { ...finding, field: [...base.slice(0, -2), ...field.slice(base.length)] };
  });
  required(file.path, place.at("path"), fileInVolume);
  fieldInFile(file.fieldRef, place.at("fieldRef"));
  whenSet(file.mode, place.at("mode"), fileMode);
  whenSet(file.user, place.at("user"), userId);
  if (!file.fieldRef && !file.resourceFieldRef) place.required("`fieldRef` or `resourceFieldRef` must be set");
  else if (!file.fieldRef) resourceInFile(file.resourceFieldRef, place.at("resourceFieldRef"));
  else if (file.resourceFieldRef)
    place.say("must not have both `fieldRef` and `resourceFieldRef`", { cause: "invalid" });
};

const minTokenSeconds = 600;
const maxTokenSeconds = 2 ** 32;
const tokenSeconds = inRange(minTokenSeconds, maxTokenSeconds);

const serviceAccountToken: Demand<ServiceAccountTokenProjection> = (source, place) => {
  whenSet(source.expirationSeconds, place.at("expirationSeconds"), tokenSeconds);
  required(source.path, place.at("path").changing(withVolumeField), fileInVolume);
  whenSet(source.user, place.at("user"), userId);
};

/** Renames the field of a finding: kube-apiserver's error names the path of a token `projected.path`. */
const withVolumeField = (finding: Finding): Finding => ({ ...finding, field: [...finding.path.slice(0, -4), "path"] });

/** Validates the name of a trust bundle: with a signer `example.org:signer:name`, otherwise without a colon. */
function validateBundleName(name: string): readonly string[] {
  return validateDns1123Subdomain(name.slice(name.lastIndexOf(":") + 1));
}

const bundleName = text(validateBundleName);

const clusterTrustBundle: Demand<ClusterTrustBundleProjection> = (source, place) => {
  const { name, signerName, labelSelector } = source;
  if (name !== undefined && signerName !== undefined)
    place.say("must not have both `name` and `signerName`", { cause: "invalid" });
  else if (name !== undefined) {
    required(name, place.at("name"), bundleName);
    if (labelSelector)
      place.at("labelSelector").say("must not be set together with `name`", { cause: "invalid", atKey: true });
  } else if (signerName !== undefined) {
    required(signerName, place.at("signerName"), checkSigner);
    const at = place.at("labelSelector");
    at.pass(labelSelectorFindings(labelSelector ?? {}));
  } else place.required("`name` or `signerName` must be set");
  required(source.path, place.at("path"), fileInVolume);
  whenSet(source.user, place.at("user"), userId);
};

const keyTypes = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];
const minCertificateSeconds = 3600;
const maxCertificateSeconds = 91 * 24 * 3600;
const maxOwnCertificateSeconds = 24 * 3600;
const maxAnnotationsBytes = 256 * 1024;

const certificatePaths = ["credentialBundlePath", "keyPath", "certificateChainPath"] as const;

const podCertificate: Demand<PodCertificateProjection> = (source, place) => {
  const { signerName = "", keyType = "", maxExpirationSeconds, userAnnotations = {} } = source;
  required(signerName, place.at("signerName"), checkSigner);
  if (!keyTypes.includes(keyType)) place.at("keyType").unsupported(keyTypes, keyType);
  whenSet(source.user, place.at("user"), userId);
  for (const field of certificatePaths) unlessEmpty(source[field], place.at(field), fileInVolume);
  const isOwn = /(?:^|\.)kubernetes\.io$/.test(signerName.split("/", 1)[0] ?? "");
  const most = isOwn ? maxOwnCertificateSeconds : maxCertificateSeconds;
  whenSet(maxExpirationSeconds, place.at("maxExpirationSeconds"), inRange(minCertificateSeconds, most));
  if (certificatePaths.every((field) => !source[field])) {
    place.required(`one of ${certificatePaths.join(", ")} must be set`);
  }
  checkUserAnnotations(userAnnotations, place.at("userAnnotations"));
};

function checkUserAnnotations(
  annotations: Readonly<Record<string, string>>,
  place: Place<Readonly<Record<string, string>>>,
): void {
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) {
    size += utf8Length(key) + utf8Length(value);
    for (const fault of validateDomainPrefixedKey(key.toLowerCase()))
      place.at(key).invalid(fault, key, { atKey: true });
  }
  if (size > maxAnnotationsBytes)
    place.say(`must have at most ${maxAnnotationsBytes} bytes; got ${size}`, { cause: "too-long" });
}

type FilesOfObject = Pick<SecretProjection, "name" | "items">;

const filesOfObject: Demand<FilesOfObject> = ({ name, items }, place) => {
  required(name, place.at("name"));
  each(items, place.at("items"), keyToPath);
};

const sourceNames = [
  "secret",
  "configMap",
  "downwardAPI",
  "serviceAccountToken",
  "clusterTrustBundle",
  "podCertificate",
] as const;

const source: Demand<VolumeProjection> = (source, place) => {
  whenSet(source.secret, place.at("secret"), filesOfObject);
  whenSet(source.configMap, place.at("configMap"), filesOfObject);
  each(source.downwardAPI?.items, place.at("downwardAPI", "items"), downwardAPIFile);
  whenSet(source.serviceAccountToken, place.at("serviceAccountToken"), serviceAccountToken);
  whenSet(source.clusterTrustBundle, place.at("clusterTrustBundle"), clusterTrustBundle);
  whenSet(source.podCertificate, place.at("podCertificate"), podCertificate);
  const names = setFields(source, sourceNames);
  if (names.length > 1) place.say(`must have one source; got ${names.join(", ")}`, { cause: "forbidden" });
};

export const projectedVolume: Demand<ProjectedVolumeSource> = (volume, place) => {
  volumeFiles(volume, place);
  each(volume.sources, place.at("sources"), source);
};

const projectedPaths = rule<PodSpec>(
  { id: "pod/projected-paths", severity: "error", summary: "paths within a projected volume are unique" },
  ({ volumes = [] }, place, visit) => {
    volumes.forEach((volume, index) => {
      if (!volume.projected) return;
      const at = volumePlace(volume, place.at("volumes", index), visit);
      checkPaths(volume.projected, at.at("projected"));
    });
  },
);

function checkPaths({ sources }: ProjectedVolumeSource, place: Place<ProjectedVolumeSource>): void {
  const firstByPath = new Map<string, Place>();
  sources?.forEach((source, index) => {
    for (const { path, at } of projectedFiles(source, place.at("sources", index))) {
      const first = firstByPath.get(path);
      if (!first) firstByPath.set(path, at);
      else {
        const shown = source.secret?.name ?? source.configMap?.name ?? path;
        at.invalid("must not be the path of another source", path, {
          field: place.path,
          serverText: `${JSON.stringify(shown)}: conflicting duplicate paths`,
          see: first.note("the other source"),
        });
      }
    }
  });
}

/** Yields the paths of the files that a source writes, except that of a token, which other files may overwrite. */
export function* projectedFiles(
  source: VolumeProjection,
  place: Place<VolumeProjection>,
): Generator<{ readonly path: string; readonly at: Place }> {
  for (const name of ["secret", "configMap", "downwardAPI"] as const) {
    for (const [index, { path }] of (source[name]?.items ?? []).entries()) {
      if (path) yield { path, at: place.at(name, "items", index, "path") };
    }
  }
  if (source.clusterTrustBundle) {
    yield { path: source.clusterTrustBundle.path ?? "", at: place.at("clusterTrustBundle", "path") };
  }
  for (const name of certificatePaths) {
    const path = source.podCertificate?.[name];
    if (path) yield { path, at: place.at("podCertificate", name) };
  }
}

/**
 * Applies only to pods, so that old templates stay valid. Most pods get a service account before kube-apiserver
 * validates them.
 */
const tokenAccount = rule<PodSpec>(
  {
    id: "pod/token-account",
    severity: "error",
    cause: "forbidden",
    summary: "a mirror pod has no service account, so it cannot mount a service account token",
  },
  ({ serviceAccountName, volumes = [] }, place, visit) => {
    const { isPod, metadata } = podOf(visit);
    const getsAccount = !visit.isAdmitted && metadata.annotations?.[mirrorAnnotation] === undefined;
    if (!isPod || serviceAccountName || getsAccount) return;
    for (const [index, { projected }] of volumes.entries()) {
      projected?.sources?.forEach(({ serviceAccountToken: token }, sourceIndex) => {
        if (!token) return;
        place
          .at("volumes", index, "projected", "sources")
          .at(sourceIndex, "serviceAccountToken")
          .forbidden("`serviceAccountToken` must be absent without `serviceAccountName`");
      });
    }
  },
);

export const projectedVolumeRules: readonly Rule<PodSpec>[] = [projectedPaths, tokenAccount];
