/**
 * The types that kube-apiserver's reader of bodies knows, and their names in its memory.
 *
 * @module
 */
import { areaOf, servedKinds } from "../../api/served-kinds.ts";
import { memberOf } from "../../json/member.ts";
import { parseApiVersion } from "../../kind/detect.ts";

/** Where Go reads the version and the kind of a text, before all else. */
export const typeMetaType =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** How a body says what it is. */
export interface TypeIdentity {
  readonly apiVersion: string;
  readonly kind: string;
}

const groupVersionOf = (apiVersion: string) => parseApiVersion(apiVersion) ?? { group: "", version: apiVersion };

/** Of its areas, those that have a reader of their own. */
const otherReaders: ReadonlySet<string> = new Set(["apiextensions", "apiregistration"]);
/** Types that no group has for itself. */
const commonKinds: ReadonlySet<string> = new Set(["DeleteOptions", "List", "Status"]);
const domain = "<domain>";
/** Longest version that any type can have, in UTF-16 units. */
const maxApiVersionLength = 128;

const roles = "ClusterRole ClusterRoleBinding Role RoleBinding";

/** Kinds in versions that are served no longer, and that the reader still knows. */
const formerKinds: Readonly<Record<string, string>> = {
  "apps/v1beta1": "ControllerRevision Deployment Scale StatefulSet",
  "apps/v1beta2": "ControllerRevision DaemonSet Deployment ReplicaSet Scale StatefulSet",
  "batch/v1beta1": "CronJob",
  "extensions/v1beta1": "DaemonSet Deployment Ingress NetworkPolicy ReplicaSet Scale",
  "policy/v1beta1": "Eviction PodDisruptionBudget",
  "admissionregistration.<domain>/v1beta1": "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
  "authentication.<domain>/v1beta1": "SelfSubjectReview TokenReview",
  "authorization.<domain>/v1beta1":
    "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  "certificates.<domain>/v1beta1": "CertificateSigningRequest",
  "coordination.<domain>/v1beta1": "Lease",
  "discovery.<domain>/v1beta1": "EndpointSlice",
  "events.<domain>/v1beta1": "Event",
  "networking.<domain>/v1beta1": "Ingress IngressClass",
  "node.<domain>/v1alpha1": "RuntimeClass",
  "node.<domain>/v1beta1": "RuntimeClass",
  "rbac.authorization.<domain>/v1alpha1": roles,
  "rbac.authorization.<domain>/v1beta1": roles,
  "scheduling.<domain>/v1beta1": "PriorityClass",
  "storage.<domain>/v1beta1": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment",
};

/** `apps/v1 Deployment`; groups with the placeholder of their domain. */
let registered: ReadonlySet<string> | undefined;

const registeredTypes = (): ReadonlySet<string> =>
  new Set([
    ...servedKinds()
      .filter(({ group }) => !otherReaders.has(areaOf(group)))
      .flatMap(({ group, kind, versions }) =>
        versions.map(({ name }) => `${group === "" ? "" : `${group}/`}${name} ${kind}`),
      ),
    ...Object.entries(formerKinds).flatMap(([version, kinds]) => kinds.split(" ").map((kind) => `${version} ${kind}`)),
  ]);

function isRegistered({ apiVersion, kind }: TypeIdentity): boolean {
  if (apiVersion.length > maxApiVersionLength) return false;
  if (apiVersion === "v1" && commonKinds.has(kind)) return true;
  registered ??= registeredTypes();
  const name = kind.replace(/List$/, "");
  const { group, version } = groupVersionOf(apiVersion);
  // The area before the domain is what tells groups apart.
  const inDomain = [...group.matchAll(/\./g)].map(({ index }) => `${group.slice(0, index + 1)}${domain}/${version}`);
  return [apiVersion, ...inDomain].some((each) => registered?.has(`${each} ${name}`));
}

/** Packages of internal types that are not called as the first label of their group. */
const packages: Readonly<Record<string, string>> = { "": "core", events: "core", internal: "apiserverinternal" };

/** The type of an object in the memory of kube-apiserver, `core.ConfigMap`. */
export function internalType(group: string, kind: string): string {
  const [label = ""] = group.split(".");
  return `${memberOf(packages, label) ?? label}.${kind}`;
}

/** Go's words for a type that its reader does not know. */
export function unregistered({ apiVersion, kind }: TypeIdentity): string {
  const [name, version] = [kind, apiVersion].map((text) => JSON.stringify(text));
  return `no kind ${name} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`;
}

/** The same of a kind without a version, which Go takes for one of those in its memory. */
export function unregisteredInternally(apiVersion: string, kind: string): string {
  const group = JSON.stringify(groupVersionOf(apiVersion).group);
  return `no kind ${JSON.stringify(kind)} is registered for the internal version of group ${group} in scheme "pkg/runtime/scheme.go:111"`;
}

/** Go's words for a type that its reader does not know, or cannot make the expected one of. */
export function misreadType(given: TypeIdentity, expected: TypeIdentity): string {
  if (!isRegistered(given) || given.kind === expected.kind) return unregistered(given);
  const { version } = groupVersionOf(given.apiVersion);
  const wanted = internalType(groupVersionOf(expected.apiVersion).group, expected.kind);
  return `converting (${version}.${given.kind}) to (${wanted}): unknown conversion`;
}

/** Go's words for a body of another type. */
export function wrongType(given: TypeIdentity, expected: TypeIdentity): string {
  if (given.kind === expected.kind && isRegistered(given)) {
    return `the API version in the data (${given.apiVersion}) does not match the expected API version (${expected.apiVersion})`;
  }
  const version = JSON.stringify(groupVersionOf(given.apiVersion).version);
  return `${given.kind} in version ${version} cannot be handled as a ${expected.kind}: ${misreadType(given, expected)}`;
}

/** Why Go cannot read a group and a version; undefined when it can. */
export const groupVersionFault = (apiVersion: string): string | undefined =>
  parseApiVersion(apiVersion) === undefined ? `unexpected GroupVersion string: ${apiVersion}` : undefined;
