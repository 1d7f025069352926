import { plain, type RequiredField, type Section, under } from "./section.ts";

const identity = plain("apiVersion", "kind");
const metadata = under(
  "metadata",
  plain("name", "generateName", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "managedFields[]"),
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
      ...under("rules[]", plain("apiGroups[]", "resources[]", "verbs[]", "resourceNames[]", "nonResourceURLs[]")),
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
      ...plain("roleRef.kind", "roleRef.name", "subjects[].kind", "subjects[].name", "subjects[].namespace"),
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
      ...under("spec", {
        ...plain("selector.matchLabels{}", "selector.matchExpressions[].key", "template.metadata", "template.spec"),
        minReadySeconds: {},
        "updateStrategy.type": defaultsTo("RollingUpdate"),
        "updateStrategy.rollingUpdate.maxSurge": defaultsTo(0),
        "updateStrategy.rollingUpdate.maxUnavailable": defaultsTo(1),
        revisionHistoryLimit: defaultsTo(10),
        "template.spec.restartPolicy": defaultsTo("Always"),
      }),
      ...under("status", {
        ...plain("numberReady", "numberAvailable", "numberUnavailable", "numberMisscheduled"),
        ...plain("desiredNumberScheduled", "currentNumberScheduled", "updatedNumberScheduled", "collisionCount"),
        ...plain("observedGeneration", "conditions[].status", "conditions[].type", "conditions[].lastTransitionTime"),
        ...plain("conditions[].message", "conditions[].reason"),
      }),
    },
  },
];
