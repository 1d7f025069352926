import { fieldsUnder, plainFields, type RequiredField, type Section } from "./section.ts";

const identity = plainFields("apiVersion", "kind");
const metadata = fieldsUnder(
  "metadata",
  plainFields(
    "name",
    "generateName",
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "deletionTimestamp",
    "managedFields[]",
  ),
);

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };
const defaultsTo = (value: unknown): RequiredField => ({ default: value });

/** Resources that the API serves. */
export const resourceSections: readonly Section[] = [
  {
    title: "Role",
    kind: "Role",
    fields: {
      ...identity,
      ...metadata,
      ...fieldsUnder(
        "rules[]",
        plainFields("apiGroups[]", "resources[]", "verbs[]", "resourceNames[]", "nonResourceURLs[]"),
      ),
    },
  },
  {
    title: "ClusterRoleBinding",
    kind: "ClusterRoleBinding",
    sample: {
      roleRef: { kind: "ClusterRole", name: "a" },
      subjects: [{ kind: "User", name: "a" }],
    },
    fields: {
      ...identity,
      ...metadata,
      ...plainFields("roleRef.kind", "roleRef.name", "subjects[].kind", "subjects[].name", "subjects[].namespace"),
      "roleRef.apiGroup": defaultsTo("rbac.authorization.k8s.io"),
      "subjects[].apiGroup": defaultsTo("rbac.authorization.k8s.io"),
    },
  },
  {
    title: "DaemonSet",
    kind: "DaemonSet",
    sample: { spec: { selector: { matchLabels: { app: "a" } }, template } },
    fields: {
      ...identity,
      ...metadata,
      ...fieldsUnder("spec", {
        ...plainFields(
          "selector.matchLabels{}",
          "selector.matchExpressions[].key",
          "template.metadata",
          "template.spec",
        ),
        minReadySeconds: {},
        "updateStrategy.type": defaultsTo("RollingUpdate"),
        "updateStrategy.rollingUpdate.maxSurge": defaultsTo(0),
        "updateStrategy.rollingUpdate.maxUnavailable": defaultsTo(1),
        revisionHistoryLimit: defaultsTo(10),
        "template.spec.restartPolicy": defaultsTo("Always"),
      }),
      ...fieldsUnder("status", {
        ...plainFields("numberReady", "numberAvailable", "numberUnavailable", "numberMisscheduled"),
        ...plainFields("desiredNumberScheduled", "currentNumberScheduled", "updatedNumberScheduled", "collisionCount"),
        ...plainFields(
          "observedGeneration",
          "conditions[].status",
          "conditions[].type",
          "conditions[].lastTransitionTime",
        ),
        ...plainFields("conditions[].message", "conditions[].reason"),
      }),
    },
  },
];
