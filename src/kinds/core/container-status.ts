/**
 * What a container is, as the node agent reports it.
 *
 * @module
 */
import { field, flag, int32, int64, list, quantityMap, struct, text, time } from "../../schema/fields.ts";
import { resourceRequirements } from "./resource-requirements.ts";

const containerStateRunning = struct({
  startedAt: time({ "x-proto": 1, description: "When it started." }),
});

const containerStateWaiting = struct({
  reason: text({ "x-proto": 1, description: "Why, in a word." }),
  message: text({ "x-proto": 2, description: "Why, for people." }),
});

const containerStateTerminated = struct({
  exitCode: int32({ "x-proto": 1, "x-always": true, description: "Its exit code." }),
  signal: int32({ "x-proto": 2, description: "The signal that ended it." }),
  reason: text({ "x-proto": 3, description: "Why, in a word." }),
  message: text({ "x-proto": 4, description: "Why, for people." }),
  startedAt: time({ "x-proto": 5, description: "When it started." }),
  finishedAt: time({ "x-proto": 6, description: "When it ended." }),
  containerID: text({ "x-proto": 7, description: "`type://id` of the container." }),
});

const containerState = struct({
  waiting: field(containerStateWaiting, { "x-proto": 1, "x-pointer": true, description: "Not yet running." }),
  running: field(containerStateRunning, { "x-proto": 2, "x-pointer": true, description: "Running." }),
  terminated: field(containerStateTerminated, { "x-proto": 3, "x-pointer": true, description: "Ended." }),
});

const imageVolumeStatus = struct({
  imageRef: text({ "x-proto": 1, description: "The image, by digest." }),
});

const volumeStatus = struct({
  image: field(imageVolumeStatus, {
    "x-proto": 1,
    "x-pointer": true,
    "x-gate": "ImageVolumeWithDigest",
    description: "State of an image volume.",
  }),
});

const volumeMountStatus = struct({
  name: text({ "x-proto": 1, "x-always": true, description: "The volume." }),
  mountPath: text({ "x-proto": 2, "x-always": true, description: "Where it appears." }),
  readOnly: flag({ "x-proto": 3, description: "Whether writing is refused." }),
  recursiveReadOnly: text({ "x-proto": 4, "x-pointer": true, description: "`Disabled` or `Enabled`." }),
  volumeStatus: field(volumeStatus, {
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.36",
    description: "State of the volume.",
  }),
});

const resourceHealth = struct({
  resourceID: text({ "x-proto": 1, "x-required": true, description: "The device." }),
  health: text({ "x-proto": 2, description: "`Healthy`, `Unhealthy` or `Unknown`." }),
  message: text({
    "x-proto": 6,
    "x-pointer": true,
    "x-since": "1.36",
    "x-gate": "ResourceHealthStatusMessage",
    description: "Why, for people.",
  }),
});

const resourceStatus = struct({
  name: text({ "x-proto": 1, "x-always": true, description: "The resource." }),
  resources: list(resourceHealth, {
    "x-proto": 2,
    "x-list-type": "map",
    "x-list-map-keys": ["resourceID"],
    description: "Its devices.",
  }),
});

const linuxContainerUser = struct({
  uid: int64({ "x-proto": 1, "x-required": true, description: "User id." }),
  gid: int64({ "x-proto": 2, "x-required": true, description: "Group id." }),
  supplementalGroups: list(int64(), { "x-proto": 3, "x-list-type": "atomic", description: "Further group ids." }),
});

const containerUser = struct({
  linux: field(linuxContainerUser, { "x-proto": 1, "x-pointer": true, description: "On Linux." }),
});

export const containerStatus = struct({
  name: text({ "x-proto": 1, "x-always": true, description: "Name of the container." }),
  state: field(containerState, { "x-proto": 2, description: "What it does now." }),
  lastState: field(containerState, { "x-proto": 3, description: "How it last ended." }),
  ready: flag({ "x-proto": 4, "x-always": true, description: "Whether its readiness probe succeeds." }),
  restartCount: int32({ "x-proto": 5, "x-always": true, description: "How often it was started again." }),
  image: text({ "x-proto": 6, "x-always": true, description: "The image that runs." }),
  imageID: text({ "x-proto": 7, "x-always": true, description: "The image that runs, exactly." }),
  containerID: text({ "x-proto": 8, description: "`type://id` of the container." }),
  started: flag({ "x-proto": 9, "x-pointer": true, description: "Whether it has started, its probe included." }),
  allocatedResources: quantityMap({ "x-proto": 10, description: "What the node has set aside for it." }),
  resources: field(resourceRequirements, {
    "x-proto": 11,
    "x-pointer": true,
    "x-gate": "InPlacePodVerticalScaling",
    description: "What is in force for it.",
  }),
  volumeMounts: list(volumeMountStatus, {
    "x-proto": 12,
    "x-list-type": "map",
    "x-list-map-keys": ["mountPath"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "mountPath",
    description: "How its mounts turned out.",
  }),
  user: field(containerUser, {
    "x-proto": 13,
    "x-pointer": true,
    "x-since": "1.31",
    "x-gate": "SupplementalGroupsPolicy",
    description: "Who its first process is.",
  }),
  allocatedResourcesStatus: list(resourceStatus, {
    "x-proto": 14,
    "x-since": "1.31",
    "x-gate": "ResourceHealthStatus",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "How its devices are.",
  }),
  stopSignal: text({
    "x-proto": 15,
    "x-pointer": true,
    "x-since": "1.33",
    "x-gate": "ContainerStopSignals",
    description: "The signal that stops it.",
  }),
});
