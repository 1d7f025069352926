/**
 * Loads the static manifests of one admission plugin: policies with their bindings, or webhook configurations, which
 * are in force without being stored. They must not depend on stored objects: parameters and services are rejected.
 *
 * @module
 */
import type {
  MutatingWebhook,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
  ValidatingWebhook,
} from "../../../api/types/admissionregistration-v1.ts";
import type { Settings } from "../../../engine/options.ts";
import type { ClusterObject } from "../../../policy/admission-request.ts";
import { compareUtf8 } from "../../../text/utf8.ts";
import { documentsIn, hashOfFiles, type ManifestFile } from "./manifest-files.ts";
import { type ManifestObject, manifestReader } from "./read-manifest.ts";

export interface Manifests {
  /** Sorted by name. */
  readonly objects: readonly ClusterObject[];
  /** Hash of the contents of all files. */
  readonly hash: string;
}

/** The kinds that the manifests of each plugin may contain. */
const kindsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["ValidatingAdmissionPolicy", ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"]],
  ["MutatingAdmissionPolicy", ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"]],
  ["ValidatingAdmissionWebhook", ["ValidatingWebhookConfiguration"]],
  ["MutatingAdmissionWebhook", ["MutatingWebhookConfiguration"]],
]);

/** Names of the plugins that can have manifests. */
export const manifestPlugins: readonly string[] = [...kindsOf.keys()];

const staticSuffix = ".static.k8s.io";

/**
 * Reads and checks the manifests of a plugin.
 *
 * @param files - sorted by name
 * @throws {Error} with kube-apiserver's message for the first invalid object
 */
export function loadManifests(plugin: string, files: readonly ManifestFile[], settings: Settings): Manifests {
  const read = manifestReader(settings, kindsOf.get(plugin) ?? []);
  const objects: ClusterObject[] = [];
  const names = new Map<string, string>();
  for (const { path, bytes } of files.flatMap(documentsIn)) {
    try {
      read(bytes, (all) => {
        for (const each of all) objects.push(checked(each, path, names));
      });
    } catch (error) {
      throw new Error(`error loading ${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  assertBound(objects);
  return { objects: objects.toSorted((a, b) => compareUtf8(a.name, b.name)), hash: hashOfFiles(files) };
}

/**
 * Checks one object and returns it for the plugin.
 *
 * @param names - the names seen so far by kind, with the file of each
 */
function checked({ kind, object }: ManifestObject, path: string, names: Map<string, string>): ClusterObject {
  const { name = "" } = object.metadata;
  assertName(name, path);
  const key = `${kind.kind} ${name}`;
  const earlier = names.get(key);
  if (earlier !== undefined) {
    throw new Error(`duplicate name "${name}" found in file "${path}" (previously seen in "${earlier}")`);
  }
  names.set(key, path);
  if ("webhooks" in object) assertUrls(name, path, object["webhooks"] as readonly Webhook[]);
  else if (kind.kind.endsWith("Binding")) assertBinding(name, object["spec"] as ValidatingAdmissionPolicyBindingSpec);
  else if ((object["spec"] as ValidatingAdmissionPolicySpec | undefined)?.paramKind) {
    throw new Error(`${kind.kind} "${name}": spec.paramKind is not supported for static manifests`);
  }
  const { group, version } = kind;
  return { group, version, kind: kind.kind, name, namespace: "", object };
}

function assertName(name: string, path: string): void {
  if (name === "") throw new Error(`resource in file "${path}" must have a name`);
  if (!name.endsWith(staticSuffix)) {
    throw new Error(`"${name}" in file "${path}" must have a name ending with "${staticSuffix}"`);
  }
}

type Webhook = ValidatingWebhook | MutatingWebhook;

function assertUrls(configuration: string, path: string, webhooks: readonly Webhook[]): void {
  for (const { name = "", clientConfig = {} } of webhooks) {
    const refuse = (why: string) => new Error(`webhook "${name}" in "${configuration}" (file "${path}"): ${why}`);
    if (clientConfig.service) {
      throw refuse("clientConfig.service is not supported for static manifests; use clientConfig.url instead");
    }
    if (!clientConfig.url) throw refuse("clientConfig.url is required for static manifests");
  }
}

function assertBinding(name: string, { policyName = "", paramRef }: ValidatingAdmissionPolicyBindingSpec): void {
  if (policyName === "") throw new Error(`binding "${name}" must reference a policy (spec.policyName)`);
  if (!policyName.endsWith(staticSuffix)) {
    throw new Error(`binding "${name}": spec.policyName "${policyName}" must end with "${staticSuffix}"`);
  }
  if (paramRef) throw new Error(`binding "${name}": spec.paramRef is not supported for static manifests`);
}

function assertBound(objects: readonly ClusterObject[]): void {
  const isBinding = ({ kind }: ClusterObject) => kind.endsWith("Binding");
  const policies = new Set(objects.filter((each) => !isBinding(each)).map(({ name }) => name));
  for (const { name, object } of objects.filter(isBinding)) {
    const { policyName = "" } = (object as { readonly spec: ValidatingAdmissionPolicyBindingSpec }).spec;
    if (policies.has(policyName)) continue;
    throw new Error(
      `binding "${name}" references policy "${policyName}" which does not exist in the manifest directory`,
    );
  }
}
