/**
 * Flags that name files, and the kind of object that the component reads from each.
 *
 * @module
 */
import type { Component } from "./component.ts";

const kubeconfig = "Config";

/**
 * By component and flag: `KIND` or `KIND.group` with the domain placeholder; an empty string for files that contain no
 * object.
 */
const files: Readonly<Record<Component, Readonly<Record<string, string>>>> = {
  "kube-apiserver": {
    "admission-control-config-file": "AdmissionConfiguration.apiserver.config.<domain>",
    "audit-policy-file": "Policy.audit.<domain>",
    "audit-webhook-config-file": kubeconfig,
    "authentication-config": "AuthenticationConfiguration",
    "authentication-token-webhook-config-file": kubeconfig,
    "authorization-config": "AuthorizationConfiguration",
    "authorization-policy-file": "",
    "authorization-webhook-config-file": kubeconfig,
    "client-ca-file": "",
    "egress-selector-config-file": "EgressSelectorConfiguration",
    "encryption-provider-config": "EncryptionConfiguration",
    "etcd-cafile": "",
    "etcd-certfile": "",
    "etcd-keyfile": "",
    "oidc-ca-file": "",
    "requestheader-client-ca-file": "",
    "service-account-key-file": "",
    "service-account-signing-key-file": "",
    "token-auth-file": "",
    "tracing-config-file": "TracingConfiguration",
  },
  "kube-controller-manager": {
    "authentication-kubeconfig": kubeconfig,
    "authorization-kubeconfig": kubeconfig,
    "client-ca-file": "",
    "cluster-signing-cert-file": "",
    "cluster-signing-key-file": "",
    kubeconfig,
    "leader-migration-config": "LeaderMigrationConfiguration",
    "requestheader-client-ca-file": "",
    "root-ca-file": "",
    "service-account-private-key-file": "",
  },
  "kube-scheduler": {
    "authentication-kubeconfig": kubeconfig,
    "authorization-kubeconfig": kubeconfig,
    "client-ca-file": "",
    config: "KubeSchedulerConfiguration",
    kubeconfig,
    "requestheader-client-ca-file": "",
  },
  kubelet: {
    "client-ca-file": "",
    config: "KubeletConfiguration",
    "image-credential-provider-config": "CredentialProviderConfig",
  },
  "kube-proxy": { config: "KubeProxyConfiguration", kubeconfig },
};

/** Returns the kind that a component reads from the file of a flag; undefined for flags that do not name a file. */
export function kindOfFile(component: Component, flag: string): string | undefined {
  const kindByFlag = files[component];
  return Object.hasOwn(kindByFlag, flag) ? kindByFlag[flag] : undefined;
}

/** Flags that may also name a directory. */
export const directoryFlags: ReadonlySet<string> = new Set(["image-credential-provider-config"]);
