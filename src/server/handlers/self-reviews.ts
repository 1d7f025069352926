/**
 * SelfSubjectRulesReview and SelfSubjectReview: the permissions of the client, and its identity.
 *
 * @module
 */

import type { UserInfo } from "../../access/user.ts";
import { aggregateErrors } from "../../text/go-aggregate.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { formatTime } from "../registry/object-meta.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { NonPersistedResource } from "./non-persisted-resource.ts";

/** Lists the user's permissions in a namespace, as far as the authorizers can list them. */
export function selfSubjectRulesReview(resource: ServedResource, authorizer: Authorizer): NonPersistedResource {
  return {
    resource,
    async execute(reviewObject, { user }) {
      const { namespace = "" } = (reviewObject["spec"] ?? {}) as { readonly namespace?: string };
      if (namespace === "") throw badRequest("no namespace on request");
      const { rules, isComplete, errors = [] } = await authorizer.rulesFor(user, namespace);
      const status = {
        resourceRules: rules
          .filter(({ resources = [] }) => resources.length > 0)
          .map(({ verbs = [], apiGroups = [], resources = [], resourceNames = [] }) => ({
            verbs,
            apiGroups,
            resources,
            ...(resourceNames.length > 0 ? { resourceNames } : {}),
          })),
        nonResourceRules: rules
          .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
          .map(({ verbs = [], nonResourceURLs = [] }) => ({ verbs, nonResourceURLs })),
        incomplete: !isComplete,
        ...(errors.length > 0 ? { evaluationError: aggregateErrors(errors) } : {}),
      };
      // The response is a new object without any field of the request's object.
      return { metadata: {}, spec: {}, status };
    },
  };
}

/** Returns the user as it is after authentication and impersonation. */
export function selfSubjectReview(resource: ServedResource): NonPersistedResource {
  return {
    resource,
    async execute(_question, { user, receivedMs }) {
      // The response is a new object without any field of the request's object.
      const metadata = { creationTimestamp: formatTime(receivedMs) };
      return { metadata, status: { userInfo: userInfoOf(user) } };
    },
  };
}

/** The user in the format of reviews. */
export function userInfoOf({ username, uid, groups, extra }: UserInfo): object {
  return {
    ...(username === "" ? {} : { username }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}
