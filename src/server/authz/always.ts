/**
 * The authorization modes that look at nothing.
 *
 * @module
 */
import type { Authorizer } from "./authorizer.ts";
import { fullAuthority } from "./escalation.ts";

export const alwaysAllow: Authorizer = {
  authorize: async () => ({ opinion: "allow", reason: "" }),
  rulesFor: async () => ({ rules: fullAuthority, isComplete: true }),
};

/** It has no opinion either, but says so. */
export const alwaysDeny: Authorizer = {
  authorize: async () => ({ opinion: "no-opinion", reason: "Everything is forbidden." }),
  rulesFor: async () => ({ rules: [], isComplete: true }),
};
