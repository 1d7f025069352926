/**
 * KubeControllerManagerConfiguration: all options of kube-controller-manager in one document. The component has no flag
 * that reads it; the rules are those of the flags that the fields represent.
 *
 * @module
 */
import type { KubeControllerManagerConfiguration } from "../../api/types/kubecontrollermanager-v1alpha1.ts";
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { memberOf, setMember } from "../../json/member.ts";
import type { Kind } from "../../kind/kind.ts";
import { ruleAcross } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { nanosOf } from "../../text/duration.ts";
import { fillDefaults } from "../component/fill-defaults.ts";
import { kind } from "../kind.ts";
import * as endpoints from "./endpoint-sections.ts";
import * as general from "./general-sections.ts";
import * as identities from "./identity-sections.ts";
import * as nodes from "./node-sections.ts";
import * as objects from "./object-sections.ts";
import { sectionKind, sectionLoader } from "./section.ts";
import * as volumes from "./volume-sections.ts";
import * as workloads from "./workload-sections.ts";

const sections = [
  general.generic,
  general.kubeCloudShared,
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

const sectionRules = sections.flatMap(({ name, since, rules }) =>
  within(rules, (object: KubeControllerManagerConfiguration, place, visit) =>
    since && !visit.reaches(since) ? [] : [visit.part(object[name] ?? {}, place.along([name]))],
  ),
);

/** A kubelet reports every 10 s by default; the grace period should cover a whole number of reports. */
const graceInReports = ruleAcross(
  {
    id: "controller-manager/grace-in-reports",
    severity: "warning",
    summary: "`nodeMonitorGracePeriod` is a multiple of the kubelet's status update frequency",
    kinds: ["KubeControllerManagerConfiguration", "KubeletConfiguration"],
  },
  (documents, placeIn) => {
    const agents = documents.filter(({ kind }) => kind === "KubeletConfiguration");
    for (const document of documents) {
      if (document.kind !== "KubeControllerManagerConfiguration") continue;
      const { NodeLifecycleController: section } = document.object as KubeControllerManagerConfiguration;
      const grace = nanosOf(section?.NodeMonitorGracePeriod);
      for (const agent of agents) {
        const { nodeStatusUpdateFrequency: frequency } = agent.object as KubeletConfiguration;
        const period = nanosOf(frequency);
        if (!grace || !period || grace % period === 0n) continue;
        const message = `must be a multiple of \`nodeStatusUpdateFrequency\`, which ${agent.file} sets to ${frequency}`;
        placeIn<KubeControllerManagerConfiguration>(document)
          .at("NodeLifecycleController", "NodeMonitorGracePeriod")
          .say(`${message}; got "${section?.NodeMonitorGracePeriod}"`);
        break;
      }
    }
  },
);

export const kubeControllerManagerConfiguration = kind(
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration",
  {
    rules: sectionRules,
    projectRules: [graceInReports],
    applyDefaults(object, context) {
      const fields = object as Record<string, object>;
      for (const { name, since, defaultsFor } of sections) {
        if (since && !context.reaches(since)) continue;
        const found = memberOf(fields, name) ?? {};
        fillDefaults(found, defaultsFor(context));
        setMember(fields, name, found);
      }
    },
    loader: { ...sectionLoader, emptyFile: "error", mayOmit: "nothing" },
  },
);

/** Each section as a separate kind. */
export const controllerManagerSections: readonly Kind[] = sections.map(sectionKind);
