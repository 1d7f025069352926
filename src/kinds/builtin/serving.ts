/**
 * How built-in resources are served where they differ from most: verbs, required feature gates, and what writes need
 * and return.
 *
 * @module
 */
import type { ServedKind } from "../../api/served-kinds.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Column, Resource } from "../../kind/kind.ts";
import { componentStatusColumns } from "./component-status-columns.ts";

type Serving = Partial<
  Pick<
    Resource<unknown>,
    | "verbs"
    | "columns"
    | "gate"
    | "countsInGeneration"
    | "seesEmpties"
    | "createOnUpdate"
    | "needsResourceVersion"
    | "answersDeletionWithObject"
    | "orphansByDefault"
    | "ownsNothing"
    | "selectableFields"
    | "hidesNamespace"
    | "storedVersion"
    | "hashedVersion"
  >
>;

const question: Serving = { verbs: ["create"] };
const createdByPut: Serving = { createOnUpdate: true };
const versioned: Serving = { needsResourceVersion: true };
const returned: Serving = { answersDeletionWithObject: true };
/** Sets the stored version: other API servers of a cluster may still run a release without the newest one. */
const storedIn = (storedVersion: string): Serving => ({ storedVersion });
const byGate = (gate: string): Serving => ({ gate });

const fieldsOfSpec =
  (...names: readonly string[]): NonNullable<Serving["selectableFields"]> =>
  (object) => {
    const spec = isPlainObject(object) && isPlainObject(object["spec"]) ? object["spec"] : {};
    return Object.fromEntries(names.map((name) => [`spec.${name}`, String(memberOf(spec, name) ?? "")]));
  };

/** By plural. If resources of several groups share a plural, they are served in the same way. */
const servingByResource: ReadonlyMap<string, Serving> = new Map(
  Object.entries<Serving>({
    apiservices: versioned,
    bindings: question,
    clusterrolebindings: createdByPut,
    clusterroles: createdByPut,
    clustertrustbundles: { ...byGate("ClusterTrustBundle"), ...versioned, ...storedIn("v1beta1") },
    componentstatuses: { verbs: ["get", "list"], columns: componentStatusColumns as readonly Column<unknown>[] },
    compositepodgroups: { ...byGate("CompositePodGroup"), ...versioned },
    configmaps: { seesEmpties: [["binaryData"]] },
    csidrivers: { ...versioned, ...returned },
    csinodes: { ...versioned, ...returned },
    csistoragecapacities: versioned,
    customresourcedefinitions: { ...versioned, hashedVersion: "v1beta1" },
    deployments: { countsInGeneration: ["annotations"] },
    deviceclasses: returned,
    devicetaintrules: { needsResourceVersion: { exceptIn: ["v1beta2", "v1alpha3"] }, ...storedIn("v1beta2") },
    endpoints: createdByPut,
    endpointslices: { countsInGeneration: ["labels"] },
    events: { ...createdByPut, ownsNothing: true },
    evictionrequests: { ...byGate("EvictionRequestAPI"), ...versioned },
    evictions: { ...byGate("EvictionRequestAPI"), ...versioned },
    jobs: {
      orphansByDefault: {
        warning:
          "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
      },
    },
    leasecandidates: { ...createdByPut, ...versioned },
    leases: { ...createdByPut, ...versioned },
    limitranges: createdByPut,
    localsubjectaccessreviews: question,
    mutatingadmissionpolicies: versioned,
    mutatingadmissionpolicybindings: versioned,
    mutatingwebhookconfigurations: { ...versioned, countsInGeneration: ["empties"] },
    namespaces: { verbs: ["create", "delete", "get", "list", "patch", "update", "watch"], ...returned },
    networkpolicies: { countsInGeneration: ["empties"] },
    persistentvolumeclaims: returned,
    persistentvolumes: returned,
    podcertificaterequests: {
      ...byGate("PodCertificateRequest"),
      ...versioned,
      ...storedIn("v1beta1"),
      selectableFields: fieldsOfSpec("signerName", "podName", "nodeName"),
      hidesNamespace: true,
    },
    poddisruptionbudgets: versioned,
    podgroups: { ...byGate("GenericWorkload"), ...versioned },
    pods: returned,
    podtemplates: returned,
    priorityclasses: { countsInGeneration: "nothing" },
    replicationcontrollers: { orphansByDefault: {} },
    resourceclaims: returned,
    resourceclaimtemplates: {
      ...returned,
      seesEmpties: ["ownerReferences", "finalizers", "managedFields"].map((name) => ["spec", "metadata", name]),
    },
    resourcepoolstatusrequests: { ...versioned, ...returned },
    resourcequotas: returned,
    resourceslices: {
      ...returned,
      countsInGeneration: ["disabled"],
      seesEmpties: [
        ["spec", "devices"],
        ["spec", "sharedCounters"],
      ],
    },
    rolebindings: createdByPut,
    roles: createdByPut,
    runtimeclasses: { ...createdByPut, ...versioned },
    secrets: { seesEmpties: [["data"]] },
    selfsubjectaccessreviews: question,
    selfsubjectreviews: question,
    selfsubjectrulesreviews: question,
    serviceaccounts: returned,
    services: { ...createdByPut, ...returned },
    storageclasses: returned,
    storageversionmigrations: { ...byGate("StorageVersionMigrator"), ...versioned, ...storedIn("v1beta1") },
    storageversions: versioned,
    subjectaccessreviews: question,
    tokenreviews: question,
    validatingadmissionpolicies: versioned,
    validatingadmissionpolicybindings: versioned,
    validatingwebhookconfigurations: { ...versioned, countsInGeneration: ["empties"] },
    volumeattachments: { ...versioned, ...returned },
    volumeattributesclasses: returned,
    workloads: { ...byGate("GenericWorkload"), ...versioned },
  }),
);

export const servingOf = ({ plural }: ServedKind): Serving => servingByResource.get(plural) ?? {};
