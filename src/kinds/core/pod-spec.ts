/**
 * What a pod is to be: its containers, volumes, place and rights.
 *
 * @module
 */
import {
  field,
  flag,
  int32,
  int64,
  list,
  quantityMap,
  type Static,
  stringMap,
  struct,
  text,
} from "../../schema/fields.ts";
import { affinity } from "./affinity.ts";
import { container, ephemeralContainer } from "./container.ts";
import { localObjectReference } from "./local-object-reference.ts";
import { resourceRequirements } from "./resource-requirements.ts";
import { podSecurityContext } from "./security-context.ts";
import { toleration } from "./toleration.ts";
import { topologySpreadConstraint } from "./topology-spread-constraint.ts";
import { volume } from "./volume.ts";

const workloadReference = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Name of the Workload." }),
  podGroup: text({ "x-proto": 2, "x-required": true, description: "Name of the group in it." }),
  podGroupReplicaKey: text({ "x-proto": 3, description: "Which replica of the group." }),
});

const podSchedulingGroup = struct({
  podGroupName: text({ "x-proto": 1, "x-pointer": true, description: "Name of the PodGroup." }),
});

const podDNSConfigOption = struct({
  name: text({ "x-proto": 1, description: "Such as `ndots`." }),
  value: text({ "x-proto": 2, "x-pointer": true, description: "The option's value, where it takes one." }),
});

const podDNSConfig = struct({
  nameservers: list(text(), { "x-proto": 1, "x-list-type": "atomic", description: "Addresses of name servers." }),
  searches: list(text(), { "x-proto": 2, "x-list-type": "atomic", description: "Domains to search in." }),
  options: list(podDNSConfigOption, { "x-proto": 3, "x-list-type": "atomic", description: "Options of the resolver." }),
});
export type PodDNSConfig = Static<typeof podDNSConfig>;

const podReadinessGate = struct({
  conditionType: text({ "x-proto": 1, "x-required": true, description: "A condition of the pod." }),
});

const podSchedulingGate = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Name of the gate; who removes it knows it by that." }),
});

const claimSource = struct({
  resourceClaimName: text({
    "x-proto": 1,
    "x-pointer": true,
    description: "An existing claim in the pod's namespace.",
  }),
  resourceClaimTemplateName: text({
    "x-proto": 2,
    "x-pointer": true,
    description: "The template to make a claim from.",
  }),
});

const podResourceClaim = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "The name that containers use." }),
  source: field(claimSource, { "x-proto": 2, "x-until": "1.31", description: "Where the claim comes from." }),
  resourceClaimName: text({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.31",
    description: "An existing claim in the pod's namespace.",
  }),
  resourceClaimTemplateName: text({
    "x-proto": 4,
    "x-pointer": true,
    "x-since": "1.31",
    description: "The template to make a claim from.",
  }),
});
export type PodResourceClaim = Static<typeof podResourceClaim>;

const evictionResponder = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "A qualified name." }),
  priority: int32({ "x-proto": 2, "x-always": true, "x-pointer": true, description: "The highest is asked first." }),
});

const hostAlias = struct({
  ip: text({ "x-proto": 1, "x-required": true, description: "The address of the line." }),
  hostnames: list(text(), { "x-proto": 2, "x-list-type": "atomic", description: "The names of the line." }),
});
export type HostAlias = Static<typeof hostAlias>;

const podOS = struct({
  name: text({ "x-proto": 1, "x-required": true, enum: ["linux", "windows"], description: "`linux` or `windows`." }),
});

