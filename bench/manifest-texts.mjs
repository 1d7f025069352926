/**
 * Generates manifests for benchmarks, about 1.6 KB each: kinds in the mix that repositories have, and no two texts
 * alike.
 *
 * @module
 */

/** Each kind as often as it occurs in 100 manifests. */
const mix = [
  [deployment, 20],
  [daemonSet, 10],
  [pod, 10],
  [service, 12],
  [configMap, 12],
  [role, 9],
  [roleBinding, 9],
  [clusterRole, 4],
  [clusterRoleBinding, 4],
  [networkPolicy, 6],
  [authenticationConfiguration, 1],
  [validatingAdmissionPolicy, 3],
].flatMap(([text, share]) => Array(share).fill(text));

/** Step through the mix. It shares no divisor with the length of the mix, so that the kinds alternate and all occur. */
const stride = 37;

/** Returns the text of manifest number `index`. Manifests of one team share a folder and a namespace. */
export function manifestText(index, team) {
  return mix[(index * stride) % mix.length](index, team);
}

function metadata(index, team) {
  const labels = ["name", "part-of", "component", "managed-by", "version"];
  return `metadata:
  name: object-${index}
${team === undefined ? "" : `  namespace: ${team}\n`}  labels:
${labels.map((label) => `    app.kubernetes.io/${label}: value-${index % 97}`).join("\n")}
  annotations:
    example.com/description: "Made for a benchmark; the text is as long as such texts are, number ${index}."
`;
}

const rbacVersion = "apiVersion: rbac.authorization.k8s.io/v1\n";

function role(index, team) {
  return `${rbacVersion}kind: Role\n${metadata(index, team)}${roleRules(index)}`;
}

function clusterRole(index) {
  return `${rbacVersion}kind: ClusterRole\n${metadata(index)}${roleRules(index)}`;
}

function roleRules(index) {
  const resources = ["pods", "services", "configmaps", "endpoints", "events"];
  const rule = (resource) => `  - apiGroups: ["", "example-${index % 7}.com"]
    resources:
      - ${resource}
      - ${resource}/status
    resourceNames: ["first-${index}", "second-${index}"]
    verbs: [get, list, watch, patch]
`;
  return `rules:\n${resources.concat(resources.slice(0, 3)).map(rule).join("")}`;
}

function roleBinding(index, team) {
  return `${rbacVersion}kind: RoleBinding\n${metadata(index, team)}${roleRefAndSubjects(index)}`;
}

function clusterRoleBinding(index) {
  return `${rbacVersion}kind: ClusterRoleBinding\n${metadata(index)}${roleRefAndSubjects(index)}`;
}

function roleRefAndSubjects(index) {
  const subject = (number) => `  - kind: ServiceAccount
    name: account-${index}-${number}
    namespace: team-${number}
`;
  return `roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: view
subjects:
${Array.from({ length: 15 }, (_, number) => subject(number)).join("")}`;
}

function deployment(index, team) {
  return `apiVersion: apps/v1
kind: Deployment
${metadata(index, team)}spec:
  replicas: 3
${selectorAndTemplate(index)}`;
}

function daemonSet(index, team) {
  return `apiVersion: apps/v1
kind: DaemonSet
${metadata(index, team)}spec:
  updateStrategy:
    rollingUpdate:
      maxUnavailable: 10%
${selectorAndTemplate(index)}`;
}

function selectorAndTemplate(index) {
  return `  selector:
    matchLabels:
      app.kubernetes.io/name: value-${index % 97}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: value-${index % 97}
    spec:
${podSpec(index).replace(/^/gm, "    ").trimEnd()}
`;
}

function pod(index, team) {
  return `apiVersion: v1\nkind: Pod\n${metadata(index, team)}spec:\n${podSpec(index)}`;
}

function podSpec(index) {
  const container = (number) => `  - name: container-${number}
    image: registry.example.com/team/app-${number}:1.${index}
    args: ["--port=8080", "--verbose", "--name", 'app ${number}']
    env:
      - name: INDEX
        value: "${index}"
      - name: PLAIN
        value: some text without quotes
    resources:
      requests: {cpu: 100m, memory: 128Mi}
    ports:
      - containerPort: ${8080 + number}
        name: port-${number}
    volumeMounts:
      - name: data
        mountPath: /data
`;
  return `  serviceAccountName: account-${index}
  containers:
${[1, 2].map(container).join("")}  volumes:
    - name: data
      emptyDir: {}
`;
}

function service(index, team) {
  const port = (number) => `    - name: port-${number}
      port: ${8000 + number}
      targetPort: http-${number}
      protocol: TCP
`;
  return `apiVersion: v1
kind: Service
${metadata(index, team)}spec:
  type: ClusterIP
  selector:
    app.kubernetes.io/name: value-${index % 97}
  ports:
${Array.from({ length: 12 }, (_, number) => port(number)).join("")}`;
}

function configMap(index, team) {
  const lines = Array.from({ length: 20 }, (_, number) => `    setting.${number}=value of object ${index}\n`);
  return `apiVersion: v1
kind: ConfigMap
${metadata(index, team)}data:
  mode: "production"
  # Read at start-up only.
  application.properties: |
${lines.join("")}`;
}

function networkPolicy(index, team) {
  const rule = (number) => `    - from:
        - namespaceSelector:
            matchLabels:
              kubernetes.io/metadata.name: team-${number}
        - ipBlock:
            cidr: 10.${number}.0.0/16
      ports:
        - protocol: TCP
          port: ${8000 + number}
`;
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
${metadata(index, team)}spec:
  podSelector: {}
  policyTypes: [Ingress]
  ingress:
${Array.from({ length: 6 }, (_, number) => rule(number)).join("")}`;
}

function authenticationConfiguration(index) {
  const issuer = (number) => `  - issuer:
      url: https://issuer-${index}-${number}.example.com
      audiences: [web, cli]
      audienceMatchPolicy: MatchAny
    claimValidationRules:
      - expression: claims.exp - claims.nbf <= 86400
        message: the token lives longer than a day
    claimMappings:
      username:
        expression: "'oidc:' + claims.sub"
      groups:
        expression: claims.roles.split(",").map(role, "role:" + role)
`;
  return `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
${[1, 2, 3].map(issuer).join("")}`;
}

function validatingAdmissionPolicy(index) {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
${metadata(index)}spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [deployments]
  validations:
    - expression: object.spec.replicas <= ${(index % 50) + 1}
      message: too many replicas
    - expression: object.spec.template.spec.containers.all(c, c.image.startsWith("registry.example.com/"))
      messageExpression: "'images of ' + object.metadata.name + ' come from elsewhere'"
`;
}
