/**
 * The authorization modes that allow or deny every request.
 *
 * @module
 */
import type { Authorizer } from "./authorizer.ts";
import { fullAuthority } from "./escalation.ts";

export const alwaysAllow: Authorizer = {
  authorize: async () => ({ opinion: "allow", reason: "" }),
  rulesFor: async () => ({ rules: fullAuthority, isComplete: true }),
};

/** Denies every request: it returns no opinion, with a reason, and the chain denies by default. */
export const alwaysDeny: Authorizer = {
  authorize: async () => ({ opinion: "no-opinion", reason: "Everything is forbidden." }),
  rulesFor: async () => ({ rules: [], isComplete: true }),
};
