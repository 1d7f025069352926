/**
 * SelfSubjectRulesReview and SelfSubjectReview: what may I do, and who am I?
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

/** All that the user may do in a namespace, as far as it can be listed. */
export function selfSubjectRulesReview(resource: ServedResource, authorizer: Authorizer): NonPersistedResource {
  return {
    resource,
    async answer(question, { user }) {
      const { namespace = "" } = (question["spec"] ?? {}) as { readonly namespace?: string };
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
      // An object of its own, with nothing of the one that was sent.
      return { metadata: {}, spec: {}, status };
    },
  };
}

/** The user as authentication and impersonation left it. */
export function selfSubjectReview(resource: ServedResource): NonPersistedResource {
  return {
    resource,
    async answer(_question, { user, receivedMs }) {
      // An object of its own, with nothing of the one that was sent.
      const metadata = { creationTimestamp: formatTime(receivedMs) };
      return { metadata, status: { userInfo: userInfoOf(user) } };
    },
  };
}

/** A user as reviews name one. */
export function userInfoOf({ username, uid, groups, extra }: UserInfo): object {
  return {
    ...(username === "" ? {} : { username }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}
