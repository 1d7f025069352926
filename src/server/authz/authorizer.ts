/**
 * The contract of a way to authorize: whether a user may do what a request wants.
 *
 * @module
 */

import type { AccessRequest } from "../../access/request.ts";
import type { UserInfo } from "../../access/user.ts";
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { aggregateErrors } from "../../text/go-aggregate.ts";
import type { Caller } from "../request/caller.ts";

/** `no-opinion` leaves the request to the next authorizer; at the end of the chain it is refused. */
export interface Decision {
  readonly opinion: "allow" | "deny" | "no-opinion";
  /** For the client; may be empty. */
  readonly reason: string;
  /** Errors on the way to the decision, as one text. */
  readonly error?: string;
  /** The errors by themselves; absent where there is one. */
  readonly errors?: readonly string[];
}

/** The error of a decision, from all that went wrong. */
export function errorOf(errors: readonly string[]): Pick<Decision, "error" | "errors"> {
  if (errors.length === 0) return {};
  return { error: aggregateErrors(errors), ...(errors.length > 1 && { errors }) };
}

/** The rights of a user in a namespace, as far as it can be listed. */
export interface ListedRules {
  readonly rules: readonly PolicyRule[];
  readonly isComplete: boolean;
  /** Why rules may be missing. */
  readonly errors?: readonly string[];
}

export interface Authorizer {
  /** In front of its reasons where several are asked; absent: nothing is. */
  readonly name?: string;
  /** @param caller - who waits for the decision */
  authorize(request: AccessRequest, caller?: Caller): Promise<Decision>;
  /** @param namespace - empty for what holds everywhere */
  rulesFor(user: UserInfo, namespace: string): Promise<ListedRules>;
}
