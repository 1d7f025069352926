/**
 * The failures that requests meet, each with the code, the reason and the words of the API server.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { type RefusedObject, type StatusCause, StatusError } from "./status.ts";

/** A resource as messages name it. */
export interface ResourceName {
  /** Empty for the core group. */
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}

/** `roles.rbac.authorization.k8s.io`, or `pods` in the core group. */
function qualified({ group, resource }: ResourceName): string {
  return group === "" ? resource : `${resource}.${group}`;
}

export const badRequest = (message: string): StatusError => new StatusError(400, "BadRequest", message);

/** An object with another name or without one is not the one that the path names. */
export const misnamed = (name: string, asked: string): StatusError =>
  badRequest(
    name === ""
      ? `the name of the object (${asked} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${name}) does not match the name on the URL (${asked})`,
  );

/** The store of the API server says so, last of all. There it is a 500, which would blame the server for a fault of the client. */
export const versionOnCreate = (): StatusError =>
  badRequest("resourceVersion should not be set on objects to be created");

/** An object is written where its request is. */
export const otherNamespace = (): StatusError =>
  badRequest("the namespace of the provided object does not match the namespace sent on the request");

export const unauthorized = (): StatusError => new StatusError(401, "Unauthorized", "Unauthorized");

/**
 * @param what - what is refused; without a resource a request to a path
 * @param why - what follows the colon
 */
export function forbidden(
  what: (ResourceName & { readonly name: string }) | undefined,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  if (!what) return new StatusError(403, "Forbidden", `forbidden: ${why}`, { details: {} });
  const subject = what.name === "" ? qualified(what) : `${qualified(what)} ${quoteGo(what.name)}`;
  const start = what.resource === "" && what.group === "" ? "forbidden" : `${subject} is forbidden`;
  return new StatusError(403, "Forbidden", `${start}: ${why}`, {
    details: { ...detailsOf(what, what.name), ...(causes.length > 0 ? { causes } : {}) },
  });
}

export const notFound = (resource: ResourceName, name: string): StatusError =>
  new StatusError(404, "NotFound", `${qualified(resource)} ${quoteGo(name)} not found`, {
    details: detailsOf(resource, name),
  });

/** No route of a group that is served. */
export const noSuchResource = (): StatusError =>
  new StatusError(404, "NotFound", "the server could not find the requested resource", { details: {} });

export const methodNotAllowed = (): StatusError =>
  new StatusError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {
    details: {},
  });

/** @param verb - of the API */
export const verbNotSupported = (resource: ResourceName, verb: string): StatusError =>
  new StatusError(405, "MethodNotAllowed", `${verb} is not supported on resources of kind "${qualified(resource)}"`, {
    details: detailsOf(resource, ""),
  });

export const notAcceptable = (accepted: readonly string[]): StatusError =>
  new StatusError(406, "NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`);

/** A client that takes nothing of all that the route produces, in whatever form. */
export const notProduced = (produced: readonly string[]): StatusError =>
  new StatusError(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${produced.join(", ")}`, {
    details: {},
  });

/** A type of which the route itself knows nothing. */
export const unknownMediaType = (): StatusError =>
  new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", { details: {} });

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );

/** @param isLeaving - whether the object of this name is being deleted */
export function alreadyExists(
  resource: ResourceName,
  name: string,
  { isLeaving }: { readonly isLeaving: boolean },
): StatusError {
  const message = `${isLeaving ? "object is being deleted: " : ""}${qualified(resource)} ${quoteGo(name)} already exists`;
  return new StatusError(409, "AlreadyExists", message, { details: detailsOf(resource, name) });
}

/** Seconds until a client may try another generated name. */
const generatedNameRetryS = 1;

export const noUniqueName = (resource: ResourceName, name: string): StatusError =>
  new StatusError(
    409,
    "AlreadyExists",
    `${qualified(resource)} ${quoteGo(name)} already exists, the server was not able to generate a unique name for the object`,
    { details: { ...detailsOf(resource, name), retryAfterSeconds: generatedNameRetryS } },
  );

export const conflict = (resource: ResourceName, name: string, why: string): StatusError =>
  new StatusError(409, "Conflict", `Operation cannot be fulfilled on ${qualified(resource)} ${quoteGo(name)}: ${why}`, {
    details: detailsOf(resource, name),
  });

export const modified = (resource: ResourceName, name: string): StatusError =>
  conflict(
    resource,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );

export const expired = (message: string, continueToken?: string): StatusError =>
  new StatusError(410, "Expired", message, continueToken === undefined ? {} : { continue: continueToken });

export const tooLarge = (message: string): StatusError => new StatusError(413, "RequestEntityTooLarge", message);

/** An object whose content is refused. */
export interface InvalidObject {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * @param causes - at least one; their fields and messages make up the text
 * @param moreCount - of causes that are left out; the text says so
 * @param refused - the object and the findings of validation
 */
export function invalid(
  { group, kind, name }: InvalidObject,
  causes: readonly StatusCause[],
  moreCount = 0,
  refused?: RefusedObject,
): StatusError {
  // Each once, as Go's aggregates of errors have them.
  const texts = [
    ...new Set(causes.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`))),
  ];
  if (moreCount > 0) texts.push(`and ${moreCount} more`);
  const [only = ""] = texts;
  const list = texts.length === 1 ? only : `[${texts.join(", ")}]`;
  const subject = qualified({ group, resource: kind });
  return new StatusError(422, "Invalid", `${subject} ${quoteGo(name)} is invalid: ${list}`, {
    details: { ...detailsOf({ group, resource: kind }, name), causes },
    ...(refused && { refused }),
  });
}

/** Query parameters that do not go together, or have no meaning. */
export const invalidOptions = (kind: string, causes: readonly StatusCause[]): StatusError =>
  invalid({ group: "meta.k8s.io", kind, name: "" }, causes);

export const tooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError(429, "TooManyRequests", message, { details: { retryAfterSeconds } });

export const internalError = (message: string): StatusError =>
  new StatusError(500, "InternalError", `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });

/** The value of a key of the store is no object. */
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

/** Seconds until a client may ask again for a version that the server has not reached. */
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
