/**
 * What the processes of a pod or a container may do.
 *
 * @module
 */
import { field, flag, int64, list, type Static, struct, text } from "../../schema/fields.ts";

const seLinuxOptions = struct({
  user: text({ "x-proto": 1, description: "User of the label." }),
  role: text({ "x-proto": 2, description: "Role of the label." }),
  type: text({ "x-proto": 3, description: "Type of the label." }),
  level: text({ "x-proto": 4, description: "Level of the label." }),
});

const windowsSecurityContextOptions = struct({
  gmsaCredentialSpecName: text({ "x-proto": 1, "x-pointer": true, description: "Name of the credential spec." }),
  gmsaCredentialSpec: text({ "x-proto": 2, "x-pointer": true, description: "The credential spec itself." }),
  runAsUserName: text({ "x-proto": 3, "x-pointer": true, description: "User of the processes." }),
  hostProcess: flag({ "x-proto": 4, "x-pointer": true, description: "Run on the host." }),
});
export type WindowsSecurityContextOptions = Static<typeof windowsSecurityContextOptions>;

const seccompProfile = struct({
  type: text({
    "x-proto": 1,
    "x-required": true,
    enum: ["Localhost", "RuntimeDefault", "Unconfined"],
    description: "Which kind of profile.",
  }),
  localhostProfile: text({
    "x-proto": 2,
    "x-pointer": true,
    description: "A file below the node agent's seccomp directory.",
  }),
});
export type SeccompProfile = Static<typeof seccompProfile>;

const appArmorProfile = struct({
  type: text({
    "x-proto": 1,
    "x-required": true,
    enum: ["Localhost", "RuntimeDefault", "Unconfined"],
    description: "Which kind of profile.",
  }),
  localhostProfile: text({ "x-proto": 2, "x-pointer": true, description: "A profile that is loaded on the node." }),
});
export type AppArmorProfile = Static<typeof appArmorProfile>;

const sysctl = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Such as `net.core.somaxconn`." }),
  value: text({ "x-proto": 2, "x-required": true, description: "The value." }),
});

export const podSecurityContext = struct({
  seLinuxOptions: field(seLinuxOptions, { "x-proto": 1, "x-pointer": true, description: "SELinux label." }),
  windowsOptions: field(windowsSecurityContextOptions, {
    "x-proto": 8,
    "x-pointer": true,
    description: "Windows settings.",
  }),
  runAsUser: int64({ "x-proto": 2, "x-pointer": true, description: "User id of the processes." }),
  runAsGroup: int64({ "x-proto": 6, "x-pointer": true, description: "Group id of the processes." }),
  runAsNonRoot: flag({ "x-proto": 3, "x-pointer": true, description: "Refuse to start as root." }),
  supplementalGroups: list(int64(), { "x-proto": 4, "x-list-type": "atomic", description: "Further group ids." }),
  supplementalGroupsPolicy: text({
    "x-proto": 12,
    "x-pointer": true,
    "x-since": "1.31",
    "x-gate": "SupplementalGroupsPolicy",
    enum: ["Merge", "Strict"],
    description: "Whether the image's groups count as well; default `Merge`.",
  }),
  fsGroup: int64({ "x-proto": 5, "x-pointer": true, description: "Group that owns volumes." }),
  sysctls: list(sysctl, { "x-proto": 7, "x-list-type": "atomic", description: "Kernel parameters of the pod." }),
  fsGroupChangePolicy: text({
    "x-proto": 9,
    "x-pointer": true,
    enum: ["OnRootMismatch", "Always"],
    description: "When ownership of volumes is changed.",
  }),
  seccompProfile: field(seccompProfile, {
    "x-proto": 10,
    "x-pointer": true,
    description: "Which system calls are allowed.",
  }),
  appArmorProfile: field(appArmorProfile, { "x-proto": 11, "x-pointer": true, description: "AppArmor profile." }),
  seLinuxChangePolicy: text({
    "x-proto": 13,
    "x-pointer": true,
    "x-since": "1.32",
    "x-gate": "SELinuxChangePolicy",
    enum: ["Recursive", "MountOption"],
    description: "How volumes get their SELinux label.",
  }),
});
export type PodSecurityContext = Static<typeof podSecurityContext>;

const capabilities = struct({
  add: list(text(), { "x-proto": 1, "x-list-type": "atomic", description: "To add." }),
  drop: list(text(), { "x-proto": 2, "x-list-type": "atomic", description: "To take away; `ALL` is all." }),
});

export const securityContext = struct({
  capabilities: field(capabilities, {
    "x-proto": 1,
    "x-pointer": true,
    description: "Capabilities beyond, or taken from, the runtime's default.",
  }),
  privileged: flag({ "x-proto": 2, "x-pointer": true, description: "Run with all powers of root on the node." }),
  seLinuxOptions: field(seLinuxOptions, { "x-proto": 3, "x-pointer": true, description: "SELinux label." }),
  windowsOptions: field(windowsSecurityContextOptions, {
    "x-proto": 10,
    "x-pointer": true,
    description: "Windows settings.",
  }),
  runAsUser: int64({ "x-proto": 4, "x-pointer": true, description: "User id of the processes." }),
  runAsGroup: int64({ "x-proto": 8, "x-pointer": true, description: "Group id of the processes." }),
  runAsNonRoot: flag({ "x-proto": 5, "x-pointer": true, description: "Refuse to start as root." }),
  readOnlyRootFilesystem: flag({
    "x-proto": 6,
    "x-pointer": true,
    description: "Make the root file system read-only.",
  }),
  allowPrivilegeEscalation: flag({
    "x-proto": 7,
    "x-pointer": true,
    description: "Whether a process may gain more power than its parent.",
  }),
  procMount: text({
    "x-proto": 9,
    "x-pointer": true,
    enum: ["Default", "Unmasked"],
    "x-gate": "ProcMountType",
    description: "What of /proc is visible; default `Default`.",
  }),
  seccompProfile: field(seccompProfile, {
    "x-proto": 11,
    "x-pointer": true,
    description: "Which system calls are allowed.",
  }),
  appArmorProfile: field(appArmorProfile, { "x-proto": 12, "x-pointer": true, description: "AppArmor profile." }),
});
export type SecurityContext = Static<typeof securityContext>;
