/**
 * The filter that authorizes requests.
 *
 * @module
 */
import { type AccessRequest, combinedResource } from "../../access/request.ts";
import { quoteGo } from "../../text/go-quote.ts";
import type { Filter } from "../http/exchange.ts";
import { escapeMarkup, sendInternalFailure } from "../http/plain-text.ts";
import { forbidden } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";
import { accessAttributes } from "./access-attributes.ts";
import type { AttemptMetrics } from "./authorization-metrics.ts";
import type { Authorizer, Decision } from "./authorizer.ts";

export function authorizationFilter(authorizer: Authorizer, metrics?: AttemptMetrics): Filter {
  return async (exchange, next) => {
    const { user, info, auditAnnotations } = exchange;
    const request = { user, attributes: accessAttributes(info) };
    const startMs = performance.now();
    const { opinion, reason, error } = await authorizer.authorize(request, exchange);
    const hasFailed = opinion !== "allow" && error !== undefined;
    metrics?.countAttempt(hasFailed ? "error" : opinion, performance.now() - startMs);
    auditAnnotations.set(reasonKey, hasFailed ? "internal error" : reason);
    if (hasFailed) return sendInternalFailure(exchange, error);
    auditAnnotations.set(decisionKey, opinion === "allow" ? "allow" : "forbid");
    if (opinion !== "allow") throw refusal(request, reason);
    await next();
  };
}

const decisionKey = "authorization.k8s.io/decision";
const reasonKey = "authorization.k8s.io/reason";

/**
 * Checks a permission.
 *
 * @throws {StatusError} Forbidden, with the attributes and the reason
 */
export async function assertAllowed(authorizer: Authorizer, request: AccessRequest): Promise<void> {
  const decision = await authorizer.authorize(request);
  if (decision.opinion !== "allow") throw refusal(request, reasonOf(decision));
}

const reasonOf = ({ reason, error = "" }: Decision): string => [reason, error].filter((text) => text !== "").join(": ");

/** Returns the Forbidden error for a denied request. */
export function refusal(request: AccessRequest, why: string): StatusError {
  const { attributes } = request;
  const named = attributes.kind === "resource" ? { ...attributes, resource: combinedResource(attributes) } : undefined;
  return forbidden(
    named && { ...named, resource: resourceOf(named.resource) },
    escapeMarkup(describeDenial(request)) + (why === "" ? "" : `: ${why}`),
  );
}

/** Returns the resource without its subresource, as `details` of a Status contain it. */
const resourceOf = (combined: string): string => combined.split("/", 1)[0] ?? combined;

function describeDenial({ user, attributes }: AccessRequest): string {
  const who = `User ${quoteGo(user.username)} cannot ${attributes.verb}`;
  if (attributes.kind === "url") return `${who} path ${quoteGo(attributes.path)}`;
  const what = `${who} resource ${quoteGo(combinedResource(attributes))} in API group ${quoteGo(attributes.group)}`;
  return attributes.namespace === ""
    ? `${what} at the cluster scope`
    : `${what} in the namespace ${quoteGo(attributes.namespace)}`;
}
