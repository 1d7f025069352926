/** An AuthenticationConfiguration without findings. */
export const goodAuthentication = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://issuer.example.com
    audiences: [cluster]
  claimMappings:
    username:
      claim: sub
      prefix: "oidc:"
`;

/** One error: the issuer's URL is not https. */
export const badAuthentication = goodAuthentication.replace("https://", "http://");

/** One warning: the binding has no subjects. */
export const warnedBinding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: nobody
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: view
subjects: []
`;

export const unknownResource = "apiVersion: example.org/v1\nkind: Fleet\nmetadata:\n  name: web\n";

export const webhookAuthorization = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: remote
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo:
      type: KubeConfigFile
      kubeConfigFile: /etc/kubernetes/webhook.kubeconfig
`;
