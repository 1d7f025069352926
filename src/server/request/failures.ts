/**
 * The errors that requests can fail with, each with kube-apiserver's status code, reason and message.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { type RefusedObject, type StatusCause, StatusError } from "./status.ts";

/** A resource as error messages name it. */
export interface ResourceName {
  /** Empty for the core group. */
  readonly group: string;
  /** The plural name. */
  readonly resource: string;
}

/** `roles.rbac.authorization.k8s.io`, or `pods` in the core group. */
function qualifiedName({ group, resource }: ResourceName): string {
  return group === "" ? resource : `${resource}.${group}`;
}

export const badRequest = (message: string): StatusError => new StatusError(400, "BadRequest", message);

/** The object in the body has no name, or another one than the path. */
export const nameMismatch = (name: string, asked: string): StatusError =>
  badRequest(
    name === ""
      ? `the name of the object (${asked} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${name}) does not match the name on the URL (${asked})`,
  );

/**
 * In kube-apiserver the store reports this last, with code 500, which would blame the server for an error of the
 * client.
 */
export const versionOnCreate = (): StatusError =>
  badRequest("resourceVersion should not be set on objects to be created");

/** The object has another namespace than the path of the request. */
export const namespaceMismatch = (): StatusError =>
  badRequest("the namespace of the provided object does not match the namespace sent on the request");

export const unauthorized = (): StatusError => new StatusError(401, "Unauthorized", "Unauthorized");

/**
 * @param what - the object of the rejected request; undefined for a request to a path that is not a resource
 * @param why - the text after the colon
 */
export function forbidden(
  what: (ResourceName & { readonly name: string }) | undefined,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  if (!what) return new StatusError(403, "Forbidden", `forbidden: ${why}`, { details: {} });
  const subject = what.name === "" ? qualifiedName(what) : `${qualifiedName(what)} ${quoteGo(what.name)}`;
  const start = what.resource === "" && what.group === "" ? "forbidden" : `${subject} is forbidden`;
  return new StatusError(403, "Forbidden", `${start}: ${why}`, {
    details: { ...detailsOf(what, what.name), ...(causes.length > 0 ? { causes } : {}) },
  });
}

export const notFound = (resource: ResourceName, name: string): StatusError =>
  new StatusError(404, "NotFound", `${qualifiedName(resource)} ${quoteGo(name)} not found`, {
    details: detailsOf(resource, name),
  });

/** The group is served, but has no such route. */
export const noSuchResource = (): StatusError =>
  new StatusError(404, "NotFound", "the server could not find the requested resource", { details: {} });

export const methodNotAllowed = (): StatusError =>
  new StatusError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {
    details: {},
  });

/** @param verb - the API verb, not the HTTP method */
export const verbNotSupported = (resource: ResourceName, verb: string): StatusError =>
  new StatusError(
    405,
    "MethodNotAllowed",
    `${verb} is not supported on resources of kind "${qualifiedName(resource)}"`,
    {
      details: detailsOf(resource, ""),
    },
  );

export const notAcceptable = (accepted: readonly string[]): StatusError =>
  new StatusError(406, "NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`);

/** The client accepts none of the media types of the route, in any form. */
export const notProduced = (produced: readonly string[]): StatusError =>
  new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${produced.join(", ")}`, {
    details: {},
  });

/** The route does not accept the media type. */
export const unknownMediaType = (): StatusError =>
  new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", { details: {} });

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );

/** @param isLeaving - whether the existing object is being deleted */
export function alreadyExists(
  resource: ResourceName,
  name: string,
  { isLeaving }: { readonly isLeaving: boolean },
): StatusError {
  const message = `${isLeaving ? "object is being deleted: " : ""}${qualifiedName(resource)} ${quoteGo(name)} already exists`;
  return new StatusError(409, "AlreadyExists", message, { details: detailsOf(resource, name) });
}

/** Seconds after which a client may retry with another generated name. */
const generatedNameRetryS = 1;

export const noUniqueName = (resource: ResourceName, name: string): StatusError =>
  new StatusError(
    409,
    "AlreadyExists",
    `${qualifiedName(resource)} ${quoteGo(name)} already exists, the server was not able to generate a unique name for the object`,
    { details: { ...detailsOf(resource, name), retryAfterSeconds: generatedNameRetryS } },
  );

export const conflict = (resource: ResourceName, name: string, why: string): StatusError =>
  new StatusError(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${qualifiedName(resource)} ${quoteGo(name)}: ${why}`,
    {
      details: detailsOf(resource, name),
    },
  );

export const staleVersionConflict = (resource: ResourceName, name: string): StatusError =>
  conflict(
    resource,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );

export const expired = (message: string, continueToken?: string): StatusError =>
  new StatusError(410, "Expired", message, continueToken === undefined ? {} : { continue: continueToken });

export const tooLarge = (message: string): StatusError => new StatusError(413, "RequestEntityTooLarge", message);

/** An object whose content is rejected. */
export interface InvalidObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * @param causes - at least one; the message consists of their fields and messages
 * @param moreCount - the number of omitted causes, which the message mentions
 * @param refused - the object and the findings of validation
 */
export function invalid(
  { group, kind, name }: InvalidObject,
  causes: readonly StatusCause[],
  moreCount = 0,
  refused?: RefusedObject,
): StatusError {
  // Each text appears once, as in Go's error aggregates.
  const texts = [
    ...new Set(causes.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`))),
  ];
  if (moreCount > 0) texts.push(`and ${moreCount} more`);
  const [only = ""] = texts;
  const list = texts.length === 1 ? only : `[${texts.join(", ")}]`;
  const subject = qualifiedName({ group, resource: kind });
  return new StatusError(422, "Invalid", `${subject} ${quoteGo(name)} is invalid: ${list}`, {
    details: { ...detailsOf({ group, resource: kind }, name), causes },
    ...(refused && { refused }),
  });
}

/** Query parameters that contradict each other or have invalid values. */
export const invalidOptions = (kind: string, causes: readonly StatusCause[]): StatusError =>
  invalid({ group: "meta.k8s.io", kind, name: "" }, causes);

export const tooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError(429, "TooManyRequests", message, { details: { retryAfterSeconds } });

export const internalError = (message: string): StatusError =>
  new StatusError(500, "InternalError", `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });

/** The store contains a value for the key that cannot be decoded. */
export const unreadable = ({
  key,
  revision,
  why,
}: {
  readonly key: string;
  readonly revision: number;
  readonly why: string;
}) => internalError(`the object ${JSON.stringify(key)}, written at revision ${revision}, could not be decoded: ${why}`);

export const notImplemented = (message: string): StatusError => new StatusError(501, "NotImplemented", message);

export const unavailable = (message: string): StatusError => new StatusError(503, "ServiceUnavailable", message);

export const timedOut = (message: string): StatusError =>
  new StatusError(504, "Timeout", `Timeout: ${message}`, { details: { retryAfterSeconds: 0 } });

/** Seconds after which a client may retry with a version that the server has not reached. */
const futureVersionRetryS = 1;

export const futureVersion = (asked: number, current: number): StatusError =>
  new StatusError(504, "Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    details: {
      retryAfterSeconds: futureVersionRetryS,
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    },
  });

function detailsOf({ group, resource }: ResourceName, name: string) {
  return {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    ...(resource === "" ? {} : { kind: resource }),
  };
}
