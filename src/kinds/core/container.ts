/**
 * A container of a pod.
 *
 * @module
 */
import { field, flag, inline, int32, list, type Static, struct, text } from "../../schema/fields.ts";
import { envFromSource, envVar } from "./env.ts";
import { lifecycle, probe } from "./probe.ts";
import { resourceRequirements } from "./resource-requirements.ts";
import { securityContext } from "./security-context.ts";

const volumeMount = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "A volume of the pod." }),
  readOnly: flag({ "x-proto": 2, description: "Whether writing is refused." }),
  recursiveReadOnly: text({
    "x-proto": 7,
    "x-pointer": true,
    enum: ["Disabled", "IfPossible", "Enabled"],
    "x-gate": "RecursiveReadOnlyMounts",
    description: "Whether mounts below are read-only as well.",
  }),
  mountPath: text({ "x-proto": 3, "x-required": true, description: "Where it appears; no colon." }),
  subPath: text({ "x-proto": 4, description: "A path inside the volume to mount instead of its root." }),
  mountPropagation: text({
    "x-proto": 5,
    "x-pointer": true,
    enum: ["None", "HostToContainer", "Bidirectional"],
    description: "Whether mounts made later are seen; default `None`.",
  }),
  subPathExpr: text({ "x-proto": 6, description: "As `subPath`, with `$(VARIABLE)` expanded." }),
  bindMountOptions: list(text(), {
    "x-proto": 8,
    "x-since": "1.37",
    "x-gate": "VolumeBindMountOptions",
    "x-list-type": "set",
    description: "Options of the bind mount.",
  }),
});
export type VolumeMount = Static<typeof volumeMount>;

const containerPort = struct({
  name: text({ "x-proto": 1, description: "How services refer to the port." }),
  hostPort: int32({ "x-proto": 2, description: "The node's port that leads here." }),
  containerPort: int32({ "x-proto": 3, "x-required": true, description: "Port number, 1 to 65535." }),
  protocol: text({ "x-proto": 4, enum: ["TCP", "UDP", "SCTP"], description: "Default `TCP`." }),
  hostIP: text({ "x-proto": 5, description: "The node's address to bind `hostPort` to." }),
});
export type ContainerPort = Static<typeof containerPort>;

const volumeDevice = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "A volume of the pod that is a claim." }),
  devicePath: text({ "x-proto": 2, "x-required": true, description: "Where the device appears." }),
});
export type VolumeDevice = Static<typeof volumeDevice>;

const containerResizePolicy = struct({
  resourceName: text({ "x-proto": 1, "x-required": true, description: "`cpu` or `memory`." }),
  restartPolicy: text({
    "x-proto": 2,
    "x-required": true,
    enum: ["NotRequired", "RestartContainer"],
    description: "`NotRequired` or `RestartContainer`.",
  }),
});

const containerRestartRuleOnExitCodes = struct({
  operator: text({ "x-proto": 1, enum: ["In", "NotIn"], description: "`In` or `NotIn`." }),
  values: list(int32(), { "x-proto": 2, "x-list-type": "set", description: "At most 255 codes." }),
});

const containerRestartRule = struct({
  action: text({ "x-proto": 1, description: "`Restart`, or `RestartAllContainers` where the gate allows it." }),
  exitCodes: field(containerRestartRuleOnExitCodes, {
    "x-proto": 2,
    "x-pointer": true,
    description: "The exit codes that the rule is for.",
  }),
});
export type ContainerRestartRule = Static<typeof containerRestartRule>;

export const container = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Unique in the pod; a DNS label." }),
  image: text({ "x-proto": 2, description: "Image to run." }),
  command: list(text(), { "x-proto": 3, "x-list-type": "atomic", description: "Replaces the image's entry point." }),
  args: list(text(), { "x-proto": 4, "x-list-type": "atomic", description: "Arguments of the entry point." }),
  workingDir: text({ "x-proto": 5, description: "Directory to start in; default the image's." }),
  ports: list(containerPort, {
    "x-proto": 6,
    "x-list-type": "map",
    "x-list-map-keys": ["containerPort", "protocol"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "containerPort",
    description: "Ports the container listens on; others are reachable too.",
  }),
  envFrom: list(envFromSource, {
    "x-proto": 19,
    "x-list-type": "atomic",
    description: "Sources whose every key becomes a variable.",
  }),
  env: list(envVar, {
    "x-proto": 7,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "Variables; they win over `envFrom`.",
  }),
  resources: field(resourceRequirements, {
    "x-proto": 8,
    description: "What the container needs at least and gets at most.",
  }),
  resizePolicy: list(containerResizePolicy, {
    "x-proto": 23,
    "x-gate": "InPlacePodVerticalScaling",
    "x-list-type": "atomic",
    description: "Whether changing a resource restarts the container.",
  }),
  restartPolicy: text({
    "x-proto": 24,
    "x-pointer": true,
    enum: ["Always", "OnFailure", "Never"],
    description: "Overrides the pod's policy; `Always` makes an init container a sidecar.",
  }),
  restartPolicyRules: list(containerRestartRule, {
    "x-proto": 25,
    "x-since": "1.34",
    "x-gate": "ContainerRestartRules",
    "x-list-type": "atomic",
    description: "Exit codes that are treated in another way.",
  }),
  volumeMounts: list(volumeMount, {
    "x-proto": 9,
    "x-list-type": "map",
    "x-list-map-keys": ["mountPath"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "mountPath",
    description: "Volumes and where they appear.",
  }),
  volumeDevices: list(volumeDevice, {
    "x-proto": 21,
    "x-list-type": "map",
    "x-list-map-keys": ["devicePath"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "devicePath",
    description: "Volumes that appear as block devices.",
  }),
  livenessProbe: field(probe, {
    "x-proto": 10,
    "x-pointer": true,
    description: "When it fails the container is restarted.",
  }),
  readinessProbe: field(probe, {
    "x-proto": 11,
    "x-pointer": true,
    description: "While it fails the pod gets no traffic.",
  }),
  startupProbe: field(probe, {
    "x-proto": 22,
    "x-pointer": true,
    description: "Until it succeeds the other probes wait.",
  }),
  lifecycle: field(lifecycle, {
    "x-proto": 12,
    "x-pointer": true,
    description: "What to do after the start and before the stop.",
  }),
  terminationMessagePath: text({
    "x-proto": 13,
    description: "File whose content becomes the status message; default `/dev/termination-log`.",
  }),
  terminationMessagePolicy: text({
    "x-proto": 20,
    enum: ["File", "FallbackToLogsOnError"],
    description: "Whether the end of the log may stand in for an empty file.",
  }),
  imagePullPolicy: text({
    "x-proto": 14,
    enum: ["Always", "IfNotPresent", "Never"],
    description: "Default `Always` for the tag `latest`, else `IfNotPresent`.",
  }),
  securityContext: field(securityContext, {
    "x-proto": 15,
    "x-pointer": true,
    description: "What the processes may do.",
  }),
  stdin: flag({ "x-proto": 16, description: "Keep standard input open." }),
  stdinOnce: flag({ "x-proto": 17, description: "Close it when the first client leaves." }),
  tty: flag({ "x-proto": 18, description: "Give the container a terminal; needs `stdin`." }),
});
export type Container = Static<typeof container>;

export const ephemeralContainer = struct({
  ...inline(container, 1),
  targetContainerName: text({ "x-proto": 2, description: "The container whose processes it sees." }),
});
export type EphemeralContainer = Static<typeof ephemeralContainer>;
