/**
 * Warnings of kube-apiserver about volumes: types that no longer work, and files that overwrite each other.
 *
 * @module
 */
import type { PodSpec, Volume, VolumeProjection } from "../../api/types/core-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { adviseOnClaim, wholeBytesInfo } from "./claim-checks.ts";
import { projectedFiles } from "./projected-volume-rules.ts";

/** Obsolete volume types: the release that deprecated each, and the release since which it has no effect. */
const deadTypes = {
  photonPersistentDisk: ["1.11", "1.16"],
  scaleIO: ["1.16", "1.22"],
  flocker: ["1.22", "1.25"],
  storageos: ["1.22", "1.25"],
  quobyte: ["1.22", "1.25"],
  glusterfs: ["1.25", "1.26"],
  cephfs: ["1.28", "1.31"],
  rbd: ["1.28", "1.31"],
} as const;
type DeadType = keyof typeof deadTypes;
const isDeadType = (name: string): name is DeadType => Object.hasOwn(deadTypes, name);

export const deadVolumeInfo: RuleInfo = {
  id: "volume/dead-type",
  severity: "warning",
  summary: "volumes do not use a removed or deprecated type",
};

type Sources = { readonly [Type in DeadType]?: unknown };

/** @param reaches - of the target release, which decides whether a type is only deprecated */
export function adviseOnVolumeType(
  source: Sources,
  place: Place<Sources>,
  { reaches }: Pick<RuleContext, "reaches">,
): void {
  for (const type in source) {
    if (!isDeadType(type) || source[type] === undefined) continue;
    const [deprecated, dead] = deadTypes[type];
    const end = reaches(dead) ? `has no effect since ${dead}` : `is deprecated since ${deprecated}`;
    place.at(type).say(`the volume type \`${type}\` ${end}`, {
      atKey: true,
      help: "use a volume of a CSI driver",
      field: [...place.path, type === "storageos" ? "storageOS" : type],
      serverWarning: `{field}: deprecated in v${deprecated}, non-functional in v${dead}+`,
    });
  }
}

const deadTypeOf = rule<PodSpec>(deadVolumeInfo, ({ volumes }, place, visit) => {
  volumes?.forEach((volume, index) => {
    const at = place.at("volumes", index);
    adviseOnVolumeType(volume, at, visit);
    if (!volume.gitRepo) return;
    const isOff = visit.reaches("1.33") && !visit.isEnabled("GitRepoVolumeDriver");
    at.at("gitRepo").say(`the volume type \`gitRepo\` is deprecated since 1.11${isOff ? ", and off since 1.33" : ""}`, {
      atKey: true,
      help: "clone the repository in an init container into an `emptyDir`",
      serverWarning: `{field}: deprecated in v1.11${isOff ? ", and disabled by default in v1.33+" : ""}`,
    });
  });
});

interface PlacedFile {
  readonly path: string;
  readonly at: Place;
  /** kube-apiserver's name of the source in a projected volume. */
  readonly source?: string;
  /** Whether another rule reports a second file with the same path as an error. */
  readonly isUnique?: true;
}

const overlappingFiles = rule<PodSpec>(
  {
    id: "pod/overlapping-files",
    severity: "warning",
    summary: "files of a volume have different paths, and no file has the path of a directory",
  },
  ({ volumes }, place) => {
    volumes?.forEach((volume, index) => {
      const { configMap, secret, downwardAPI, projected } = volume;
      const hasFiles = configMap?.items || secret?.items || downwardAPI?.items || projected;
      if (hasFiles) adviseOnFiles([...filesOf(volume, place.at("volumes", index))], volume);
    });
  },
);

/** Formats a volume with its type as kube-apiserver's warnings do. */
function upstreamName({ name = "", configMap, secret, downwardAPI }: Volume): string {
  let type = "Projected";
  if (downwardAPI) type = "DownwardAPI";
  if (secret) type = `Secret ${quoteGo(secret.secretName ?? "")}`;
  if (configMap) type = `ConfigMap ${quoteGo(configMap.name ?? "")}`;
  return `volume ${quoteGo(name)} (${type})`;
}

