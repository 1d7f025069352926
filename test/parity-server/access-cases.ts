/**
 * Random roles, ABAC policies, chains of authorizers and requests for which they decide. Each set has separate users
 * and groups.
 */
import { Random } from "./random.ts";

type Json = Readonly<Record<string, unknown>>;

/** PARITY_SEED selects other sets. */
const seed = Number(process.env["PARITY_SEED"] ?? 0);

const namespaces = ["access-a", "access-b"];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "*", "use"];
const resources = [
  "pods",
  "secrets",
  "configmaps",
  "deployments",
  "pods/log",
  "deployments/scale",
  "nodes",
  "*",
  "*/scale",
];
const groups = ["", "apps", "*", "example.com"];
const names = ["one", "two", "bound", "free"];
const paths = ["/healthz", "/logs", "/logs/x", "/apis/apps", "/", "/custom/*", "*"];
const nodes = ["node-1", "node-2"];

/** A random generator with functions for choices. */
class Choices extends Random {
  of<T>(items: readonly T[]): T {
    return this.pick(items) as T;
  }

  some<T>(items: readonly T[], most: number): readonly T[] {
    return this.shuffled(items).slice(0, 1 + Math.floor(this.next() * most));
  }

  is(share: number): boolean {
    return this.next() < share;
  }
}

const users = (set: number) => [`s${set}-ann`, `s${set}-bob`, `s${set}-cat`];
const teams = (set: number) => [`s${set}-red`, `s${set}-blue`];

