/**
 * Rules of kube-apiserver about volumes that containers mount or use as block devices.
 *
 * @module
 */
import type { Container, EphemeralContainer, PodSpec, Volume, VolumeMount } from "../../api/types/core-v1.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { noBacksteps, relativePath } from "./path-checks.ts";
import { containersOf } from "./pod-rule.ts";

type VolumeByName = ReadonlyMap<string, Volume>;

const volumesByName = ({ volumes = [] }: PodSpec): VolumeByName =>
  new Map(volumes.map((volume) => [volume.name ?? "", volume]));

/** Reports the name of a volume that does not exist in the pod. */
function reportUnknownVolume(name: string, place: Place<string>, volumes: VolumeByName): void {
  const known = [...volumes.keys()].filter((each) => each !== "").map((each) => JSON.stringify(each));
  place.say(`must be a volume of the pod; got ${JSON.stringify(name)}`, {
    cause: "not-found",
    serverText: JSON.stringify(name),
    ...(known.length > 0 ? { help: `volumes: ${known.join(", ")}` } : {}),
  });
}

/** Returns the places of a field's values in a list, to find values that another list repeats. */
function placeByValue<T>(
  items: readonly T[] | undefined,
  place: Place<readonly T[]>,
  field: keyof T & string,
): Map<unknown, Place> {
  const places = new Map<unknown, Place>();
  items?.forEach((item, index) => {
    places.set(item[field] ?? "", place.along([index, field]));
  });
  return places;
}

/** The other list of the container, and its item with the same value. */
interface OtherListItem {
  readonly list: "volumeMounts" | "volumeDevices";
  readonly item: Place | undefined;
}

const overlapText = (value: string, { path }: Place, list: string): string =>
  `${JSON.stringify(value)}: must not already exist ${path.at(-1) === "name" ? "in" : "as a path in"} ${list}`;

const reportOverlap = (value: string, place: Place<string>, { list, item }: OtherListItem): void => {
  if (!item || value === "") return;
  const serverText = overlapText(value, place, list);
  place.invalid(`must not be in \`${list}\` as well`, value, { see: item.note("there"), serverText });
};

/**
 * Reports a missing value. kube-apiserver also looks up the empty value among the volumes and in the other list, and
 * reports further errors.
 */
function reportMissingValue(place: Place<string>, { list, item }: OtherListItem, isRepeat = false): void {
  const also: AlsoNamed[] = [];
  if (isRepeat) also.push({ cause: "invalid", serverText: '"": must be unique' });
  if (place.path.at(-1) === "name") also.push({ cause: "not-found", serverText: '""' });
  if (item) also.push({ cause: "invalid", serverText: overlapText("", place, list) });
  place.required(undefined, also.length > 0 ? { also } : {});
}

const volumeMounts = rule<PodSpec>(
  {
    id: "pod/volume-mounts",
    severity: "error",
    summary: "volume mounts name volumes of the pod, at unique paths",
  },
  (spec, _place, visit) => {
    const volumes = volumesByName(spec);
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.volumeMounts) checkMounts(container, at, volumes);
    });
  },
);

function checkMounts(
  container: Container | EphemeralContainer,
  place: Place<Container | EphemeralContainer>,
  volumes: VolumeByName,
): void {
  const { volumeMounts: mounts = [], volumeDevices: devices } = container;
  const deviceNames = placeByValue(devices, place.at("volumeDevices"), "name");
  const devicePaths = placeByValue(devices, place.at("volumeDevices"), "devicePath");
  const firstByPath = new Map<string, Place>();
  const list = place.at("volumeMounts");
  mounts.forEach((mount, index) => {
    const at = list.at(index);
    const { name = "", mountPath = "" } = mount;
    const sameName = { list: "volumeDevices", item: deviceNames.get(name) } as const;
    const samePath = { list: "volumeDevices", item: devicePaths.get(mountPath) } as const;
    if (name === "") reportMissingValue(at.at("name"), sameName);
    else if (!volumes.has(name)) reportUnknownVolume(name, at.at("name"), volumes);
    const first = firstByPath.get(mountPath);
    if (mountPath === "") reportMissingValue(at.at("mountPath"), samePath, first !== undefined);
    else if (first)
      at.at("mountPath").invalid("must be unique in the container", mountPath, {
        see: first.at("mountPath").note("first mounted here"),
      });
    firstByPath.set(mountPath, first ?? at);
    reportOverlap(name, at.at("name"), sameName);
    reportOverlap(mountPath, at.at("mountPath"), samePath);
    checkMount(mount, at, container, volumes.get(name));
  });
}

