/**
 * The purpose of the types and fields of `bootstraptoken`.
 *
 * @module
 */
export const bootstraptoken: Readonly<Record<string, string>> = {
  "bootstraptoken/v1.BootstrapToken": "A token that nodes may join a cluster with.",
  "bootstraptoken/v1.BootstrapToken.description": "Text for people, why the token exists.",
  "bootstraptoken/v1.BootstrapToken.expires": "Time when the token ends; kubeadm refuses it, as it sets `ttl`.",
  "bootstraptoken/v1.BootstrapToken.groups":
    "Groups that the token authenticates as, which begin with `system:bootstrappers:`.",
  "bootstraptoken/v1.BootstrapToken.token": "The token: 6 characters, a dot and 16 characters.",
  "bootstraptoken/v1.BootstrapToken.ttl": "Time that the token is valid, 24h by default; 0s for ever.",
  "bootstraptoken/v1.BootstrapToken.usages": "Uses of the token: signing, authentication; both by default.",
};
