/**
 * The names, name prefixes, namespaces and finalizers that built-in kinds allow.
 *
 * @module
 */
import type { ServedKind } from "../../api/served-kinds.ts";
import {
  maskTrailingDash,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentName,
} from "../../text/names.ts";
import type { NameRule } from "../meta/object-meta-rules.ts";

/** Extends a rule for names to prefixes (`generateName`), which may end with a dash. */
const forPrefixes =
  (rule: (name: string) => readonly string[]): NameRule =>
  (name, isPrefix) =>
    rule(isPrefix ? maskTrailingDash(name) : name);

const dnsLabel = forPrefixes(validateDns1123Label);
const dns1035Label = forPrefixes(validateDns1035Label);
const dnsSubdomain = forPrefixes(validateDns1123Subdomain);

/** Older releases require names that begin with a letter. */
const serviceName: NameRule = (name, isPrefix, context) =>
  context.isEnabled("RelaxedServiceNameValidation")
    ? dnsLabel(name, isPrefix, context)
    : dns1035Label(name, isPrefix, context);

/** Validates names of the form `<group>.<resource>`. */
const storageVersion: NameRule = (name) => {
  const dot = name.lastIndexOf(".");
  if (dot < 0) return ["name must be in the form of <group>.<resource>"];
  return [
    ...validateDns1123Subdomain(name.slice(0, dot)).map((fault) => `the group segment ${fault}`),
    ...validateDns1035Label(name.slice(dot + 1)).map((fault) => `the resource segment ${fault}`),
  ];
};

/**
 * Rules of kinds whose names are not DNS subdomains; undefined for kinds that are never stored and have no name to
 * validate.
 */
const ruleByResource: Readonly<Record<string, NameRule | undefined>> = {
  bindings: undefined,
  componentstatuses: undefined,
  localsubjectaccessreviews: undefined,
  selfsubjectaccessreviews: undefined,
  selfsubjectreviews: undefined,
  selfsubjectrulesreviews: undefined,
  subjectaccessreviews: undefined,
  tokenreviews: undefined,
  "": undefined,
  apiservices: validatePathSegmentName,
  certificatesigningrequests: validatePathSegmentName,
  clusterrolebindings: validatePathSegmentName,
  clusterroles: validatePathSegmentName,
  clustertrustbundles: validatePathSegmentName,
  namespaces: dnsLabel,
  poddisruptionbudgets: validatePathSegmentName,
  rolebindings: validatePathSegmentName,
  roles: validatePathSegmentName,
  services: serviceName,
  statefulsets: dnsLabel,
  storageversions: storageVersion,
};

/** Kinds whose finalizers need no domain. */
const anyFinalizer: ReadonlySet<string> = new Set([
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "mutatingwebhookconfigurations",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
  "apiservices",
  "customresourcedefinitions",
  "leasecandidates",
  "leases",
  "poddisruptionbudgets",
  "runtimeclasses",
]);

export const finalizersOf = ({ plural, group }: ServedKind): "known" | "any" =>
  anyFinalizer.has(plural) || (plural === "events" && group === "") ? "any" : "known";

/** Kinds for which kube-apiserver validates `generateName` only as part of the generated name. */
const prefixInNames: ReadonlySet<string> = new Set([
  "deviceclasses",
  "evictionrequests",
  "evictions",
  "replicationcontrollers",
]);

export const prefixOf = ({ plural }: ServedKind): "looked-at" | "in-names" =>
  prefixInNames.has(plural) ? "in-names" : "looked-at";

/** Kinds whose updates may contain any `generateName`. */
const anyPrefixInUpdates: ReadonlySet<string> = new Set([
  "certificatesigningrequests",
  "clusterrolebindings",
  "clusterroles",
  "cronjobs",
  "csidrivers",
  "customresourcedefinitions",
  "daemonsets",
  "deployments",
  "deviceclasses",
  "devicetaintrules",
  "events",
  "evictionrequests",
  "evictions",
  "horizontalpodautoscalers",
  "jobs",
  "leases",
  "networkpolicies",
  "podcertificaterequests",
  "poddisruptionbudgets",
  "podtemplates",
  "priorityclasses",
  "replicasets",
  "replicationcontrollers",
  "resourcepoolstatusrequests",
  "resourcequotas",
  "resourceslices",
  "rolebindings",
  "roles",
  "servicecidrs",
  "services",
  "statefulsets",
]);

export const prefixOfUpdates = ({ plural }: ServedKind): "looked-at" | "any" =>
  anyPrefixInUpdates.has(plural) ? "any" : "looked-at";

export function nameRuleOf({ plural, group }: ServedKind): NameRule | undefined {
  if (plural === "events" && group === "") return validatePathSegmentName;
  return Object.hasOwn(ruleByResource, plural) ? ruleByResource[plural] : dnsSubdomain;
}

/** Kinds whose objects must contain their namespace. */
const withNamespace: ReadonlySet<string> = new Set(["daemonsets", "rolebindings", "roles"]);

export const namespaceOf = ({ plural }: ServedKind): "required" | "from-request" =>
  withNamespace.has(plural) ? "required" : "from-request";