function checkMount(
  mount: VolumeMount,
  place: Place<VolumeMount>,
  { securityContext }: Container | EphemeralContainer,
  volume: Volume | undefined,
): void {
  const { subPath, subPathExpr, mountPropagation, recursiveReadOnly } = mount;
  if (subPath) relativePath(subPath, place.at("subPath"));
  if (subPathExpr) relativePath(subPathExpr, place.at("subPathExpr"));
  if (subPath && subPathExpr) {
    place.at("subPathExpr").invalid("must not be set together with `subPath`", subPathExpr, {
      atKey: true,
      field: place.at("subPathExpr").path,
      serverText: `${quoteGo(subPathExpr)}: subPathExpr and subPath are mutually exclusive`,
    });
  }
  if (mountPropagation === "Bidirectional" && !securityContext?.privileged) {
    place.at("mountPropagation").say("only a privileged container may use Bidirectional", { cause: "forbidden" });
  }
  if (recursiveReadOnly === "Enabled" || recursiveReadOnly === "IfPossible") {
    const at = place.at("recursiveReadOnly");
    if (!mount.readOnly) {
      const serverText = "may only be specified when readOnly is true";
      at.say("needs `readOnly: true`", { cause: "forbidden", serverText });
    }
    const noPropagation = "None";
    if (mountPropagation !== undefined && mountPropagation !== noPropagation) {
      const serverText = `may only be specified when mountPropagation is ${noPropagation} or not specified`;
      at.say("must not be set together with mount propagation", { cause: "forbidden", serverText });
    }
  }
  const { bindMountOptions: options } = mount;
  if (options) checkBindOptions(options, place.at("bindMountOptions"), volume);
}

const bindOptions = ["nodev", "noexec", "nosuid"];

function checkBindOptions(
  options: readonly string[],
  place: Place<readonly string[]>,
  volume: Volume | undefined,
): void {
  options.forEach((option, index) => {
    const first = options.indexOf(option);
    if (!bindOptions.includes(option)) place.at(index).unsupported(bindOptions, option);
    if (first < index) place.at(index).duplicate(`must be listed once; ${option} is listed`, place.at(first));
  });
  if (options.length > 0 && volume?.image) place.say("must be absent for an image volume", { atKey: true });
}

const volumeDevices = rule<PodSpec>(
  {
    id: "pod/volume-devices",
    severity: "error",
    summary: "volume devices name block-mode claims of the pod, at unique paths",
  },
  (spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.volumeDevices) checkDevices(container, at, volumesByName(spec));
    });
  },
);

function checkDevices(
  { volumeMounts: mounts, volumeDevices: devices = [] }: Container | EphemeralContainer,
  place: Place<Container | EphemeralContainer>,
  volumes: VolumeByName,
): void {
  const mountNames = placeByValue(mounts, place.at("volumeMounts"), "name");
  const mountPaths = placeByValue(mounts, place.at("volumeMounts"), "mountPath");
  const list = place.at("volumeDevices");
  const seen = { name: new Map<string, Place>(), devicePath: new Map<string, Place>() };
  devices.forEach((device, index) => {
    const at = list.at(index);
    for (const field of ["name", "devicePath"] as const) checkUnique(device[field] ?? "", at.at(field), seen[field]);
    const { name = "", devicePath = "" } = device;
    const sameName = { list: "volumeMounts", item: mountNames.get(name) } as const;
    const samePath = { list: "volumeMounts", item: mountPaths.get(devicePath) } as const;
    if (name === "") reportMissingValue(at.at("name"), sameName);
    else checkDeviceName(name, at.at("name"), volumes);
    if (devicePath === "") reportMissingValue(at.at("devicePath"), samePath);
    else noBacksteps(devicePath, at.at("devicePath"));
    reportOverlap(name, at.at("name"), sameName);
    reportOverlap(devicePath, at.at("devicePath"), samePath);
  });
}

function checkUnique(value: string, place: Place<string>, seen: Map<string, Place>): void {
  const first = seen.get(value);
  if (first) place.invalid("must be unique in the container", value, { see: first.note("first here") });
  else if (value !== "") seen.set(value, place);
}

function checkDeviceName(name: string, place: Place<string>, volumes: VolumeByName): void {
  const volume = volumes.get(name);
  if (!volume) reportUnknownVolume(name, place, volumes);
  else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
    place.invalid("must be a volume of type persistentVolumeClaim or ephemeral", name);
  }
}

export const volumeMountRules: readonly Rule<PodSpec>[] = [volumeMounts, volumeDevices];
