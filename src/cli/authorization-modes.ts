/**
 * The authorizer names that `--authorization-mode` accepts. They are in a small file because the help of every command
 * needs them, even if no server starts.
 *
 * @module
 */

export const authorizationModes = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"] as const;

export type AuthorizationMode = (typeof authorizationModes)[number];
