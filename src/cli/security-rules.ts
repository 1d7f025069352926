/**
 * The rules whose findings are security advice: components accept these documents and behave as documented.
 *
 * @module
 */
export const securityRules: ReadonlySet<string> = new Set([
  "authentication/email-by-index",
  "cluster-role/every-secret",
  "csi-driver/tokens-in-secrets",
  "encryption/identity-first",
  "rbac/anonymous-access",
  "rbac/escalation",
  "rbac/full-access",
  "rbac/system-masters",
]);
