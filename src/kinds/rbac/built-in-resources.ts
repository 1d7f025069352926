/**
 * The resources that the API server itself serves: which group they are in, and whether they have a namespace. Resources
 * that exist only in access rules (`users`, `signers`) are among them.
 *
 * @module
 */
import { domainPlaceholder, groupIn } from "../../kind/kind.ts";

export interface BuiltInResource {
  readonly plural: string;
  readonly group: string;
  readonly isNamespaced: boolean;
}

/** A group as it is written down: plurals with their short names after a slash. */
interface GroupRow {
  /** With the placeholder of the group domain. */
  readonly group: string;
  readonly namespaced?: string;
  readonly cluster?: string;
}

const inDomain = (prefix: string) => `${prefix}.${domainPlaceholder}`;

const groupRows: readonly GroupRow[] = [
  {
    group: "",
    namespaced:
      "bindings configmaps/cm endpoints/ep events/ev limitranges/limits persistentvolumeclaims/pvc pods/po podtemplates" +
      " replicationcontrollers/rc resourcequotas/quota secrets serviceaccounts/sa services/svc",
    cluster: "componentstatuses/cs namespaces/ns nodes/no persistentvolumes/pv users groups",
  },
  { group: "apps", namespaced: "controllerrevisions daemonsets/ds deployments/deploy replicasets/rs statefulsets/sts" },
  { group: "autoscaling", namespaced: "horizontalpodautoscalers/hpa" },
  { group: "batch", namespaced: "cronjobs/cj jobs" },
  { group: "policy", namespaced: "poddisruptionbudgets/pdb" },
  {
    group: inDomain("admissionregistration"),
    cluster:
      "mutatingadmissionpolicies mutatingadmissionpolicybindings mutatingwebhookconfigurations" +
      " validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations",
  },
  { group: inDomain("apiextensions"), cluster: "customresourcedefinitions/crd" },
  { group: inDomain("apiregistration"), cluster: "apiservices" },
  { group: inDomain("authentication"), cluster: "selfsubjectreviews tokenreviews uids userextras" },
  {
    group: inDomain("authorization"),
    namespaced: "localsubjectaccessreviews",
    cluster: "selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews",
  },
  {
    group: inDomain("certificates"),
    namespaced: "podcertificaterequests",
    cluster: "certificatesigningrequests/csr clustertrustbundles signers",
  },
  { group: inDomain("coordination"), namespaced: "leasecandidates leases" },
  { group: inDomain("discovery"), namespaced: "endpointslices" },
  { group: inDomain("events"), namespaced: "events/ev" },
  { group: inDomain("flowcontrol.apiserver"), cluster: "flowschemas prioritylevelconfigurations" },
  {
    group: inDomain("networking"),
    namespaced: "ingresses/ing networkpolicies/netpol",
    cluster: "ingressclasses ipaddresses/ip servicecidrs",
  },
  { group: inDomain("node"), cluster: "runtimeclasses" },
  {
    group: inDomain("rbac.authorization"),
    namespaced: "rolebindings roles",
    cluster: "clusterrolebindings clusterroles",
  },
  {
    group: inDomain("resource"),
    namespaced: "resourceclaims resourceclaimtemplates",
    cluster: "deviceclasses devicetaintrules resourceslices",
  },
  { group: inDomain("scheduling"), namespaced: "podgroups workloads", cluster: "priorityclasses/pc" },
  {
    group: inDomain("storage"),
    namespaced: "csistoragecapacities",
    cluster: "csidrivers csinodes storageclasses/sc volumeattachments volumeattributesclasses/vac",
  },
];

/** Looks resources up in the groups of one domain. */
export interface BuiltInResources {
  /** True for a group that only the API server itself serves, so that its resources are all known. */
  hasGroup(group: string): boolean;
  /** By plural; a few names stand in several groups. */
  named(plural: string): readonly BuiltInResource[];
  /** What a kind, a singular or a short name of these groups stands for: `Pod`, `pod`, `po`. */
  meantBy(name: string, groups: readonly string[]): string | undefined;
  /** Plurals of these groups; `*` is every group. */
  pluralsOf(groups: readonly string[]): readonly string[];
}

const byDomain = new Map<string, BuiltInResources>();

/** The built-in resources under a group domain; built once for each. */
export function builtInResources(groupDomain: string): BuiltInResources {
  let known = byDomain.get(groupDomain);
  if (!known) {
    known = indexResources(groupDomain);
    byDomain.set(groupDomain, known);
  }
  return known;
}

function indexResources(groupDomain: string): BuiltInResources {
  const resources: BuiltInResource[] = [];
  const pluralByShortName = new Map<string, string>();
  for (const row of groupRows) {
    const group = groupIn(groupDomain, row.group);
    for (const [names, isNamespaced] of [
      [row.namespaced, true],
      [row.cluster, false],
    ] as const) {
      for (const entry of names?.split(" ") ?? []) {
        const [plural = "", shortName] = entry.split("/");
        resources.push({ plural, group, isNamespaced });
        if (shortName) pluralByShortName.set(shortName, plural);
      }
    }
  }
  const byPlural = groupedBy(resources, ({ plural }) => plural);
  const byGroup = groupedBy(resources, ({ group }) => group);
  const pluralsOf = (groups: readonly string[]) =>
    groups.flatMap((group) => (group === "*" ? resources : (byGroup.get(group) ?? [])).map(({ plural }) => plural));

  return {
    hasGroup: (group) => byGroup.has(group),
    named: (plural) => byPlural.get(plural) ?? [],
    pluralsOf,
    meantBy(name, groups) {
      const word = name.toLowerCase();
      const plurals = new Set(pluralsOf(groups));
      const candidates = [word, ...regularPlurals(word), pluralByShortName.get(word)];
      return candidates.find((plural) => plural !== undefined && plurals.has(plural));
    },
  };
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function regularPlurals(word: string): string[] {
  return [`${word}s`, `${word}es`, word.replace(/y$/, "ies")];
}
