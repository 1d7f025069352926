/**
 * Environment variables and where their values come from.
 *
 * @module
 */
import { field, flag, quantity, type Static, struct, text } from "../../schema/fields.ts";

export const objectFieldSelector = struct({
  apiVersion: text({ "x-proto": 1, description: "The version that the path is of; default `v1`." }),
  fieldPath: text({ "x-proto": 2, "x-required": true, description: "Such as `metadata.name` or `status.podIP`." }),
});
export type ObjectFieldSelector = Static<typeof objectFieldSelector>;

export const resourceFieldSelector = struct({
  containerName: text({ "x-proto": 1, description: "The container; needed in volumes." }),
  resource: text({ "x-proto": 2, "x-required": true, description: "Such as `limits.cpu`." }),
  divisor: quantity({ "x-proto": 3, description: "The unit of the output; default 1." }),
});
export type ResourceFieldSelector = Static<typeof resourceFieldSelector>;

const configMapKeySelector = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the ConfigMap." }),
  key: text({ "x-proto": 2, "x-required": true, description: "The key." }),
  optional: flag({ "x-proto": 3, "x-pointer": true, description: "Whether the map or the key may be missing." }),
});
export type ConfigMapKeySelector = Static<typeof configMapKeySelector>;

const fileKeySelector = struct({
  volumeName: text({ "x-proto": 1, "x-required": true, description: "The volume that holds the file." }),
  path: text({ "x-proto": 2, "x-required": true, description: "The file, relative to the volume." }),
  key: text({ "x-proto": 3, "x-required": true, description: "The key in the file." }),
  optional: flag({ "x-proto": 4, "x-pointer": true, description: "Whether the file or the key may be missing." }),
});
export type FileKeySelector = Static<typeof fileKeySelector>;

const secretKeySelector = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the Secret." }),
  key: text({ "x-proto": 2, "x-required": true, description: "The key." }),
  optional: flag({ "x-proto": 3, "x-pointer": true, description: "Whether the Secret or the key may be missing." }),
});

const envVarSource = struct({
  fieldRef: field(objectFieldSelector, { "x-proto": 1, "x-pointer": true, description: "A field of the pod." }),
  resourceFieldRef: field(resourceFieldSelector, {
    "x-proto": 2,
    "x-pointer": true,
    description: "A request or limit of a container.",
  }),
  configMapKeyRef: field(configMapKeySelector, {
    "x-proto": 3,
    "x-pointer": true,
    description: "A key of a ConfigMap.",
  }),
  secretKeyRef: field(secretKeySelector, { "x-proto": 4, "x-pointer": true, description: "A key of a Secret." }),
  fileKeyRef: field(fileKeySelector, {
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.34",
    "x-gate": "EnvFiles",
    description: "A key of a file in a volume.",
  }),
});

export const envVar = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Name of the variable." }),
  value: text({ "x-proto": 2, description: "Its value; `$(NAME)` is replaced by earlier variables." }),
  valueFrom: field(envVarSource, {
    "x-proto": 3,
    "x-pointer": true,
    description: "Where the value comes from instead.",
  }),
});
export type EnvVar = Static<typeof envVar>;

const secretEnvSource = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the Secret." }),
  optional: flag({ "x-proto": 2, "x-pointer": true, description: "Whether it may be missing." }),
});

const configMapEnvSource = struct({
  name: text({ "x-proto": 1, "x-proto-inline": 1, description: "Name of the ConfigMap." }),
  optional: flag({ "x-proto": 2, "x-pointer": true, description: "Whether it may be missing." }),
});

export const envFromSource = struct({
  prefix: text({ "x-proto": 1, description: "Put before each name." }),
  configMapRef: field(configMapEnvSource, {
    "x-proto": 2,
    "x-pointer": true,
    description: "The ConfigMap whose keys are used.",
  }),
  secretRef: field(secretEnvSource, {
    "x-proto": 3,
    "x-pointer": true,
    description: "The Secret whose keys are used.",
  }),
});
export type EnvFromSource = Static<typeof envFromSource>;
