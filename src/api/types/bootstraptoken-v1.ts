/**
 * The types of `bootstraptoken/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface BootstrapToken {
  token?: string;
  description?: string;
  ttl?: string;
  expires?: string;
  usages?: string[];
  groups?: string[];
}