function* filesOf(volume: Volume, place: Place<Volume>): Generator<PlacedFile> {
  for (const name of ["configMap", "secret", "downwardAPI"] as const) {
    for (const [index, { path = "" }] of (volume[name]?.items ?? []).entries()) {
      yield { path, at: place.at(name, "items", index).at("path") };
    }
  }
  for (const [index, source] of (volume.projected?.sources ?? []).entries()) {
    yield* sourceFiles(source, place.at("projected", "sources", index));
  }
}

function* sourceFiles(source: VolumeProjection, place: Place<VolumeProjection>): Generator<PlacedFile> {
  for (const file of projectedFiles(source, place)) {
    yield { ...file, source: sourceName(source, file.at), isUnique: true };
  }
  const path = source.serviceAccountToken?.path;
  if (path) yield { path, at: place.at("serviceAccountToken", "path"), source: "ServiceAccountToken" };
}

const certificateFiles: ReadonlyMap<unknown, string> = new Map([
  ["certificateChainPath", "PodCertificate chain"],
  ["keyPath", "PodCertificate key"],
  ["credentialBundlePath", "PodCertificate credential bundle"],
]);

function sourceName({ configMap, secret, clusterTrustBundle: bundle }: VolumeProjection, { key }: Place): string {
  if (configMap) return `ConfigMap ${quoteGo(configMap.name ?? "")}`;
  if (secret) return `Secret ${quoteGo(secret.name ?? "")}`;
  if (bundle) return `ClusterTrustBundle ${quoteGo(bundle.name ?? bundle.signerName ?? "")}`;
  return certificateFiles.get(key) ?? "DownwardAPI";
}

/** The maximum number of enclosing paths that kube-apiserver's warnings name for a file. */
const maxNamedFiles = 8;

/** Warns about overlapping paths. Sorted by path, a directory comes directly before everything in it. */
function adviseOnFiles(files: readonly PlacedFile[], volume: Volume): void {
  if (files.length < 2) return;
  const found = files.map((file, index) => ({ file, index, path: `${trimEnd("/", file.path)}/` }));
  const open: (typeof found)[number][] = [];
  for (const item of found.sort((a, b) => compareUtf8(a.path, b.path) || a.index - b.index)) {
    if (item.path === "/") continue;
    let above = open.at(-1);
    while (above && !item.path.startsWith(above.path)) {
      open.pop();
      above = open.at(-1);
    }
    open.push(item);
    if (!above || (item.file.isUnique && above.file.isUnique && item.path === above.path)) continue;
    const [first, later] = item.index < above.index ? [item, above] : [above, item];
    const upstream = open.slice(-maxNamedFiles - 1, -1).map((other) => {
      const [before, after] = item.index < other.index ? [item, other] : [other, item];
      return `${upstreamName(volume)}: overlapping paths: ${upstreamFile(after)} with ${upstreamFile(before)}`;
    });
    const [serverWarning = "", ...others] = upstream;
    later.file.at.say(`overlaps another file of the volume; got ${JSON.stringify(later.path.slice(0, -1))}`, {
      cause: "duplicate",
      see: first.file.at.note("the other file"),
      serverWarning,
      also: others.map((words) => ({ serverWarning: words })),
    });
  }
}

const upstreamFile = ({ path, file: { source } }: { readonly path: string; readonly file: PlacedFile }): string =>
  `${quoteGo(path.slice(0, -1))}${source === undefined ? "" : ` (${source})`}`;

const noSources = rule<PodSpec>(
  { id: "pod/empty-projection", severity: "warning", summary: "each source of a projected volume has a type" },
  ({ volumes }, place) => {
    volumes?.forEach(({ name = "", projected }, index) => {
      projected?.sources?.forEach((source, item) => {
        if (Object.keys(source).length > 0) return;
        const at = place.at("volumes", index, "projected", "sources").at(item);
        const serverWarning = `volume ${quoteGo(name)} (Projected) has no sources provided`;
        at.say("has no source, and adds no files", { serverWarning });
      });
    });
  },
);

const wholeBytes = rule<PodSpec>(wholeBytesInfo, ({ volumes }, place) => {
  volumes?.forEach(({ ephemeral }, index) => {
    const claim = ephemeral?.volumeClaimTemplate?.spec;
    if (claim) adviseOnClaim(claim, place.at("volumes", index, "ephemeral").at("volumeClaimTemplate", "spec"));
  });
});

export const volumeAdvice: readonly Rule<PodSpec>[] = [deadTypeOf, wholeBytes, overlappingFiles, noSources];
