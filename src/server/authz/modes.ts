/**
 * `--authorization-mode`: the authorizers of a server by the names that the flag has for them.
 *
 * @module
 */
import { alwaysAllow, alwaysDeny } from "./always.ts";
import type { Authorizer } from "./authorizer.ts";
import { masters, union } from "./masters.ts";
import { rbacAuthorizer } from "./rbac-authorizer.ts";
import type { RbacSource } from "./rbac-source.ts";

const authorizerByMode: Readonly<Record<string, (rbac: RbacSource) => Authorizer>> = {
  AlwaysAllow: () => alwaysAllow,
  AlwaysDeny: () => alwaysDeny,
  RBAC: rbacAuthorizer,
};

/** What a flag may name. */
export const authorizationModes: readonly string[] = Object.keys(authorizerByMode);

/**
 * The group of masters, then the modes in their order: the first that allows or denies decides.
 *
 * @param modes - of `authorizationModes`
 */
export function authorizerOf(modes: readonly string[], rbac: RbacSource): Authorizer {
  return union([
    masters,
    ...modes.map((mode) => {
      const authorizer = authorizerByMode[mode];
      if (!authorizer) throw new Error(`no such authorization mode: ${mode}`);
      return authorizer(rbac);
    }),
  ]);
}
