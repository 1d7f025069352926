/**
 * Files of tools that install clusters, which contain configurations of several components. kubeadm reads one document
 * of each of its kinds, and validates them for the release that it installs.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { releaseOf } from "../kinds/kubeadm/kubernetes-version.ts";
import { nearestTarget } from "../release/release.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { type Settings, withTarget } from "./options.ts";

const kubeadmGroup = "kubeadm.k8s.io";

/** Groups of tools whose files contain configurations of several components. */
const installerGroups: readonly string[] = [kubeadmGroup, "kops.k8s.io"];

/** Groups of the component configurations that kubeadm reads in addition to its own kinds. */
const componentGroups: readonly string[] = ["kubelet.config.k8s.io", "kubeproxy.config.k8s.io"];

function groupOf(document: SourceDocument): string | undefined {
  const { apiVersion } = isPlainObject(document.value) ? document.value : {};
  return typeof apiVersion === "string" ? apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0)) : undefined;
}

export const isForInstaller = (document: SourceDocument): boolean => installerGroups.includes(groupOf(document) ?? "");

const isForKubeadm = (document: SourceDocument): boolean => groupOf(document) === kubeadmGroup;

/** Whether kubeadm reads the file: it splits at `---` lines and reads YAML, which includes JSON. */
export const isKubeadmFile = ({ documents }: SourceFile): boolean => documents.some(isForKubeadm);

/**
 * Returns the settings for a file. The target of a kubeadm file is the release that it installs, if the file specifies
 * one.
 */
export function settingsFor(file: SourceFile, settings: Settings): Settings {
  if (settings.upgradesFrom || !isKubeadmFile(file)) return settings;
  const [release] = file.documents.filter(isForKubeadm).flatMap(({ value }) => {
    const found = isPlainObject(value) ? releaseOf(memberOf(value, "kubernetesVersion")) : undefined;
    return found === undefined ? [] : [found];
  });
  return release === undefined ? settings : withTarget(settings, nearestTarget(release));
}

/** Finds documents whose presence makes kubeadm refuse the file, regardless of their contents. */
export function kubeadmFileFaults(file: SourceFile): ReadonlyMap<SourceDocument, RuleFinding> {
  const faults = new Map<SourceDocument, RuleFinding>();
  if (!isKubeadmFile(file)) return faults;
  const firstByKind = new Map<string, SourceDocument>();
  for (const document of file.documents) {
    const { kind } = isPlainObject(document.value) ? document.value : {};
    if (typeof kind !== "string") continue;
    const first = firstByKind.get(kind);
    const group = groupOf(document) ?? "";
    if (first) faults.set(document, repeatedKind(kind, first));
    else if (group !== kubeadmGroup && !componentGroups.includes(group)) faults.set(document, foreignDocument(kind));
    if (!first) firstByKind.set(kind, document);
  }
  return faults;
}

const repeatedKind = (kind: string, first: SourceDocument): RuleFinding => ({
  rule: "source/repeated-kind",
  severity: "error",
  cause: "duplicate",
  path: ["kind"],
  message: `kubeadm reads only one document of each kind; document ${first.index + 1} of the file is a ${kind} as well`,
  help: "move it to a separate file",
});

const foreignDocument = (kind: string): RuleFinding => ({
  rule: "source/foreign-document",
  severity: "error",
  cause: "unsupported",
  path: ["kind"],
  message: `kubeadm does not read documents of kind ${kind}`,
  help: "move it to a separate file: kubeadm reads its own kinds, KubeletConfiguration and KubeProxyConfiguration",
});
