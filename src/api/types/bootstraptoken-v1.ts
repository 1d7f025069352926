/**
 * The types of `bootstraptoken/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** A token that nodes may join a cluster with. */
export interface BootstrapToken {
  /** The token: 6 characters, a dot and 16 characters. */
  token?: string;
  /** Text for people, why the token exists. */
  description?: string;
  /** Time that the token is valid, 24h by default; 0s for ever. */
  ttl?: string;
  /** Time when the token ends; kubeadm refuses it, as it sets `ttl`. */
  expires?: string;
  /** Uses of the token: signing, authentication; both by default. */
  usages?: string[];
  /** Groups that the token authenticates as, which begin with `system:bootstrappers:`. */
  groups?: string[];
}
