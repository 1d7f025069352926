/**
 * The types that kube-apiserver's body decoder knows, and the names of its internal types, for error messages.
 *
 * @module
 */
import { areaOf, servedKinds } from "../../api/served-kinds.ts";
import { memberOf } from "../../json/member.ts";
import { parseApiVersion } from "../../kind/detect.ts";

/** The Go type into which kube-apiserver decodes the apiVersion and kind of a body before the rest. */
export const typeMetaType =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** The apiVersion and kind of a body. */
export interface TypeIdentity {
  readonly apiVersion: string;
  readonly kind: string;
}

const groupVersionOf = (apiVersion: string) => parseApiVersion(apiVersion) ?? { group: "", version: apiVersion };

/** Areas of kube-apiserver that have separate decoders. */
const areasWithOwnDecoder: ReadonlySet<string> = new Set(["apiextensions", "apiregistration"]);
/** Kinds that do not belong to a single group. */
const commonKinds: ReadonlySet<string> = new Set(["DeleteOptions", "List", "Status"]);
const domain = "<domain>";
/** Upper limit for the length of a registered apiVersion, in UTF-16 units. */
const maxApiVersionLength = 128;

const roles = "ClusterRole ClusterRoleBinding Role RoleBinding";

/** Kinds in versions that are no longer served but that the decoder still knows. */
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

/** Entries like `apps/v1 Deployment`; group names contain the placeholder for their domain. */
let registered: ReadonlySet<string> | undefined;

const registeredTypes = (): ReadonlySet<string> =>
  new Set([
    ...servedKinds()
      .filter(({ group }) => !areasWithOwnDecoder.has(areaOf(group)))
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
  // Groups are distinguished by the part before their domain.
  const inDomain = [...group.matchAll(/\./g)].map(({ index }) => `${group.slice(0, index + 1)}${domain}/${version}`);
  return [apiVersion, ...inDomain].some((each) => registered?.has(`${each} ${name}`));
}

/** Packages of internal types whose name is not the first label of their group. */
const packages: Readonly<Record<string, string>> = { "": "core", events: "core", internal: "apiserverinternal" };

/** Returns the name of an object's internal type in kube-apiserver: `core.ConfigMap`. */
export function internalType(group: string, kind: string): string {
  const [label = ""] = group.split(".");
  return `${memberOf(packages, label) ?? label}.${kind}`;
}

/** Go's error for a type that the decoder does not know. */
export function unregisteredMessage({ apiVersion, kind }: TypeIdentity): string {
  const [name, version] = [kind, apiVersion].map((text) => JSON.stringify(text));
  return `no kind ${name} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`;
}

/** The same for a kind without a version, which Go treats as an internal type. */
export function unregisteredInternalMessage(apiVersion: string, kind: string): string {
  const group = JSON.stringify(groupVersionOf(apiVersion).group);
  return `no kind ${JSON.stringify(kind)} is registered for the internal version of group ${group} in scheme "pkg/runtime/scheme.go:111"`;
}

/** Go's error for a type that the decoder does not know or cannot convert to the expected type. */
export function unreadableTypeMessage(given: TypeIdentity, expected: TypeIdentity): string {
  if (!isRegistered(given) || given.kind === expected.kind) return unregisteredMessage(given);
  const { version } = groupVersionOf(given.apiVersion);
  const wanted = internalType(groupVersionOf(expected.apiVersion).group, expected.kind);
  return `converting (${version}.${given.kind}) to (${wanted}): unknown conversion`;
}

/** Go's error for a body of another type. */
export function wrongTypeMessage(given: TypeIdentity, expected: TypeIdentity): string {
  if (given.kind === expected.kind && isRegistered(given)) {
    return `the API version in the data (${given.apiVersion}) does not match the expected API version (${expected.apiVersion})`;
  }
  const version = JSON.stringify(groupVersionOf(given.apiVersion).version);
  return `${given.kind} in version ${version} cannot be handled as a ${expected.kind}: ${unreadableTypeMessage(given, expected)}`;
}

/** Why Go cannot parse an apiVersion; undefined if it can. */
export const groupVersionFault = (apiVersion: string): string | undefined =>
  parseApiVersion(apiVersion) === undefined ? `unexpected GroupVersion string: ${apiVersion}` : undefined;
