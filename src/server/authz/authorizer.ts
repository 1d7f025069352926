/**
 * The interface of authorizers, which decide whether a user may send a request.
 *
 * @module
 */

import type { AccessRequest } from "../../access/request.ts";
import type { UserInfo } from "../../access/user.ts";
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { aggregateErrors } from "../../text/go-aggregate.ts";
import type { Caller } from "../request/caller.ts";

/** `no-opinion` leaves the request to the next authorizer; at the end of the chain, the request is denied. */
export interface Decision {
  readonly opinion: "allow" | "deny" | "no-opinion";
  /** The reason in the error for the client; may be empty. */
  readonly reason: string;
  /** All errors that occurred during the decision, as one text. */
  readonly error?: string;
  /** The individual errors; absent if there are fewer than two. */
  readonly errors?: readonly string[];
}

/** Returns the error fields of a decision, from the individual errors. */
export function errorOf(errors: readonly string[]): Pick<Decision, "error" | "errors"> {
  if (errors.length === 0) return {};
  return { error: aggregateErrors(errors), ...(errors.length > 1 && { errors }) };
}

/** The permissions of a user in a namespace, as far as they can be listed. */
export interface ListedRules {
  readonly rules: readonly PolicyRule[];
  readonly isComplete: boolean;
  /** Why rules may be missing. */
  readonly errors?: readonly string[];
}

export interface Authorizer {
  /** Prefix of its reasons in a chain of authorizers; absent: no prefix. */
  readonly name?: string;
  /** @param caller - the client that waits for the decision */
  authorize(request: AccessRequest, caller?: Caller): Promise<Decision>;
  /** @param namespace - empty for permissions that are not limited to a namespace */
  rulesFor(user: UserInfo, namespace: string): Promise<ListedRules>;
}
