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

const createOnly: Serving = { verbs: ["create"] };
const createdByPut: Serving = { createOnUpdate: true };
const versioned: Serving = { needsResourceVersion: true };
const deletionReturnsObject: Serving = { answersDeletionWithObject: true };
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
    bindings: createOnly,
    clusterrolebindings: createdByPut,
    clusterroles: createdByPut,
    clustertrustbundles: { ...byGate("ClusterTrustBundle"), ...versioned, ...storedIn("v1beta1") },
    componentstatuses: { verbs: ["get", "list"], columns: componentStatusColumns as readonly Column<unknown>[] },
    compositepodgroups: { ...byGate("CompositePodGroup"), ...versioned },
    configmaps: { seesEmpties: [["binaryData"]] },
    csidrivers: { ...versioned, ...deletionReturnsObject },
    csinodes: { ...versioned, ...deletionReturnsObject },
    csistoragecapacities: versioned,
    customresourcedefinitions: { ...versioned, hashedVersion: "v1beta1" },
    deployments: { countsInGeneration: ["annotations"] },
    deviceclasses: deletionReturnsObject,
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
    localsubjectaccessreviews: createOnly,
    mutatingadmissionpolicies: versioned,
    mutatingadmissionpolicybindings: versioned,
    mutatingwebhookconfigurations: { ...versioned, countsInGeneration: ["empties"] },
    namespaces: { verbs: ["create", "delete", "get", "list", "patch", "update", "watch"], ...deletionReturnsObject },
    networkpolicies: { countsInGeneration: ["empties"] },
    persistentvolumeclaims: deletionReturnsObject,
    persistentvolumes: deletionReturnsObject,
    podcertificaterequests: {
      ...byGate("PodCertificateRequest"),
      ...versioned,
      ...storedIn("v1beta1"),
      selectableFields: fieldsOfSpec("signerName", "podName", "nodeName"),
      hidesNamespace: true,
    },
    poddisruptionbudgets: versioned,
    podgroups: { ...byGate("GenericWorkload"), ...versioned },
    pods: deletionReturnsObject,
    podtemplates: deletionReturnsObject,
    priorityclasses: { countsInGeneration: "nothing" },
    replicationcontrollers: { orphansByDefault: {} },
    resourceclaims: deletionReturnsObject,
    resourceclaimtemplates: {
      ...deletionReturnsObject,
      seesEmpties: ["ownerReferences", "finalizers", "managedFields"].map((name) => ["spec", "metadata", name]),
    },
    resourcepoolstatusrequests: { ...versioned, ...deletionReturnsObject },
    resourcequotas: deletionReturnsObject,
    resourceslices: {
      ...deletionReturnsObject,
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
    selfsubjectaccessreviews: createOnly,
    selfsubjectreviews: createOnly,
    selfsubjectrulesreviews: createOnly,
    serviceaccounts: deletionReturnsObject,
    services: { ...createdByPut, ...deletionReturnsObject },
    storageclasses: deletionReturnsObject,
    storageversionmigrations: { ...byGate("StorageVersionMigrator"), ...versioned, ...storedIn("v1beta1") },
    storageversions: versioned,
    subjectaccessreviews: createOnly,
    tokenreviews: createOnly,
    validatingadmissionpolicies: versioned,
    validatingadmissionpolicybindings: versioned,
    validatingwebhookconfigurations: { ...versioned, countsInGeneration: ["empties"] },
    volumeattachments: { ...versioned, ...deletionReturnsObject },
    volumeattributesclasses: deletionReturnsObject,
    workloads: { ...byGate("GenericWorkload"), ...versioned },
  }),
);

export const servingOf = ({ plural }: ServedKind): Serving => servingByResource.get(plural) ?? {};
