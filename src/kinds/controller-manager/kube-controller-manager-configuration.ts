/**
 * KubeControllerManagerConfiguration: all options of the controller manager in one document. The component has no flag
 * that reads it; its rules are those of the flags that the fields stand for.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Kind } from "../../kind/kind.ts";
import { parseDuration } from "../../lexical/duration.ts";
import type { ProjectRule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { struct, text } from "../../schema/fields.ts";
import { fillDefaults } from "../component/fill-defaults.ts";
import * as endpoints from "./endpoint-sections.ts";
import * as general from "./general-sections.ts";
import * as identities from "./identity-sections.ts";
import * as nodes from "./node-sections.ts";
import * as objects from "./object-sections.ts";
import { type Section, sectionKind, sectionLoader } from "./section.ts";
import * as volumes from "./volume-sections.ts";
import * as workloads from "./workload-sections.ts";

const shared = { Generic: general.generic, KubeCloudShared: general.kubeCloudShared };

const controllers = [
  volumes.attachDetachController,
  identities.csrSigningController,
  workloads.daemonSetController,
  workloads.deploymentController,
  workloads.disruptionController,
  workloads.statefulSetController,
  objects.deprecatedController,
  endpoints.endpointController,
  endpoints.endpointSliceController,
  endpoints.endpointSliceMirroringController,
  volumes.ephemeralVolumeController,
  objects.garbageCollectorController,
  workloads.hpaController,
  workloads.jobController,
  workloads.cronJobController,
  identities.legacySATokenCleaner,
  objects.namespaceController,
  nodes.nodeIPAMController,
  nodes.nodeLifecycleController,
  volumes.persistentVolumeBinderController,
  workloads.podGCController,
  workloads.replicaSetController,
  workloads.replicationController,
  objects.resourceQuotaController,
  identities.saController,
  endpoints.serviceController,
  workloads.ttlAfterFinishedController,
  objects.validatingAdmissionPolicyStatusController,
  nodes.deviceTaintEvictionController,
  nodes.resourceClaimController,
];

const sectionByField = new Map<string, Section>([
  ...Object.entries(shared),
  ...controllers.map((section): [string, Section] => [section.name, section]),
]);

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    ...Object.fromEntries([...sectionByField].map(([field, section]) => [field, section.schema])),
  },
  { $id: "KubeControllerManagerConfiguration" },
);

type KubeControllerManagerConfiguration = Readonly<Record<string, unknown>>;

const sectionRules = [...sectionByField].flatMap(([field, { rules }]) =>
  within(rules, (object: KubeControllerManagerConfiguration, place, visit) => [
    visit.part((memberOf(object, field) ?? {}) as object, place.along([field])),
  ]),
);

/** A node that reports in every 10 s is looked for at whole numbers of reports. */
const graceInReports: ProjectRule = {
  id: "controller-manager/grace-in-reports",
  severity: "warning",
  summary: "`nodeMonitorGracePeriod` is a multiple of the kubelet's status update frequency",
  kinds: ["KubeControllerManagerConfiguration", "KubeletConfiguration"],
  check(documents, _context, report) {
    const agents = documents.filter(({ kind }) => kind === "KubeletConfiguration");
    for (const document of documents) {
      if (document.kind !== "KubeControllerManagerConfiguration") continue;
      const path = ["NodeLifecycleController", "NodeMonitorGracePeriod"];
      const grace = nanosAt(document.object, path);
      for (const agent of agents) {
        const period = nanosAt(agent.object, ["nodeStatusUpdateFrequency"]);
        if (!grace || !period || grace % period === 0n) continue;
        const words = textAt(agent.object, ["nodeStatusUpdateFrequency"]);
        const message = `must be a multiple of \`nodeStatusUpdateFrequency\`, which ${agent.file} sets to ${words}`;
        report(document, { path, message: `${message}; got "${textAt(document.object, path)}"` });
        break;
      }
    }
  },
};

function textAt(object: unknown, path: readonly string[]): string {
  const value = path.reduce<unknown>((at, name) => (isPlainObject(at) ? memberOf(at, name) : undefined), object);
  return typeof value === "string" ? value : "";
}

function nanosAt(object: unknown, path: readonly string[]): bigint | undefined {
  const parsed = parseDuration(textAt(object, path));
  return parsed.ok ? parsed.value : undefined;
}

export const kubeControllerManagerConfiguration: Kind<KubeControllerManagerConfiguration> = {
  kind: "KubeControllerManagerConfiguration",
  group: "kubecontrollermanager.config.<domain>",
  versions: [{ name: "v1alpha1", schema }],
  description: "All options of the controller manager. The component itself is configured by flags.",
  rules: sectionRules,
  projectRules: [graceInReports],
  applyDefaults(object, context) {
    const fields = object as Record<string, object>;
    for (const [field, section] of sectionByField) {
      if (section.since && !context.reaches(section.since)) continue;
      const found = memberOf(fields, field) ?? {};
      fillDefaults(found, section.defaultsFor(context));
      setMember(fields, field, found);
    }
  },
  loader: { ...sectionLoader, emptyFile: "error", mayOmit: "nothing" },
};

/** Every section as a kind of its own. */
export const controllerManagerSections: readonly Kind[] = [...sectionByField.values()].map(sectionKind);
