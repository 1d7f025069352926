/**
 * Finds the command lines of components in pods, such as the static pods of a control plane.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { type Component, componentOfProgram } from "./component.ts";

/** An argument, and the field that contains it. */
export interface PodArgument {
  readonly text: string;
  readonly path: FieldPath;
  /** Number of characters at the start of the text that are not in the field; default 0. */
  readonly addedLength?: number;
  /** Whether the text is the key of the field at `path`, not its value. */
  readonly atKey?: true;
  /** A separate field for the value, and the offset of the value in the text. */
  readonly value?: { readonly path: FieldPath; readonly start: number };
}

/** The image of a component. */
export interface ComponentImage {
  readonly name: string;
  /** The release in the image tag, such as `1.36`; overrides the target. */
  readonly release?: string;
  /**
   * Whether upstream built the image: it is from a registry of the Kubernetes project, or a copy with upstream's name
   * and tag.
   */
  readonly isUpstream: boolean;
}

/** A container that runs a component. */
export interface PodCommand {
  readonly component: Component;
  /**
   * Whether the component has no configuration file, so that flags are the only way to set options that upstream wants
   * in a file.
   */
  readonly hasNoConfigFile?: true;
  /** The path of the word that names the program. */
  readonly programPath: FieldPath;
  readonly args: readonly PodArgument[];
  /** The image of the container; undefined if unknown. */
  readonly image?: ComponentImage;
  /** Returns the path on the node of a file in the container; undefined if the file is not on the node. */
  nodePathOf(path: string): string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Kinds whose pods are checked, with the path of the pod spec. */
const podSpecs: Readonly<Record<string, FieldPath>> = {
  Pod: ["spec"],
  DaemonSet: ["spec", "template", "spec"],
  Deployment: ["spec", "template", "spec"],
  StatefulSet: ["spec", "template", "spec"],
};

/** Returns the containers of an object that run components. */
export function podCommands(kind: string, object: unknown): readonly PodCommand[] {
  const base = Object.hasOwn(podSpecs, kind) ? podSpecs[kind] : undefined;
  if (!base) return [];
  const spec = base.reduce<unknown>((at, name) => (isPlainObject(at) ? memberOf(at, String(name)) : undefined), object);
  if (!isPlainObject(spec)) return [];
  const commands: PodCommand[] = [];
  listOf(spec["containers"]).forEach((container, index) => {
    if (!isPlainObject(container) || !(namesComponent(container["command"]) || namesComponent(container["args"])))
      return;
    const command = commandOf(container, spec, [...base, "containers", index]);
    if (command) commands.push(command);
  });
  return commands;
}

function commandOf(container: Fields, spec: Fields, path: FieldPath): PodCommand | undefined {
  const words = ["command", "args"].flatMap((field) =>
    listOf(memberOf(container, field)).map(
      (text, index): PodArgument => ({ text: String(text), path: [...path, field, index] }),
    ),
  );
  // A wrapper may precede the program. A shell script is a single word, so it is not recognized as a program.
  const at = words.findIndex(
    ({ text }, index) => componentOfProgram(text) !== undefined && isProgramPlace(text, words[index - 1]?.text),
  );
  const program = words[at];
  const component = program && componentOfProgram(program.text);
  if (!component) return undefined;
  const image = imageOf(container["image"], component);
  return {
    component,
    programPath: program.path,
    args: words.slice(at + 1),
    ...(image ? { image } : {}),
    nodePathOf: (file) => nodePathOf(file, container, spec),
  };
}

/**
 * Whether a word can be the program: it is neither a flag nor the value of one, as in
 * `--kubelet-service=kube-system/kubelet` or `--component kubelet`.
 */
function isProgramPlace(word: string, before = ""): boolean {
  const isValue = before.startsWith("-") && before !== "--" && !before.includes("=");
  return !word.startsWith("-") && !isValue;
}

const namesComponent = (words: unknown): boolean =>
  Array.isArray(words) && words.some((word) => componentOfProgram(String(word)) !== undefined);

/**
 * Reads an image name. A copy of upstream's image keeps the tag; other builds extend it, such as `v1.34.2-eksbuild.1`.
 */
function imageOf(name: unknown, component: Component): ComponentImage | undefined {
  if (typeof name !== "string" || name === "" || mayBeVariable.test(name)) return undefined;
  const [, minor] = /:v?1\.(\d{1,3})(?:\.\d+)?(?:[-+@_.][\s\S]*)?$/.exec(name) ?? [];
  const [, repository, tag] = /(?:^|\/)([^/:@]+)(?::([^@/]*))?(?:@[^/]*)?$/.exec(name) ?? [];
  const isCopy =
    repository?.replace(/-(?:amd64|arm|arm64|ppc64le|s390x)$/, "") === component && upstreamTag.test(tag ?? "");
  const isUpstream = isCopy || upstreamRegistry.test(name);
  return { name, isUpstream, ...(minor === undefined ? {} : { release: `1.${minor}` }) };
}

const upstreamRegistry =
  /^(?:registry\.k8s\.io|k8s\.gcr\.io|(?:[a-z]+\.)?gcr\.io\/(?:google[_-]containers|k8s-[^/]+)|[^/]+\.pkg\.dev\/k8s-[^/]+)\//;
const upstreamTag = /^v1\.\d{1,3}\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/;
const mayBeVariable = /[${}<>]/;

/**
 * Resolves a path through the volume mount with the longest matching path; undefined if the volume is not a `hostPath`.
 */
function nodePathOf(file: string, container: Fields, spec: Fields): string | undefined {
  const mounts = listOf(container["volumeMounts"]).filter(isPlainObject);
  const isBelow = (mountPath: unknown): mountPath is string =>
    typeof mountPath === "string" && (file === mountPath || file.startsWith(`${mountPath.replace(/\/$/, "")}/`));
  const [mount] = mounts
    .filter(({ mountPath }) => isBelow(mountPath))
    .sort((a, b) => String(b["mountPath"]).length - String(a["mountPath"]).length);
  const volume = listOf(spec["volumes"])
    .filter(isPlainObject)
    .find(({ name }) => mount && name === mount["name"]);
  const hostPath = volume?.["hostPath"];
  if (!mount || !isPlainObject(hostPath) || typeof hostPath["path"] !== "string") return undefined;
  const inVolume = file.slice(String(mount["mountPath"]).replace(/\/$/, "").length);
  const subPath = typeof mount["subPath"] === "string" ? `/${mount["subPath"]}` : "";
  return `${hostPath["path"].replace(/\/$/, "")}${subPath}${inVolume}`;
}
