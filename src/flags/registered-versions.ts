/**
 * The API groups and versions that kube-apiserver registers, by release. It registers more than it serves: some
 * versions only have a name left.
 *
 * @module
 */
import { domainPlaceholder } from "../kind/kind.ts";
import { reaches } from "../release/release.ts";

/** Versions with the first release that has them (`>=`) or the first release without them (`<`). */
const versionsByGroup: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "": "v1",
    "admission.<domain>": "v1 v1beta1",
    "admissionregistration.<domain>": "v1 v1beta1 v1alpha1",
    "apiextensions.<domain>": "v1 v1beta1",
    "apiregistration.<domain>": "v1 v1beta1",
    apps: "v1 v1beta2 v1beta1",
    "authentication.<domain>": "v1 v1beta1 v1alpha1",
    "authorization.<domain>": "v1 v1beta1",
    autoscaling: "v2 v1 v2beta2<1.36 v2beta1<1.36",
    batch: "v1 v1beta1",
    "certificates.<domain>": "v1 v1beta1 v1alpha1",
    "coordination.<domain>": "v1 v1beta1 v1alpha2>=1.32 v1alpha1>=1.31<1.32",
    "discovery.<domain>": "v1 v1beta1",
    "events.<domain>": "v1 v1beta1",
    extensions: "v1beta1",
    "flowcontrol.apiserver.<domain>": "v1 v1beta3 v1beta2 v1beta1",
    "imagepolicy.<domain>": "v1alpha1",
    "internal.apiserver.<domain>": "v1alpha1",
    "lifecycle.<domain>": "v1alpha1>=1.37",
    "networking.<domain>": "v1 v1beta1 v1alpha1<1.34",
    "node.<domain>": "v1 v1beta1 v1alpha1",
    policy: "v1 v1beta1",
    "rbac.authorization.<domain>": "v1 v1beta1 v1alpha1",
    "resource.<domain>": "v1>=1.34 v1beta2>=1.33 v1beta1>=1.32 v1alpha3>=1.31 v1alpha2<1.31",
    "scheduling.<domain>": "v1 v1beta1 v1alpha3>=1.37 v1alpha2>=1.36<1.37 v1alpha1<1.36",
    "storage.<domain>": "v1 v1beta1 v1alpha1",
    "storagemigration.<domain>": "v1>=1.37 v1beta1>=1.35 v1alpha1<1.35",
  }),
);

/**
 * Returns the registered versions of a group; undefined if the release does not know the group.
 *
 * @param domain - the group domain; absent: any
 */
export function registeredVersions(group: string, target: string, domain?: string): readonly string[] | undefined {
  const name = [...versionsByGroup.keys()].find((known) => isGroup(known, group, domain));
  const versions = (versionsByGroup.get(name ?? "-") ?? "").split(" ").flatMap((text) => versionIn(text, target));
  return versions.length === 0 ? undefined : versions;
}

function isGroup(known: string, group: string, domain: string | undefined): boolean {
  if (!known.endsWith(domainPlaceholder)) return known === group;
  const prefix = known.slice(0, -domainPlaceholder.length);
  return domain === undefined ? group.startsWith(prefix) && group !== prefix : group === prefix + domain;
}

function versionIn(text: string, target: string): readonly string[] {
  const [, version = "", since, until] = /^(\w*)(?:>=([\d.]+))?(?:<([\d.]+))?$/.exec(text) ?? [];
  const isKnown = (since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until));
  return version !== "" && isKnown ? [version] : [];
}
