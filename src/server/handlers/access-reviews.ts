/**
 * SubjectAccessReview, SelfSubjectAccessReview and LocalSubjectAccessReview: whether a user may perform an action.
 *
 * @module
 */
import type { AccessAttributes } from "../../access/request.ts";
import { selectorsOfReview } from "../../access/selectors.ts";
import type { UserInfo } from "../../access/user.ts";
import type { SubjectAccessReviewSpec } from "../../api/types/authorization-v1.ts";
import { formatGoJson } from "../../json/go-value.ts";
import { withoutZeros } from "../../schema/go-values.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import type { Exchange } from "../http/exchange.ts";
import type { ApiObject } from "../request/api-object.ts";
import { invalid } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { StatusCause } from "../request/status.ts";
import type { NonPersistedResource } from "./non-persisted-resource.ts";
import { selectorFaults } from "./selector-faults.ts";

/** Reviews the access of the user whom the review names. */
export function subjectAccessReview(resource: ServedResource, authorizer: Authorizer): NonPersistedResource {
  return review(resource, authorizer, {
    userOf,
    specFaultsOf: subjectFaults,
    faultsOf: ({ metadata }) => metadataFaults(metadata),
  });
}

/** Reviews the access of the named user in one namespace, for clients that may only create reviews there. */
export function localSubjectAccessReview(resource: ServedResource, authorizer: Authorizer): NonPersistedResource {
  return review(resource, authorizer, {
    userOf,
    specFaultsOf: subjectFaults,
    faultsOf: ({ metadata: { namespace: _any, ...metadata }, spec }, { info }) => [
      ...metadataFaults(metadata, "must be empty except for namespace"),
      ...localFaults(spec, info.namespace),
    ],
  });
}

/** Reviews the access of the client itself. */
export function selfSubjectAccessReview(resource: ServedResource, authorizer: Authorizer): NonPersistedResource {
  return review(resource, authorizer, {
    userOf: (_spec, { user }) => user,
    specFaultsOf: () => [],
    faultsOf: ({ metadata }) => metadataFaults(metadata),
  });
}

function userOf({ user: username = "", uid = "", groups = [], extra = {} }: SubjectAccessReviewSpec): UserInfo {
  const lists = Object.entries(extra).map(([key, values]) => [key, values ?? []] as const);
  return { username, uid, groups, extra: Object.fromEntries(lists) };
}

interface ReviewContent {
  readonly metadata: ApiObject["metadata"];
  readonly spec: SubjectAccessReviewSpec;
}

interface ReviewForm {
  userOf(spec: SubjectAccessReviewSpec, exchange: Exchange): UserInfo;
  specFaultsOf(spec: SubjectAccessReviewSpec): readonly StatusCause[];
  /** Causes that kube-apiserver lists after those of the attributes. */
  faultsOf(question: ReviewContent, exchange: Exchange): readonly StatusCause[];
}

function review(resource: ServedResource, authorizer: Authorizer, form: ReviewForm): NonPersistedResource {
  return {
    resource,
    async execute(reviewObject, exchange) {
      const spec = (reviewObject["spec"] ?? {}) as SubjectAccessReviewSpec;
      const { attributes, ignored: selectorErrors } = attributesOf(spec);
      // Zero values are treated as absent.
      const { metadata = {} } = withoutZeros(
        { metadata: reviewObject.metadata },
        resource.schema,
      ) as Partial<ApiObject>;
      const faults = [
        ...choiceFaults(spec),
        ...form.specFaultsOf(spec),
        ...selectorFaults(spec.resourceAttributes),
        ...form.faultsOf({ metadata, spec }, exchange),
      ];
      // kube-apiserver's message has no kind.
      if (faults.length > 0 || !attributes) throw invalid({ group: resource.group, kind: "", name: "" }, faults);
      const request = { user: form.userOf(spec, exchange), attributes };
      const decision = await authorizer.authorize(request, exchange);
      const status = {
        allowed: decision.opinion === "allow",
        ...(decision.opinion === "deny" ? { denied: true } : {}),
        ...(decision.reason === "" ? {} : { reason: decision.reason }),
        ...evaluationError([...(decision.error === undefined ? [] : [decision.error]), ...selectorErrors]),
      };
      return { ...reviewObject, status };
    },
  };
}

const evaluationError = (errors: readonly string[]) =>
  errors.length > 0 ? { evaluationError: errors.join("; ") } : {};

interface ReviewedAccess {
  readonly attributes?: AccessAttributes;
  /** Errors of selectors that cannot be parsed. */
  readonly ignored: readonly string[];
}

function attributesOf({ resourceAttributes, nonResourceAttributes }: SubjectAccessReviewSpec): ReviewedAccess {
  if (resourceAttributes) {
    const { verb = "", group = "", resource = "", subresource = "", name = "", namespace = "" } = resourceAttributes;
    // A review without a version applies to all versions.
    const version = resourceAttributes.version || "*";
    const { selectors, faults } = selectorsOfReview(resourceAttributes);
    const names = { verb, group, version, resource, subresource, name, namespace };
    return { attributes: { kind: "resource", ...names, ...selectors }, ignored: faults };
  }
  if (!nonResourceAttributes) return { ignored: [] };
  const { path = "", verb = "" } = nonResourceAttributes;
  return { attributes: { kind: "url", verb, path }, ignored: [] };
}

const fault = (field: string, value: unknown, message: string): StatusCause => ({
  reason: "FieldValueInvalid",
  message: `Invalid value: ${formatGoJson(value ?? null)}: ${message}`,
  field,
});

function choiceFaults({ resourceAttributes, nonResourceAttributes }: SubjectAccessReviewSpec): StatusCause[] {
  if ((resourceAttributes === undefined) !== (nonResourceAttributes === undefined)) return [];
  const message = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return [fault("spec", goValueOf(nonResourceAttributes), message)];
}

/** Names the fields as Go's internal type does, since the message prints that type. */
const goValueOf = (attributes: SubjectAccessReviewSpec["nonResourceAttributes"]) =>
  attributes && { Path: attributes.path ?? "", Verb: attributes.verb ?? "" };

function subjectFaults({ user = "", groups = [] }: SubjectAccessReviewSpec): StatusCause[] {
  if (user !== "" || groups.length > 0) return [];
  return [fault("spec.user", "", "at least one of user or group must be specified")];
}

function metadataFaults(
  { managedFields: _any, ...metadata }: ApiObject["metadata"],
  message = "must be empty",
): StatusCause[] {
  return Object.keys(metadata).length === 0 ? [] : [fault("metadata", metadata, message)];
}

function localFaults(
  { resourceAttributes, nonResourceAttributes }: SubjectAccessReviewSpec,
  namespace: string,
): StatusCause[] {
  const { namespace: requestedNamespace = "" } = resourceAttributes ?? { namespace };
  const place = "spec.nonResourceAttributes";
  return [
    ...(requestedNamespace === namespace
      ? []
      : [fault("spec.resourceAttributes.namespace", requestedNamespace, "must match metadata.namespace")]),
    ...(nonResourceAttributes
      ? [fault(place, goValueOf(nonResourceAttributes), "disallowed on this kind of request")]
      : []),
  ];
}
