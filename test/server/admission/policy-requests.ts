/** A policy that reports how it sees a request, and requests to every kind of resource and subresource. */

/** Describes the request in one line, for the warning of the response. */
const requestText = [
  "request.operation",
  "' ' + request.resource.group + '/' + request.resource.version + ' ' + request.resource.resource + ' ' + request.?subResource.orValue('')",
  "' requested ' + request.requestResource.resource + '/' + request.?requestSubResource.orValue('')",
  "' kind ' + request.kind.group + '/' + request.kind.version + ' ' + request.kind.kind + ' ' + request.requestKind.kind",
  "' name ' + request.?name.orValue('-') + ' in ' + request.?namespace.orValue('-') + ' of ' + (namespaceObject == null ? '-' : namespaceObject.metadata.name)",
  "' dry ' + string(request.dryRun) + ' options ' + request.options.kind + ' ' + request.options.?fieldManager.orValue('-') + ' ' + request.options.?propagationPolicy.orValue('-')",
  "' user ' + request.userInfo.username",
  "' object ' + variables.object + ' old ' + variables.old",
].join(" + ");

const objectText = (name: string): string =>
  [
    `${name} == null ? '-' : ${name}.apiVersion + ' ' + ${name}.kind + ' ' + ${name}.metadata.?name.orValue('-')`,
    `' ' + string(has(${name}.metadata.uid)) + ' ' + string(has(${name}.metadata.labels))`,
    `' replicas ' + string(${name}.?spec.?replicas.orValue(-1)) + ' ' + string(${name}.?status.?replicas.orValue(-1))`,
    `' node ' + string(${name}.?spec.?nodeName.orValue('-')) + ' ' + string(${name}.?target.?name.orValue('-'))`,
    `' phase ' + string(${name}.?status.?phase.orValue('-')) + ' expires ' + string(${name}.?spec.?expirationSeconds.orValue(-1))`,
    `' grace ' + string(${name}.?deleteOptions.?gracePeriodSeconds.orValue(-1))`,
    `' containers ' + string(${name}.?spec.?ephemeralContainers.orValue([]).size())`,
  ].join(" + ");

const registration = "/apis/admissionregistration.k8s.io/v1";

const rules = [
  {
    apiGroups: ["", "apps"],
    apiVersions: ["*"],
    operations: ["*"],
    resources: ["pods", "pods/*", "bindings", "deployments", "deployments/*", "configmaps", "serviceaccounts/*"],
  },
  { apiGroups: [""], apiVersions: ["*"], operations: ["*"], resources: ["namespaces", "namespaces/*"] },
];

export interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** The policies; they apply in namespaces with the label `echo: yes`. */
export const policies: readonly Step[] = [
  {
    method: "POST",
    path: `${registration}/validatingadmissionpolicies`,
    body: {
      metadata: { name: "echo" },
      spec: {
        matchConstraints: { resourceRules: rules, namespaceSelector: { matchLabels: { echo: "yes" } } },
        matchConditions: [{ name: "may", expression: "authorizer.requestResource.check('delete').allowed()" }],
        variables: [
          { name: "object", expression: objectText("object") },
          { name: "old", expression: objectText("oldObject") },
        ],
        validations: [{ expression: "false", messageExpression: requestText }],
      },
    },
  },
  {
    method: "POST",
    path: `${registration}/validatingadmissionpolicybindings`,
    body: { metadata: { name: "echo" }, spec: { policyName: "echo", validationActions: ["Warn"] } },
  },
  {
    method: "POST",
    path: `${registration}/mutatingadmissionpolicies`,
    body: {
      metadata: { name: "scaled" },
      spec: {
        reinvocationPolicy: "Never",
        failurePolicy: "Fail",
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["deployments/scale"] },
          ],
          namespaceSelector: { matchLabels: { echo: "yes" } },
        },
        mutations: [
          {
            patchType: "JSONPatch",
            jsonPatch: { expression: '[JSONPatch{op: "replace", path: "/spec/replicas", value: 7}]' },
          },
        ],
      },
    },
  },
  {
    method: "POST",
    path: `${registration}/mutatingadmissionpolicybindings`,
    body: { metadata: { name: "scaled" }, spec: { policyName: "scaled" } },
  },
];

