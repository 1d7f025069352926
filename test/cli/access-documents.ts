/** One authenticator with rules of every kind, so that each step of the authentication can fail. */
export const authentication = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://issuer.example.com
    audiences: [cluster]
  claimValidationRules:
  - expression: claims.hd == "example.com"
    message: only people of example.com
  claimMappings:
    username:
      expression: '"oidc:" + claims.sub'
    groups:
      expression: claims.?roles.orValue([])
    uid:
      claim: uid
    extra:
    - key: example.org/team
      valueExpression: claims.team
`;

/** Claims from which the authenticator above makes a user. */
export const claims = {
  iss: "https://issuer.example.com",
  aud: "cluster",
  exp: 4102444800,
  sub: "jane",
  uid: "42",
  roles: ["dev", "", "ops"],
  team: "core",
  hd: "example.com",
};

/** Roles and bindings, one of which refers to a missing role; `admins` is in a list. */
export const rbac = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: prod}
rules:
- apiGroups: [""]
  resources: [pods, pods/log]
  verbs: [get, list]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects:
- kind: User
  name: ann
- kind: ServiceAccount
  name: robot
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: lost}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gone}
subjects:
- kind: User
  name: ann
  namespace: prod
---
apiVersion: v1
kind: List
items:
- apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRoleBinding
  metadata: {name: admins}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
  subjects:
  - kind: Group
    name: admins
`;

/** A webhook with conditions between the node authorizer and RBAC. */
export const authorization = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Node
  name: node
- type: Webhook
  name: policy
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/kubernetes/policy.kubeconfig}
    matchConditions:
    - expression: request.user != "root"
    - expression: request.resourceAttributes.namespace == "prod"
- type: RBAC
  name: rbac
`;

export const review = `apiVersion: authorization.k8s.io/v1
kind: SubjectAccessReview
spec:
  user: ann
  groups: [dev]
  resourceAttributes: {verb: get, resource: pods, namespace: prod}
`;
