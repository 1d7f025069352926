/**
 * The authorizers by their names in `--authorization-mode`: every command's help is put together with them, also where no
 * server starts.
 *
 * @module
 */

export const authorizationModes = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"] as const;

export type AuthorizationMode = (typeof authorizationModes)[number];