const pod = (name: string): object => ({
  metadata: { name, labels: { run: name } },
  spec: { containers: [{ name: "c", image: "i:1" }] },
});

const deployment = (name: string): object => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
  },
});

/** Requests whose responses are not compared. */
export const beginnings: readonly Step[] = [
  { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "seen", labels: { echo: "yes" } } } },
  { method: "POST", path: "/api/v1/namespaces/seen/serviceaccounts", body: { metadata: { name: "default" } } },
];

const core = "/api/v1/namespaces/seen";
const apps = "/apis/apps/v1/namespaces/seen";
const node = { apiVersion: "v1", kind: "Node", name: "n1" };
const labels = { metadata: { labels: { more: "yes" } } };

export const steps: readonly Step[] = [
  { method: "POST", path: `${core}/pods?fieldManager=me`, body: pod("p1") },
  { method: "POST", path: `${core}/pods`, body: pod("p2") },
  { method: "POST", path: `${core}/pods?dryRun=All`, body: { ...pod(""), metadata: { generateName: "made-" } } },
  { method: "PATCH", path: `${core}/pods/p1`, body: labels },
  { method: "PATCH", path: `${core}/pods/p1/status`, body: { status: { phase: "Running" } } },
  {
    method: "PATCH",
    path: `${core}/pods/p1/ephemeralcontainers`,
    body: { spec: { ephemeralContainers: [{ name: "e", image: "i:1", terminationMessagePolicy: "File" }] } },
  },
  { method: "POST", path: `${core}/pods/p1/binding`, body: { metadata: { name: "p1" }, target: node } },
  { method: "POST", path: `${core}/bindings`, body: { metadata: { name: "p2" }, target: node } },
  { method: "POST", path: `${core}/pods/p1/binding`, body: { metadata: { name: "p1" }, target: { name: "" } } },
  {
    method: "POST",
    path: `${core}/pods/p1/eviction?dryRun=All`,
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p1" } },
  },
  {
    method: "POST",
    path: `${core}/pods/p1/eviction`,
    body: {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: "p1" },
      deleteOptions: { gracePeriodSeconds: 0 },
    },
  },
  { method: "POST", path: `${core}/serviceaccounts/default/token`, body: { spec: { audiences: ["a"] } } },
  {
    method: "POST",
    path: `${core}/serviceaccounts/default/token`,
    body: { spec: { audiences: ["a"], expirationSeconds: 1 } },
  },
  { method: "DELETE", path: `${core}/pods/p2?gracePeriodSeconds=0&propagationPolicy=Background` },
  { method: "DELETE", path: `${core}/pods/absent` },
  { method: "POST", path: `${apps}/deployments`, body: deployment("d1") },
  {
    method: "PUT",
    path: `${apps}/deployments/d1`,
    body: { ...deployment("d1"), metadata: { name: "d1", labels: { more: "yes" } } },
  },
  { method: "PATCH", path: `${apps}/deployments/d1/scale`, body: { spec: { replicas: 3 } } },
  { method: "GET", path: `${apps}/deployments/d1/scale` },
  { method: "PATCH", path: `${apps}/deployments/d1/status`, body: { status: { replicas: 3 } } },
  { method: "POST", path: `${core}/configmaps`, body: { metadata: { name: "c1" } } },
  { method: "POST", path: `${core}/configmaps`, body: { metadata: { name: "c2" } } },
  { method: "DELETE", path: `${core}/configmaps?fieldSelector=metadata.name%3Dc1&propagationPolicy=Foreground` },
  { method: "DELETE", path: `${apps}/deployments/d1?propagationPolicy=Orphan` },
  { method: "PATCH", path: "/api/v1/namespaces/seen", body: labels },
  { method: "PATCH", path: "/api/v1/namespaces/seen/status", body: { status: { phase: "Active" } } },
  { method: "DELETE", path: "/api/v1/namespaces/seen?dryRun=All" },
];