export const podSpec = struct({
  volumes: list(volume, {
    "x-proto": 1,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge,retainKeys",
    "x-patch-merge-key": "name",
    description: "Volumes that containers can mount.",
  }),
  initContainers: list(container, {
    "x-proto": 20,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "Run one after another before the others start; those that restart always stay as sidecars.",
  }),
  containers: list(container, {
    "x-proto": 2,
    "x-required": true,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "The containers; at least one.",
  }),
  ephemeralContainers: list(ephemeralContainer, {
    "x-proto": 34,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "Added to a running pod to look into it; never restarted.",
  }),
  restartPolicy: text({
    "x-proto": 3,
    enum: ["Always", "OnFailure", "Never"],
    description: "When containers are started again; default `Always`.",
  }),
  terminationGracePeriodSeconds: int64({
    "x-proto": 4,
    "x-pointer": true,
    description: "Seconds between the stop signal and the kill; default 30.",
  }),
  activeDeadlineSeconds: int64({
    "x-proto": 5,
    "x-pointer": true,
    description: "Seconds after the start after which the pod is failed.",
  }),
  dnsPolicy: text({
    "x-proto": 6,
    enum: ["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"],
    description: "Where names are resolved; default `ClusterFirst`.",
  }),
  nodeSelector: stringMap({ "x-proto": 7, "x-list-type": "atomic", description: "Labels that the node must have." }),
  serviceAccountName: text({ "x-proto": 8, description: "The service account the pod runs as; default `default`." }),
  serviceAccount: text({ "x-proto": 9, description: "The old name of `serviceAccountName`." }),
  automountServiceAccountToken: flag({
    "x-proto": 21,
    "x-pointer": true,
    description: "Whether a token of the service account is mounted.",
  }),
  nodeName: text({ "x-proto": 10, description: "The node the pod is bound to; set by the scheduler." }),
  hostNetwork: flag({ "x-proto": 11, description: "Use the node's network." }),
  hostPID: flag({ "x-proto": 12, description: "Use the node's process ids." }),
  hostIPC: flag({ "x-proto": 13, description: "Use the node's interprocess communication." }),
  shareProcessNamespace: flag({
    "x-proto": 27,
    "x-pointer": true,
    description: "Let all containers see each other's processes.",
  }),
  securityContext: field(podSecurityContext, {
    "x-proto": 14,
    "x-pointer": true,
    description: "What holds for all containers that do not say otherwise.",
  }),
  imagePullSecrets: list(localObjectReference, {
    "x-proto": 15,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "Secrets with which images are pulled.",
  }),
  hostname: text({ "x-proto": 16, description: "Host name of the pod; default its name." }),
  subdomain: text({
    "x-proto": 17,
    description: "With it the pod is named `hostname.subdomain.namespace.svc` and the cluster's domain.",
  }),
  affinity: field(affinity, {
    "x-proto": 18,
    "x-pointer": true,
    description: "Which nodes and neighbours the pod needs or prefers.",
  }),
  schedulerName: text({ "x-proto": 19, description: "Which scheduler places the pod; default `default-scheduler`." }),
  tolerations: list(toleration, {
    "x-proto": 22,
    "x-list-type": "atomic",
    description: "Taints of nodes that the pod puts up with.",
  }),
  hostAliases: list(hostAlias, {
    "x-proto": 23,
    "x-list-type": "map",
    "x-list-map-keys": ["ip"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "ip",
    description: "Extra lines of /etc/hosts.",
  }),
  priorityClassName: text({ "x-proto": 24, description: "Class that says how important the pod is." }),
  priority: int32({ "x-proto": 25, "x-pointer": true, description: "The number behind the class; set by the server." }),
  dnsConfig: field(podDNSConfig, {
    "x-proto": 26,
    "x-pointer": true,
    description: "Resolver settings that add to those of `dnsPolicy`.",
  }),
  readinessGates: list(podReadinessGate, {
    "x-proto": 28,
    "x-list-type": "atomic",
    description: "Conditions that must be true besides the containers' readiness.",
  }),
  runtimeClassName: text({ "x-proto": 29, "x-pointer": true, description: "The RuntimeClass that runs the pod." }),
  enableServiceLinks: flag({
    "x-proto": 30,
    "x-pointer": true,
    description: "Whether services are told through environment variables; default true.",
  }),
  preemptionPolicy: text({
    "x-proto": 31,
    "x-pointer": true,
    enum: ["Never", "PreemptLowerPriority"],
    description: "Whether less important pods are evicted for this one.",
  }),
  overhead: quantityMap({
    "x-proto": 32,
    description: "What the runtime needs besides the containers; set from the RuntimeClass.",
  }),
  topologySpreadConstraints: list(topologySpreadConstraint, {
    "x-proto": 33,
    "x-list-type": "map",
    "x-list-map-keys": ["topologyKey", "whenUnsatisfiable"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "topologyKey",
    description: "How matching pods spread over parts of the cluster.",
  }),
  setHostnameAsFQDN: flag({
    "x-proto": 35,
    "x-pointer": true,
    description: "Use the full domain name as the host name.",
  }),
  os: field(podOS, { "x-proto": 36, "x-pointer": true, description: "The operating system of the containers." }),
  hostUsers: flag({
    "x-proto": 37,
    "x-pointer": true,
    "x-gate": "UserNamespacesSupport",
    description: "False puts the pod into a user namespace of its own.",
  }),
  schedulingGates: list(podSchedulingGate, {
    "x-proto": 38,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "While there is one, the pod is not scheduled.",
  }),
  resourceClaims: list(podResourceClaim, {
    "x-proto": 39,
    "x-gate": "DynamicResourceAllocation",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge,retainKeys",
    "x-patch-merge-key": "name",
    description: "Claims of devices that containers use by name.",
  }),
  resources: field(resourceRequirements, {
    "x-proto": 40,
    "x-pointer": true,
    "x-since": "1.32",
    "x-gate": "PodLevelResources",
    description: "Requests and limits of the pod as a whole.",
  }),
  hostnameOverride: text({
    "x-proto": 41,
    "x-pointer": true,
    "x-since": "1.34",
    "x-gate": "HostnameOverride",
    description: "Exactly this host name, whatever the other fields say.",
  }),
  workloadRef: field(workloadReference, {
    "x-proto": 42,
    "x-pointer": true,
    "x-since": "1.35",
    "x-until": "1.36",
    "x-gate": "GenericWorkload",
    description: "The group of pods that is scheduled together.",
  }),
  schedulingGroup: field(podSchedulingGroup, {
    "x-proto": 43,
    "x-pointer": true,
    "x-since": "1.36",
    "x-gate": "GenericWorkload",
    description: "The group of pods that is scheduled together.",
  }),
  evictionResponders: list(evictionResponder, {
    "x-proto": 44,
    "x-since": "1.37",
    "x-gate": "EvictionRequestAPI",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "Who is asked before the pod is evicted.",
  }),
});
export type PodSpec = Static<typeof podSpec>;
