/**
 * The default flow schemas and priority levels of every cluster.
 *
 * @module
 */

/**
 * A priority level: its shares, the percentage that other levels may borrow, and its queues: their number, the hand
 * size and the length limit.
 */
type Level = readonly [shares: number, lendable: number, queues?: number, hand?: number, length?: number];

const limited: Readonly<Record<string, Level>> = {
  "catch-all": [5, 0],
  "global-default": [20, 50, 128, 6, 50],
  "leader-election": [10, 0, 16, 4, 50],
  "node-high": [40, 25, 64, 6, 50],
  system: [30, 33, 64, 6, 50],
  "workload-high": [40, 50, 128, 6, 50],
  "workload-low": [100, 90, 128, 6, 50],
};

function limitedSpec([nominalConcurrencyShares, lendablePercent, queues, handSize, queueLengthLimit]: Level): object {
  const queued = { type: "Queue", queuing: { queues, handSize, queueLengthLimit } };
  const limitResponse = queues === undefined ? { type: "Reject" } : queued;
  return { type: "Limited", limited: { nominalConcurrencyShares, lendablePercent, limitResponse } };
}

/** Field manager of the component of kube-apiserver that writes these objects. */
export const fieldManager = "api-priority-and-fairness-config-producer-v1";

/** Annotation of objects that the server keeps up to date. */
export const autoUpdate = "apf.kubernetes.io/autoupdate-spec";

export interface NamedSpec {
  readonly name: string;
  readonly spec: object;
}

export const priorityLevels: readonly NamedSpec[] = [
  { name: "exempt", spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
  ...Object.entries(limited).map(([name, level]) => ({ name, spec: limitedSpec(level) })),
];

const all = ["*"];
const anyResource = { verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all };
const anyPath = { verbs: all, nonResourceURLs: all };
const anything = { resourceRules: [anyResource], nonResourceRules: [anyPath] };

const group = (name: string) => ({ kind: "Group", group: { name } });
const user = (name: string) => ({ kind: "User", user: { name } });
const systemAccounts = { kind: "ServiceAccount", serviceAccount: { namespace: "kube-system", name: "*" } };
const nodes = group("system:nodes");
const everyone = [group("system:unauthenticated"), group("system:authenticated")];

interface Schema {
  readonly level: string;
  readonly precedence: number;
  readonly by?: "ByUser" | "ByNamespace";
  readonly subjects: readonly object[];
  /** Default: all requests. */
  readonly rules?: object;
}

const leases = { apiGroups: ["coordination.k8s.io"], resources: ["leases"], namespaces: all };

const schemas: Readonly<Record<string, Schema>> = {
  exempt: { level: "exempt", precedence: 1, subjects: [group("system:masters")] },
  probes: {
    level: "exempt",
    precedence: 2,
    subjects: everyone,
    rules: { nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }] },
  },
  "system-leader-election": {
    level: "leader-election",
    precedence: 100,
    by: "ByUser",
    subjects: [user("system:kube-controller-manager"), user("system:kube-scheduler"), systemAccounts],
    rules: { resourceRules: [{ verbs: ["get", "create", "update"], ...leases }] },
  },
  "system-node-high": {
    level: "node-high",
    precedence: 400,
    by: "ByUser",
    subjects: [nodes],
    rules: {
      resourceRules: [
        { ...anyResource, apiGroups: [""], resources: ["nodes", "nodes/status"] },
        { verbs: all, ...leases },
      ],
    },
  },
  "system-nodes": { level: "system", precedence: 500, by: "ByUser", subjects: [nodes] },
  "kube-controller-manager": {
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    subjects: [user("system:kube-controller-manager")],
  },
  "kube-scheduler": {
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    subjects: [user("system:kube-scheduler")],
  },
  "kube-system-service-accounts": {
    level: "workload-high",
    precedence: 900,
    by: "ByNamespace",
    subjects: [systemAccounts],
  },
  "service-accounts": {
    level: "workload-low",
    precedence: 9000,
    by: "ByUser",
    subjects: [group("system:serviceaccounts")],
  },
  "global-default": { level: "global-default", precedence: 9900, by: "ByUser", subjects: everyone },
  "catch-all": { level: "catch-all", precedence: 10_000, by: "ByUser", subjects: everyone },
};

export const flowSchemas: readonly NamedSpec[] = Object.entries(schemas).map(
  ([name, { level, precedence, by, subjects, rules = anything }]) => ({
    name,
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      ...(by ? { distinguisherMethod: { type: by } } : {}),
      rules: [{ subjects, ...rules }],
    },
  }),
);

/** Objects without which the server could not classify every request. */
const mandatoryNames: ReadonlySet<string> = new Set(["exempt", "catch-all"]);

export const isMandatory = (name: string): boolean => mandatoryNames.has(name);

const asObject = ({ name, spec }: NamedSpec) => ({ metadata: { name }, spec });

export const mandatoryObjects = {
  levels: priorityLevels.filter(({ name }) => isMandatory(name)).map(asObject),
  schemas: flowSchemas.filter(({ name }) => isMandatory(name)).map(asObject),
};