/** An object with the path of its collection. */
export interface Made {
  readonly path: string;
  readonly object: Json;
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";

function ruleOf(choices: Choices): Json {
  if (choices.is(0.2)) return { verbs: choices.some(["get", "post", "*"], 2), nonResourceURLs: choices.some(paths, 2) };
  return {
    verbs: choices.some(verbs, 3),
    apiGroups: choices.some(groups, 2),
    resources: choices.some(resources, 3),
    ...(choices.is(0.3) ? { resourceNames: choices.some(names, 2) } : {}),
  };
}

function subjectOf(choices: Choices, set: number): Json {
  const apiGroup = "rbac.authorization.k8s.io";
  if (choices.is(0.4)) return { kind: "Group", apiGroup, name: choices.of(teams(set)) };
  if (choices.is(0.2)) return { kind: "ServiceAccount", name: `s${set}-bot`, namespace: choices.of(namespaces) };
  return { kind: "User", apiGroup, name: choices.of(users(set)) };
}

/** Returns roles and bindings of a set; some bindings refer to roles that do not exist. */
export function rolesOf(set: number): readonly Made[] {
  const choices = new Choices(seed + 1000 + set);
  const namespace = choices.of(namespaces);
  const roleRef = (kind: string) => ({
    apiGroup: "rbac.authorization.k8s.io",
    kind,
    name: choices.is(0.15) ? `s${set}-gone` : `s${set}-${choices.of(["x", "y"])}`,
  });
  const subjects = () => [subjectOf(choices, set), ...(choices.is(0.5) ? [subjectOf(choices, set)] : [])];
  const rbacPathInNamespace = (path: string) => `${rbac}/namespaces/${namespace}/${path}`;
  const clean = (rules: readonly Json[]) => rules.filter((rule) => !("nonResourceURLs" in rule));
  return [
    ...["x", "y"].flatMap((name) => {
      const rules = [ruleOf(choices), ruleOf(choices)];
      return [
        { path: `${rbac}/clusterroles`, object: { metadata: { name: `s${set}-${name}` }, rules } },
        { path: rbacPathInNamespace("roles"), object: { metadata: { name: `s${set}-${name}` }, rules: clean(rules) } },
      ];
    }),
    {
      path: `${rbac}/clusterrolebindings`,
      object: { metadata: { name: `s${set}-b` }, subjects: subjects(), roleRef: roleRef("ClusterRole") },
    },
    ...["c", "d"].map((name) => ({
      path: rbacPathInNamespace("rolebindings"),
      object: {
        metadata: { name: `s${set}-${name}` },
        subjects: subjects(),
        roleRef: roleRef(choices.of(["Role", "ClusterRole"])),
      },
    })),
  ];
}

/** The objects that all sets share, in the order in which they are created. */
export const sharedObjects: readonly Made[] = [
  ...namespaces.map((name) => ({ path: "/api/v1/namespaces", object: { metadata: { name } } })),
  ...namespaces.map((namespace) => ({
    path: `/api/v1/namespaces/${namespace}/serviceaccounts`,
    object: { metadata: { name: "default" } },
  })),
  ...nodes.map((nodeName) => ({
    path: `/api/v1/namespaces/${namespaces[0]}/pods`,
    object: {
      metadata: { name: `on-${nodeName}` },
      spec: {
        nodeName,
        containers: [{ name: "c", image: "i", envFrom: [{ configMapRef: { name: `${nodeName}-map` } }] }],
        volumes: [
          { name: "s", secret: { secretName: nodeName === "node-1" ? "bound" : "free" } },
          { name: "p", persistentVolumeClaim: { claimName: `${nodeName}-claim` } },
        ],
      },
    },
  })),
];

/** Returns the lines of the ABAC policy of a set. */
export function policiesOf(set: number): readonly string[] {
  const choices = new Choices(seed + 2000 + set);
  return Array.from({ length: 4 }, () => {
    const isOld = choices.is(0.2);
    const who = choices.is(0.3) ? { group: choices.of([...teams(set), "*"]) } : { user: choices.of(users(set)) };
    const spec = {
      ...who,
      ...(choices.is(0.4) ? { readonly: true } : {}),
      ...(choices.is(0.3) ? { user: choices.of(users(set)) } : {}),
      ...(choices.is(0.7) ? { namespace: choices.of([...namespaces, "*"]) } : {}),
      ...(choices.is(0.7) ? { resource: choices.of(["pods", "secrets", "deployments", "*"]) } : {}),
    };
    if (isOld) return JSON.stringify({ ...spec, user: choices.of(users(set)) });
    const more = {
      ...(choices.is(0.6) ? { apiGroup: choices.of(groups) } : {}),
      ...(choices.is(0.3) ? { nonResourcePath: choices.of(["/logs/*", "*", "/healthz"]) } : {}),
    };
    const apiVersion = "abac.authorization.kubernetes.io/v1beta1";
    return JSON.stringify({ apiVersion, kind: "Policy", spec: { ...spec, ...more } });
  });
}

/** The ways in which a webhook can respond; the slow ones are rare. */
export const webhookBehaviours = [
  "good",
  "good",
  "good",
  "liar",
  "forbidden",
  "garbage",
  "version",
  "half",
  "close",
  "typed",
  "empty",
] as const;
export const rarePlays = ["silent", "broken", "expired", "nobody"] as const;

export type Play = (typeof webhookBehaviours)[number] | (typeof rarePlays)[number];

const conditions = (set: number) => [
  `request.user == '${users(set)[0]}'`,
  `'${teams(set)[0]}' in request.groups`,
  "has(request.resourceAttributes) && request.resourceAttributes.verb in ['get', 'list']",
  "!has(request.nonResourceAttributes)",
  "request.resourceAttributes.namespace != ''",
  "request.extra['scope'][0] == 'wide'",
  "has(request.resourceAttributes) && request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'spec.nodeName')",
];

/** @param fileOf - returns the kubeconfig for a way to respond */
export function chainOf(set: number, fileOf: (play: Play) => string): Json {
  const choices = new Choices(seed + 3000 + set);
  const webhooks = Array.from({ length: Math.floor(choices.next() * 3) }, (_, index) => {
    const play = choices.is(0.1) ? choices.of(rarePlays) : choices.of(webhookBehaviours);
    const matchConditions = choices.is(0.6)
      ? choices.some(conditions(set), 2).map((expression) => ({ expression }))
      : [];
    const isSlow = play === "broken" || play === "silent";
    return {
      type: "Webhook",
      name: `hook-${index}`,
      webhook: {
        timeout: "1s",
        subjectAccessReviewVersion: choices.of(["v1", "v1beta1"]),
        failurePolicy: choices.of(["NoOpinion", "Deny"]),
        connectionInfo: { type: "KubeConfigFile", kubeConfigFile: fileOf(play) },
        cacheAuthorizedRequests: choices.is(0.5),
        cacheUnauthorizedRequests: choices.is(0.5),
        matchConditionSubjectAccessReviewVersion: "v1",
        matchConditions: isSlow
          ? [{ expression: `request.user == '${users(set)[2]}' && request.uid == ''` }, ...matchConditions.slice(0, 1)]
          : matchConditions,
      },
    };
  });
  const lasting = ["Node", "ABAC", "RBAC", "AlwaysDeny"].map((type) => ({ type, name: type.toLowerCase() }));
  return {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthorizationConfiguration",
    authorizers: choices.shuffled([...lasting, ...webhooks]),
  };
}

/** A request that is sent to both servers. */
export interface AccessCase {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers: Readonly<Record<string, string>>;
}

const authorizationPath = "/apis/authorization.k8s.io/v1";
const selectors = ["spec.nodeName=node-1", "metadata.name=one", "a!=b,c=d", "(", "spec.nodeName==node-1", "x"];
const labelSelectors = ["app=web", "tier in (b,a)", "!old,new", "(", "n>5", "a=b,a!=c"];

export function casesOf(set: number, count: number): readonly AccessCase[] {
  const choices = new Choices(seed + 4000 + set);
  return Array.from({ length: count }, () => caseOf(choices, set));
}

interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

function subjectWho(choices: Choices, set: number): Subject {
  const authenticated = "system:authenticated";
  if (choices.is(0.2)) {
    const isReal = choices.is(0.9);
    return {
      user: `system:node:${choices.of([...nodes, "unknown", ""])}`,
      groups: isReal ? ["system:nodes"] : [authenticated],
    };
  }
  if (choices.is(0.1)) {
    return { user: `system:serviceaccount:${choices.of(namespaces)}:s${set}-bot`, groups: ["system:serviceaccounts"] };
  }
  const groups = [authenticated, ...(choices.is(0.5) ? choices.some(teams(set), 2) : [])];
  return { user: choices.of(users(set)), groups: choices.is(0.02) ? ["system:masters"] : groups };
}

function caseOf(choices: Choices, set: number): AccessCase {
  const who = subjectWho(choices, set);
  if (choices.is(0.15)) return drawRequest(choices, who);
  if (choices.is(0.05)) return rulesReview(choices, who);
  const spec = {
    ...who,
    ...(choices.is(0.1) ? { uid: "u-1" } : {}),
    ...(choices.is(0.2) ? { extra: { scope: [choices.of(["wide", "narrow"])], other: ["x", "y"] } } : {}),
  };
  if (choices.is(0.2)) {
    const nonResourceAttributes = {
      path: choices.of([...paths, "/custom/x", ""]),
      verb: choices.of(["get", "post", "put"]),
    };
    return postCase(`${authorizationPath}/subjectaccessreviews`, { spec: { ...spec, nonResourceAttributes } });
  }
  const resourceAttributes = attributesOf(choices);
  const { namespace = "" } = resourceAttributes as { namespace?: string };
  if (namespace !== "" && choices.is(0.1)) {
    const path = `${authorizationPath}/namespaces/${namespace}/localsubjectaccessreviews`;
    return postCase(path, { metadata: { namespace }, spec: { ...spec, resourceAttributes } });
  }
  return postCase(`${authorizationPath}/subjectaccessreviews`, { spec: { ...spec, resourceAttributes } });
}

const postCase = (path: string, body: Json): AccessCase => ({ method: "POST", path, body, headers: {} });

const nodeResources = [
  ["", "secrets"],
  ["", "configmaps"],
  ["", "pods"],
  ["", "nodes"],
  ["", "persistentvolumeclaims"],
  ["", "persistentvolumes"],
  ["", "serviceaccounts"],
  ["coordination.k8s.io", "leases"],
  ["storage.k8s.io", "csinodes"],
  ["storage.k8s.io", "volumeattachments"],
  ["resource.k8s.io", "resourceslices"],
  ["resource.k8s.io", "resourceclaims"],
  ["certificates.k8s.io", "podcertificaterequests"],
  ["", "services"],
  ["", "events"],
] as const;

function attributesOf(choices: Choices): Json {
  const [nodeGroup, nodeResource] = choices.of(nodeResources);
  const isNodes = choices.is(0.4);
  const [resource = "", subresource = ""] = (isNodes ? nodeResource : choices.of(resources)).split("/");
  const sub = isNodes && choices.is(0.2) ? choices.of(["status", "token", "eviction"]) : subresource;
  return {
    verb: choices.of(verbs),
    group: isNodes ? nodeGroup : choices.of(groups),
    resource,
    ...(sub === "" ? {} : { subresource: sub }),
    ...(choices.is(0.3) ? { version: choices.of(["v1", "*"]) } : {}),
    ...(choices.is(0.7) ? { namespace: choices.of([...namespaces, "kube-node-lease"]) } : {}),
    ...(choices.is(0.6)
      ? { name: choices.of([...names, ...nodes, "on-node-1", "node-1-map", "node-1-claim", "default"]) }
      : {}),
    ...(choices.is(0.25) ? { fieldSelector: reviewSelector(choices, selectors) } : {}),
    ...(choices.is(0.2) ? { labelSelector: reviewSelector(choices, labelSelectors) } : {}),
  };
}

function reviewSelector(choices: Choices, texts: readonly string[]): Json {
  if (choices.is(0.4)) return { rawSelector: choices.of(texts) };
  const requirement = () => {
    const operator = choices.of(["In", "NotIn", "Exists", "DoesNotExist", "Odd"]);
    const values = operator.endsWith("In") ? choices.some(["node-1", "b", "c"], 2) : [];
    return { key: choices.of(["spec.nodeName", "app"]), operator, ...(values.length > 0 ? { values } : {}) };
  };
  return { requirements: Array.from({ length: 1 + Math.floor(choices.next() * 2) }, requirement) };
}

const impersonationHeaders = ({ user, groups: [group = ""] }: Subject) => ({
  "impersonate-user": user === "" ? "nobody" : user,
  "impersonate-group": group,
});

/** Draws requests for existing and nonexistent objects and paths. */
function drawRequest(choices: Choices, subject: Subject): AccessCase {
  const namespace = choices.of(namespaces);
  const name = choices.of([...names, "on-node-1"]);
  const query = choices.is(0.3) ? `?fieldSelector=${encodeURIComponent(choices.of(selectors.slice(0, 3)))}` : "";
  const path = choices.of([
    `/api/v1/namespaces/${namespace}/pods${query}`,
    `/api/v1/namespaces/${namespace}/pods/${name}`,
    `/api/v1/namespaces/${namespace}/secrets/${name}`,
    `/apis/apps/v1/namespaces/${namespace}/deployments/${name}/scale`,
    "/api/v1/nodes",
    "/logs/x",
    `/apis/example.com/v1/namespaces/${namespace}/<things>`,
  ]);
  return { method: "GET", path, headers: impersonationHeaders(subject) };
}

function rulesReview(choices: Choices, who: Subject): AccessCase {
  const body = { spec: { namespace: choices.of(namespaces) } };
  return {
    method: "POST",
    path: `${authorizationPath}/selfsubjectrulesreviews`,
    body,
    headers: impersonationHeaders(who),
  };
}
